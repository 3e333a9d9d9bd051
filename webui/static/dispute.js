// @ts-check
// A dispute: the last turns with the pictures from before and after each, to be looked at again, and put right from there.

import { locale, many, t } from "./i18n.js";
import { field, show, write } from "./fields.js";

const TIMES = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
const SWIPE = 40;           // pixels
const HOLD = 180;           // milliseconds after which a finger that rests compares

export class Dispute {
  #turns = [];
  #turn = 0;                // 0: the newest
  #frame = 0;
  #held = false;
  #sure = false;

  /** `onUndo(to, turns)` takes back all turns after so many of all those that there are, `onPlay(side)` puts the last play right. */
  constructor(desk, { onUndo, onPlay }) {
    this.desk = desk;
    this.onUndo = onUndo;
    this.onPlay = onPlay;
    this.sheet = document.getElementById("sheet-dispute");
    this.shot = this.sheet.querySelector(".shot");
    this.image = this.shot.querySelector("img");
    this.drawn = this.#act("drawn");
    this.drawn.addEventListener("change", () => this.#draw());
    this.#act("older").addEventListener("click", () => this.#go(1));
    this.#act("newer").addEventListener("click", () => this.#go(-1));
    this.#act("play").addEventListener("click", () => this.onPlay(this.#shown.side));
    this.#act("undo").addEventListener("click", () => this.#undo());
    this.#holds(this.#act("compare"));
    this.#swipes();
    this.sheet.addEventListener("keydown", (event) => {
      if (event.target.matches("input")) return;
      if (event.key === "ArrowLeft") this.#move(-1);
      if (event.key === "ArrowRight") this.#move(1);
    });
  }

  async open() {
    this.#turns = [];
    this.#sure = false;
    const told = await this.desk.get("/api/turns");
    this.trouble = told?.trouble ?? "";
    this.#turns = told?.turns ?? [];
    this.#show(0);
    if (!this.sheet.open) this.sheet.showModal();
  }

  #act(name) {
    return this.sheet.querySelector(`[data-dispute=${name}]`);
  }

  get #shown() {
    return this.#turns[this.#turn];
  }

  #go(by) {
    const next = this.#turn + by;
    if (next >= 0 && next < this.#turns.length) this.#show(next);
  }

  #show(index) {
    this.#turn = index;
    this.#sure = false;
    const frames = this.#shown?.frames ?? [];
    const last = frames.findLastIndex((frame) => frame.read);
    this.#frame = last < 0 ? Math.max(0, frames.length - 1) : last;
    this.#draw();
  }

  #move(by) {
    const count = this.#shown?.frames.length ?? 0;
    const next = this.#frame + by;
    if (next < 0 || next >= count) return;
    this.#frame = next;
    this.#draw();
  }

  /** The frame to compare with: the last read before the turn, or for such a one the last read after it. */
  get #opposite() {
    const frames = this.#shown?.frames ?? [];
    const other = frames[this.#frame]?.when === "after" ? "before" : "after";
    const found = frames.findLast((frame) => frame.when === other && frame.read);
    return found ?? frames.findLast((frame) => frame.when === other);
  }

  #draw() {
    const turn = this.#shown;
    const frames = turn?.frames ?? [];
    write(field("dispute-says", this.sheet), turn ? turn.says : t("No turn has been played yet."));
    const at = turn?.wall ? TIMES.format(new Date(turn.wall * 1000)) : "";
    const who = turn?.source === "person" ? (turn.who ? t("told by {name}", { name: turn.who }) : t("told by a person")) : "";
    write(field("dispute-about", this.sheet), [at, who, turn?.illegal ?? ""].filter(Boolean).join(" · "));
    write(field("dispute-none", this.sheet), turn && !frames.length ? this.trouble || t("No pictures are kept of this turn.") : "");
    this.#act("older").disabled = this.#turn + 1 >= this.#turns.length;
    this.#act("newer").disabled = this.#turn === 0;
    this.#act("play").hidden = !turn || this.#turn > 0;
    this.#act("undo").disabled = !turn;
    const count = this.#turn + 1;
    this.#act("undo").textContent = this.#sure ? many("Yes, take back {count} turn", "Yes, take back {count} turns", count) : t("Undo back to here");
    show(this.sheet.querySelector("[data-part=looking]"), frames.length > 0);
    this.#act("compare").disabled = !this.#opposite;
    this.#strip(frames);
    this.#picture(frames[this.#frame]);
  }

  #strip(frames) {
    const seen = { before: 0, after: 0 };
    const buttons = frames.map((frame, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.frame = frame.id;
      const number = (seen[frame.when] += 1);
      button.textContent = frame.when === "before" ? t("Before {number}", { number }) : t("After {number}", { number });
      button.setAttribute("aria-pressed", String(index === this.#frame));
      button.addEventListener("click", () => this.#move(index - this.#frame));
      return button;
    });
    this.sheet.querySelector(".frames").replaceChildren(...buttons);
  }

  #picture(frame) {
    show(this.shot, Boolean(frame));
    if (!frame) return;
    const wanted = `/api/frames/${frame.id}.jpg${this.drawn.checked && frame.read ? "" : "?plain"}`;
    if (this.image.getAttribute("src") !== wanted) this.image.src = wanted;
    const words = frame.when === "before" ? t("The board before this turn") : t("The board after this turn");
    this.image.alt = `${words}: ${this.#shown.says}`;
    write(field("dispute-frame", this.sheet), words);
    this.shot.dataset.when = frame.when;
  }

  /** Shows the other side of the turn as long as a button, a key or a finger is held. */
  #compare(held) {
    if (this.#held === held) return;
    this.#held = held;
    this.#picture(held ? this.#opposite : this.#shown?.frames[this.#frame]);
    this.#act("compare").setAttribute("aria-pressed", String(held));
  }

  #holds(button) {
    button.addEventListener("pointerdown", () => this.#compare(true));
    for (const end of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(end, () => this.#compare(false));
    button.addEventListener("keydown", (event) => (event.key === " " || event.key === "Enter") && this.#compare(true));
    button.addEventListener("keyup", () => this.#compare(false));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  #swipes() {
    let start = null;
    let timer = null;
    const end = (event) => {
      clearTimeout(timer);
      const moved = start === null ? 0 : event.clientX - start;
      start = null;
      if (this.#held) this.#compare(false);
      else if (event.type === "pointerup" && Math.abs(moved) > SWIPE) this.#move(moved < 0 ? 1 : -1);
    };
    this.shot.addEventListener("pointerdown", (event) => {
      start = event.clientX;
      timer = setTimeout(() => this.#opposite && this.#compare(true), HOLD);
    });
    this.shot.addEventListener("pointermove", (event) => start !== null && Math.abs(event.clientX - start) > SWIPE / 2 && clearTimeout(timer));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) this.shot.addEventListener(name, end);
    this.shot.addEventListener("contextmenu", (event) => event.preventDefault());
    this.image.draggable = false;
  }

  async #undo() {
    // Several turns are not taken back by one tap.
    if (!this.#sure) {
      this.#sure = true;
      this.#draw();
      return;
    }
    if (await this.onUndo(this.#shown.turn, this.#turns[0].turn + 1)) this.sheet.close();
  }
}
