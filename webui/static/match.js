// @ts-check
// A match played again: the board, what was said, the score sheet and the slider keep in step.

import { candidates } from "./candidates.js";
import { Desk } from "./desk.js";
import { drawDiagrams } from "./diagrams.js";
import { Drawing } from "./drawing.js";
import { sceneOf } from "./page.js";
import { recall, remember } from "./remembered.js";
import { noticeOf, Replay } from "./replay.js";
import { Stills } from "./stills.js";
import { Judgement } from "./match-analysis.js";
import { drawTicks, MARKS, meaning, sign } from "./ticks.js";
import { shape } from "./board.js";
import { made } from "./elements.js";
import { label, locale, t } from "./i18n.js";
import { spokenPosition } from "./words.js";
import { field, show, write } from "./fields.js";

const SEAT = "tableside.seat";
const PACE = "tableside.pace";
const TIMES = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
const SOURCES = { camera: t("seen by the camera"), person: t("told by a person"), clock: t("by the clock"), inferred: t("concluded") };

const match = JSON.parse(document.getElementById("match").textContent);
match.white ||= t("White");
match.black ||= t("Black");
const desk = new Desk();
const sheets = document.querySelector(".sheets");
const slider = document.getElementById("slider");
const ticks = document.querySelector(".ticks");
const player = document.querySelector("[data-go=play]");
const pace = field("pace");

/** The page of a match that has steps. */
class Room {
  #timer = null;
  #game = -1;
  #current = null;
  #links = new Map([...sheets.querySelectorAll("[data-seq]")].map((link) => [link.dataset.seq, link]));

  constructor() {
    this.replay = new Replay(match);
    this.judgement = new Judgement(this.replay, (at) => this.goTo(at), () => this.draw());
    this.turned = recall(SEAT) === "far";
    this.board = new Drawing(document.getElementById("board"));
    this.stills = new Stills(field("stills"), document.getElementById("sheet-picture"));
    this.replay.find(Number(location.hash.slice(1)) || 0);
  }

  draw() {
    const { replay } = this;
    const { step } = replay;
    const snapshot = noticeOf(step, match);
    this.snapshot = snapshot;
    if (step.index !== this.#game) this.#open(step);
    this.board.show(this.judgement.better(this.turned) ?? sceneOf(snapshot, this.turned));
    slider.value = step.place;
    slider.setAttribute("aria-valuetext", step.says);
    write(field("place"), t("{step} of {steps}", { step: step.place + 1, steps: step.game.steps.length }));
    write(field("cube"), snapshot.cube?.in_play ? label(step.labels.cube) : "");
    for (const side of /** @type {("W" | "B")[]} */ (["W", "B"])) {
      write(field(`score-${side}`), String(step.score[side]));
      const duelist = document.querySelector(`.duelist[data-side=${side}]`);
      const kind = (side === "W") === ((step.seating?.near ?? "light") === "light") ? "light" : "dark";
      field("swatch", duelist).setAttribute("href", `#checker-${kind}`);
      duelist.classList.toggle("on-turn", step.labels[side].duty.length > 0);
      write(field(`position-${side}`), spokenPosition(snapshot, side));
    }
    this.#voice(step, snapshot);
    this.judgement.show();
    this.#mark(step);
    this.stills.show(step);
    document.documentElement.dataset.seq = step.seq;
    if (location.hash !== `#${step.seq}`) history.replaceState(null, "", `#${step.seq}`);
  }

  /** The steps of the game one stands in, with all their marks. */
  #stepsHere() {
    return this.replay.steps.filter(({ index }) => index === this.replay.step.index);
  }

