// @ts-check
// A game under way: the board as the camera sees it, to be put right by a tap and said to be the one; two taps where it is.

import { FreeDraft, SquaresDraft } from "./draft.js";
import { SIDES } from "./geometry.js";
import { t } from "./i18n.js";
import { nameOf } from "./words.js";
import { field, show, write } from "./fields.js";

const EVERY = 1_500;        // how often the camera is asked, in milliseconds, until somebody has changed anything

export class Joining {
  #wanted = false;          // somebody asked for it
  #draft = null;            // as it is believed to stand; null while no board is seen
  #seating = null;
  #seen = null;             // what the camera saw last, as the table told it
  #changed = false;         // whether somebody has put anything right
  #running = false;
  #left = false;            // not now, though no game is on

  /** `onSaid(command)` tells the table; whether it took it, after it has said why not. */
  constructor(desk, page, touch, onSaid) {
    this.desk = desk;
    this.page = page;
    this.touch = touch;
    this.onSaid = onSaid;
    this.box = document.querySelector("[data-part=joining]");
    this.form = this.box.querySelector("form");
    this.trouble = this.box.querySelector(".trouble");
    this.admitted = document.querySelector(".room").dataset.admitted === "yes";
    this.lender = { draft: () => this.#draft, onChange: () => this.#changedBy(() => {}) };
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    });
    this.form.addEventListener("change", (event) => this.#chosen(event.target.name));
    this.box.querySelector("[data-joining=seen]").addEventListener("click", () => this.#anew());
    this.box.querySelector("[data-joining=leave]").addEventListener("click", () => this.leave());
    document.querySelector("[data-action=join]").addEventListener("click", () => this.open());
    document.addEventListener("visibilitychange", () => this.watch());
    addEventListener("admitted", (event) => {
      this.admitted = event.detail;
      this.watch();
    });
    page.onNotice(() => this.watch());
  }

  /** Whether it is asked about now. */
  get active() {
    const { snapshot } = this.page;
    const idle = snapshot.game.phase === "no game" && !this.#left;
    return this.admitted && !snapshot.kept_back && (this.#wanted || (idle && this.#draft !== null));
  }

  /** Somebody wants to say that a game is under way. */
  async open() {
    if (!this.admitted && !(await this.desk.ask())) return;
    this.#wanted = true;
    await this.#anew();
    this.watch();
    this.box.scrollIntoView({ block: "nearest" });
    this.form.elements.to_play[0].focus({ preventScroll: true });
  }

  /** Nobody does any more. */
  leave() {
    this.#left = this.page.snapshot.game.phase === "no game";
    this.#forget();
  }

  /** The board in question in place of what a scene shows. */
  dress(scene) {
    if (!this.active || !this.#draft) return scene;
    const numbersFor = scene.numbersFor ?? (this.page.turned ? "B" : "W");
    return {
      ...scene, position: this.#draft.position, seating: this.#seating, numbersFor, cube: null, dice: null, play: null, steps: [],
      marks: [], faulty: false, faint: false,
    };
  }

  /** Goes on asking the camera as long as nobody has put anything right. */
  async watch() {
    const { phase } = this.page.snapshot.game;
    if (phase !== "no game") this.#left = false;
    if (phase !== "no game" && !this.#wanted) this.#draft = null;
    this.#draw();
    if (this.#running) return;
    this.#running = true;
    while (this.#looking) {
      await this.#look();
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
    this.#running = false;
  }

  get #looking() {
    const { snapshot } = this.page;
    const asked = this.#wanted || (snapshot.game.phase === "no game" && !this.#left);
    return this.admitted && asked && !this.#changed && !document.hidden;
  }

  async #look() {
    const found = await this.desk.get("/api/joining");
    if (!found || this.#changed) return;
    const known = JSON.stringify(found);
    if (known === this.#seen) return;
    if (this.#seen === null) this.#reset();
    this.#seen = known;
    this.#seating = found.seating;
    this.#draft = found.position ? this.#drafted(found.position) : null;
    this.form.elements.near.value = found.seating.near;
    this.form.elements.home.value = found.seating.home_right ? "right" : "left";
    this.#draw();
  }

  #drafted(position) {
    const { snapshot } = this.page;
    const names = { W: nameOf(snapshot, "W"), B: nameOf(snapshot, "B") };
    return snapshot.game.squares ? new SquaresDraft(position, names, snapshot.game.squares) : new FreeDraft(position, names, snapshot.game);
  }

  /** As the camera sees it now, whatever somebody has changed. */
  async #anew() {
    this.#changed = false;
    this.#seen = null;
    await this.#look();
    this.#draw();
    this.watch();
  }

  #changedBy(change) {
    this.#changed = true;
    change();
    this.#draw();
  }

  #chosen(name) {
    if (name === "owner") this.form.elements.values.disabled = this.form.owner.value === "middle";
    if (name !== "near" && name !== "home") return;
    const seating = { near: this.form.near.value, home_right: this.form.home.value === "right" };
    this.#changedBy(() => {
      if (this.#draft?.reseated) this.#draft = this.#draft.reseated(this.#seating, seating);
      this.#seating = seating;
      this.touch.renew();
    });
  }

  async #say() {
    const { form } = this;
    const { snapshot } = this.page;
    write(this.trouble, "");
    if (!this.#draft) return;
    const value = form.owner.value === "middle" ? 1 : Number(form.value.value);
    const said = await this.onSaid({
      type: "join_game",
      position: this.#draft.text(),
      to_play: form.to_play.value,
      seating: this.#seating,
      ...(snapshot.chouette ? {} : { score: { W: Number(form.elements.W.value), B: Number(form.elements.B.value) } }),
      ...(snapshot.game.squares ? {} : { cube: { value, owner: form.owner.value === "middle" ? null : form.owner.value } }),
    });
    if (said === null) return;
    // what the table makes of it may be told a moment later: until then it is not asked about again
    if (said.ok) this.leave();
    else write(this.trouble, said.detail);
  }

  #forget() {
    this.#wanted = this.#changed = false;
    this.#draft = this.#seen = null;
    this.#reset();
    this.watch();
  }

  /** The form as it is at first: score and cube as the table has them, nobody chosen yet. */
  #reset() {
    const { snapshot } = this.page;
    const { form } = this;
    form.reset();
    write(this.trouble, "");
    for (const side of SIDES) form.elements[side].value = snapshot.score[side];
    form.owner.value = snapshot.cube.owner ?? "middle";
    form.value.value = String(Math.max(snapshot.cube.value, 2));
    form.elements.values.disabled = form.owner.value === "middle";
  }