  /** Another game: its sheet, its slider. */
  #open(step) {
    this.#game = step.index;
    slider.max = step.game.steps.length - 1;
    slider.disabled = step.game.steps.length < 2;
    drawTicks(ticks, this.#stepsHere());
    for (const sheet of sheets.children) sheet.hidden = Number(sheet.dataset.game) !== step.index;
    for (const chip of document.querySelectorAll(".game-chip")) {
      const here = Number(chip.dataset.game) === step.index;
      if (here) chip.setAttribute("aria-current", "true");
      else chip.removeAttribute("aria-current");
      const row = chip.parentElement;
      if (here) row.scrollLeft = chip.offsetLeft - row.offsetLeft - (row.clientWidth - chip.clientWidth) / 2;
    }
    const kinds = MARKS.filter((mark) => this.#stepsHere().some(({ marks }) => marks.includes(mark)));
    field("legend").replaceChildren(...kinds.map((mark) => {
      const picture = shape("svg", { viewBox: "-8 -8 16 16", "aria-hidden": "true" }, sign(mark, 15));
      return made("span", {}, picture, meaning(mark));
    }));
  }

  #voice(step, snapshot) {
    const voice = document.querySelector(".voice");
    const { fault, question } = step;
    const moods = { fault: "fault", question: "question", setup: "warning", hasty: "warning", cube_fault: "warning", flag: "warning", correction: "warning", result: "result" };
    voice.dataset.mood = fault ? "fault" : moods[step.kind] ?? "calm";
    write(field("says"), step.says);
    const more = [
      fault && fault.text !== step.says ? fault.text : "",
      question && question.text !== step.says ? question.text : "",
      step.marks.includes("inferred") ? t("Nobody saw this: it was concluded from what came after.") : "",
      ...(step.kind === "turn" ? step.last_play?.scored ?? [] : []),
    ];
    write(field("more"), more.filter(Boolean).join(" "));
    const at = step.time === null ? "" : TIMES.format(new Date(step.time * 1000));
    // A file tells the day at best, and nobody here saw it.
    const how = this.replay.match.brought ? [] : [at, SOURCES[step.source]];
    write(field("when"), [step.turn ? t("turn {number}", { number: step.turn }) : "", ...how].filter(Boolean).join(" · "));
    show(document.querySelector(".code"), Boolean(step.xgid));
    write(field("xgid"), step.xgid ?? "");
    field("candidates").replaceChildren(...(question ? candidates(snapshot, this.turned, null) : []));
    // A slider under the finger is read out by itself.
    if (this.#current !== null && document.activeElement !== slider) write(field("announce"), [step.says, more[0]].filter(Boolean).join(" "));
  }

  /** The step's line on the score sheet, which scrolls within its own frame so that the page stays. */
  #mark(step) {
    this.#current?.removeAttribute("aria-current");
    this.#current = this.#links.get(String(step.seq)) ?? null;
    const link = this.#current;
    link?.setAttribute("aria-current", "step");
    if (!link || sheets.scrollHeight <= sheets.clientHeight) return;
    const line = (link.closest("tr") ?? link).getBoundingClientRect();
    const frame = sheets.getBoundingClientRect();
    const deck = document.querySelector(".deck").getBoundingClientRect();
    // On a phone what steers lies upon the foot of the sheet.
    const isCovered = deck.left < frame.right && deck.right > frame.left;
    const seen = Math.max((isCovered ? Math.min(deck.top, frame.bottom) : frame.bottom) - frame.top, 2 * line.height);
    if (line.top >= frame.top + 20 && line.bottom <= frame.top + seen - 20) return;
    sheets.scrollTop += line.top - frame.top - (seen - line.height) / 2;
  }

  turn() {
    this.turned = !this.turned;
    remember(SEAT, this.turned ? "far" : "near");
    document.querySelector("[data-action=turn]").setAttribute("aria-pressed", String(this.turned));
    this.draw();
  }

  /** Does what a key or a button of that name does. */
  do(what) {
    if (what !== "play") this.halt();
    const { replay } = this;
    const deeds = {
      first: () => replay.home(), last: () => replay.end(), back: () => replay.back(), next: () => replay.next(),
      mark: () => replay.nextMark(), before: () => replay.leap(-1), after: () => replay.leap(1),
    };
    if (what === "play") return this.#timer === null ? this.play() : this.halt();
    if (deeds[what]()) this.draw();
  }

  play() {
    // From the end it begins again.
    if (this.replay.at === this.replay.steps.length - 1) this.replay.go(0);
    else this.replay.next();
    this.draw();
    const on = () => {
      if (!this.replay.next()) return this.halt();
      this.draw();
      this.#timer = setTimeout(on, Number(pace.value));
    };
    this.#timer = setTimeout(on, Number(pace.value));
    player.setAttribute("aria-pressed", "true");
  }

  halt() {
    clearTimeout(this.#timer);
    this.#timer = null;
    player.setAttribute("aria-pressed", "false");
  }

  /** To a step that somebody points at. */
  goTo(at) {
    this.halt();
    if (this.replay.go(at)) this.draw();
  }

  resize() {
    drawTicks(ticks, this.#stepsHere());
    this.judgement.resize();
  }
}

/** The code into the clipboard; where the browser keeps pages from it, it is marked, to be copied by hand. */
async function copyCode() {
  const code = field("xgid");
  getSelection().selectAllChildren(code);
  try {
    await navigator.clipboard.writeText(code.textContent);
    write(field("announce"), t("Copied."));
  } catch {
    write(field("announce"), code.textContent);
  }
}

const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", PageUp: "before", PageDown: "after", " ": "play" };

function listen(room) {
  for (const each of document.querySelectorAll(".table, .voice, .deck, [data-action=turn]")) show(each, true);
  document.body.classList.add("lively");
  pace.value = recall(PACE) ?? pace.value;
  if (!pace.value) pace.value = "2000";
  pace.addEventListener("change", () => remember(PACE, pace.value));
  document.querySelector("[data-action=turn]").setAttribute("aria-pressed", String(room.turned));
  document.querySelector("[data-action=turn]").addEventListener("click", () => room.turn());
  document.querySelector("[data-go=mark]").disabled = !room.replay.steps.some(({ marks }) => marks.length);
  for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => room.do(button.dataset.go));
  slider.addEventListener("input", () => {
    room.halt();
    if (room.replay.goTo(slider.valueAsNumber)) room.draw();
  });
  for (const chip of document.querySelectorAll(".game-chip")) {
    chip.addEventListener("click", (event) => {
      event.preventDefault();
      room.halt();
      if (room.replay.go(room.replay.first(Number(chip.dataset.game)))) room.draw();
    });
  }
  addEventListener("hashchange", () => {
    room.halt();
    if (room.replay.find(Number(location.hash.slice(1)) || 0)) room.draw();
  });
  addEventListener("keydown", (event) => {
    const what = KEYS[event.key];
    const typing = event.target.closest("select, dialog[open], summary, [contenteditable], input:not([type=range])");
    if (!what || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target.closest("button")) return;
    event.preventDefault();
    room.do(what);
  });
  addEventListener("resize", () => room.resize());
  document.querySelector("[data-action=copy-code]").addEventListener("click", copyCode);
  // Printed by the menu or by the browser's own key: the boards are there either way.
  addEventListener("beforeprint", () => drawDiagrams(room.replay, room.turned));
  const print = document.querySelector("[data-action=print]");
  print.hidden = false;
  print.addEventListener("click", () => window.print());
  room.draw();
}

if (match.games.length) listen(new Room());
const drop = document.querySelector(".drop");
document.addEventListener("pointerdown", (event) => {
  if (!drop.contains(event.target)) drop.open = false;
});
drop.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !drop.open) return;
  drop.open = false;
  drop.querySelector("summary").focus();
});
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest("dialog").close());
}
// The pictures are for who is let in: the server tells them then.
addEventListener("admitted", () => location.reload());