  #draw() {
    const { active } = this;
    const draft = this.#draft;
    show(this.box, active);
    document.body.classList.toggle("joining", active);
    this.touch.borrow(active && draft ? this.lender : null);
    write(field("joining-counts", this.box), active ? this.#counts : "");
    this.form.querySelector("[data-joining=yes]").disabled = !draft || (draft.held.length > 0 && !draft.loose);
    show(this.box.querySelector("[data-joining=seen]"), this.#changed);
    for (const part of this.box.querySelectorAll("[data-of-score]")) show(part, !this.page.snapshot.chouette);
    for (const part of this.box.querySelectorAll("[data-of-cube]")) show(part, !this.page.snapshot.game.squares);
    for (const side of SIDES) {
      const kind = (side === "W") === ((this.#seating?.near ?? "light") === "light") ? "light" : "dark";
      this.form.querySelector(`[data-swatch=${side}]`).setAttribute("href", `#checker-${kind}`);
    }
    this.page.draw();
  }

  /** Of whom not all checkers stand there, so that one that is missed is not overlooked. */
  get #counts() {
    if (!this.#draft) return t("The camera sees no board yet, or nothing on it.");
    if (!this.#draft.standing) return "";
    const { men } = this.page.snapshot.game;
    return SIDES.filter((side) => this.#draft.standing(side) !== men).map((side) =>
      t("{name}: {count} of {men} checkers seen.", {
        name: nameOf(this.page.snapshot, side), count: this.#draft.standing(side), men,
      }),
    ).join(" ");
  }
}
