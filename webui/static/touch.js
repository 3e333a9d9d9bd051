// @ts-check
// The board itself put right by a tap: at the site there opens what lets one take checkers off it and put them on it. What is
// taken is in the hand until it is put down elsewhere, so that none gets lost.

import { shape } from "./board.js";
import { Draft, SquaresDraft } from "./draft.js";
import { t } from "./i18n.js";
import { nameOf } from "./words.js";
import { field, show, write } from "./fields.js";

const BESIDE = 14;          // pixels between the finger and what opens

export class Touch {
  #draft = null;
  #site = null;
  #at = null;               // where the finger was
  #lender = null;           // {draft(), onChange()}: whose board it is, if not the snapshot's

  /** `onTold(text)` sends a position; its answer, once it comes, is {ok, detail}, or null. */
  constructor(page, onTold) {
    this.page = page;
    this.onTold = onTold;
    this.box = document.querySelector(".touch");
    this.rows = this.box.querySelector(".touch-rows");
    this.strip = document.querySelector("[data-part=editing]");
    const svg = document.getElementById("board");
    svg.addEventListener("click", (event) => this.#tap(event));
    for (const [name, act] of Object.entries({
      back: () => this.#step(-1),
      on: () => this.#step(1),
      close: () => this.#close(),
      stands: () => this.#stands(),
      leave: () => this.#leave(),
    })) {
      this.box.querySelector(`[data-touch=${name}]`).addEventListener("click", act);
    }
    this.strip.querySelector("[data-action=stands-so]").addEventListener("click", () => this.#stands());
    this.strip.querySelector("[data-action=leave-it]").addEventListener("click", () => this.#leave());
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
      if (event.key === "ArrowLeft") this.#step(-1);
      if (event.key === "ArrowRight") this.#step(1);
    });
    document.addEventListener("pointerdown", (event) => {
      if (!this.box.hidden && !this.box.contains(event.target) && !svg.contains(event.target)) this.#close();
    });
    addEventListener("resize", () => this.#place());
  }

  /** Whether somebody is at it, to tell the table how it stands. */
  get active() {
    return this.#draft !== null && this.#lender === null;
  }

  /** Has taps go to another draft than that of the snapshot's board: `draft()` gives it, `onChange()` is called after each; null: no more. */
  borrow(lender) {
    if (lender === this.#lender) return;
    this.#draft = null;
    this.#lender = lender;
    show(this.box.querySelector(".first"), lender === null);
    this.#close();
  }

  /** The draft that was lent is another one now. */
  renew() {
    if (this.box.hidden || !this.#lender) return;
    this.#draft = this.#lender.draft();
    this.#draw();
  }

  /** The position that is drafted, in place of what a scene shows. */
  dress(scene) {
    if (!this.active) return scene;
    return { ...scene, position: this.#draft.position, play: null, steps: [], marks: [], faulty: false };
  }

  /** Marks the site at which it is open; after every drawing of the board. */
  mark() {
    const plane = this.page.board.svg.querySelector(".plane");
    plane.querySelector(".touched")?.remove();
    if (this.box.hidden || this.#site === null) return;
    const { geometry } = this.page.board;
    const sides = this.#isSquares || geometry.isPoint(this.#site) ? ["W"] : ["W", "B"];
    const outline = (side) => {
      if (!this.#isSquares) return shape("path", { class: "differs", d: geometry.outline(this.#site, side) });
      return shape("rect", { class: "differs", ...geometry.area(this.#site) });
    };
    plane.append(shape("g", { class: "touched" }, ...sides.map(outline)));
  }

  get #isSquares() {
    return Boolean(this.page.snapshot.game.squares);
  }

  #tap(event) {
    const site = this.#siteAt(event);
    if (site === null || this.page.snapshot.kept_back) return;
    this.#at = { x: event.clientX, y: event.clientY };
    if (!this.#draft || this.#lender) this.#begin();
    if (!this.#draft) return;
    const [first, ...others] = this.#draft.held;
    const only = first !== undefined && others.every((key) => key === first);
    let says = "";
    if (only) {
      if (this.#draft.mayPut(site, first)) says = this.#draft.put(site, first);
      else if (this.#isSquares) says = t("Somebody stands on that square.");
      else says = t("{name} holds that point.", { name: this.#draft.names[first === "W" ? "B" : "W"] });
    }
    this.#open(site, says);
  }

  #begin() {
    if (this.#lender) {
      this.#draft = this.#lender.draft();
      return;
    }
    const { snapshot } = this.page;
    const names = { W: nameOf(snapshot, "W"), B: nameOf(snapshot, "B") };
    const position = snapshot.seen ?? snapshot.position;
    this.#draft = this.#isSquares
      ? new SquaresDraft(position, names, snapshot.game.squares)
      : new Draft(position, names, snapshot.game);
  }

  /** The site under a finger; null where there is none. */
  #siteAt(event) {
    const { svg, geometry } = this.page.board;
    const matrix = svg.querySelector(".plane")?.getScreenCTM();
    if (!matrix || !geometry) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const inside = (box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
    if (this.#isSquares) return geometry.names.find((name) => inside(geometry.area(name))) ?? null;
    const sites = Array.from({ length: geometry.bar }, (_, index) => index + 1);
    const places = [0, ...sites, ...(geometry.hand ? [-1] : [])];
    return places.find((site) => (geometry.isPoint(site) ? inside(geometry.target(site, null)) : ["W", "B"].some((side) => inside(geometry.target(site, side))))) ?? null;
  }

  #open(site, says = "") {
    this.#site = site;
    const fresh = this.box.hidden;
    show(this.box, true);
    this.#draw(says);
    this.#place();
    if (fresh) this.box.querySelector("[data-touch=close]").focus({ preventScroll: true });
  }

  #step(by) {
    const { sites } = this.#draft;
    this.#site = sites[(sites.indexOf(this.#site) + by + sites.length) % sites.length];
    this.#draw();
  }

  #draw(says = "") {
    const draft = this.#draft;
    const { geometry } = this.page.board;
    const number = this.#isSquares ? 0 : this.#numberOf(this.#site);
    write(document.getElementById("touch-title"), draft.label(this.#site, number));
    const kind = (row) => geometry.kind(row.side);
    const flip = draft.mayFlip?.(this.#site) ? [this.#flipper()] : [];
    this.rows.replaceChildren(...draft.rows(this.#site).map((row) => this.#row(row, kind(row))), ...flip);
    write(field("touch-says", this.box), [says, draft.handLine].filter(Boolean).join(" "));
    this.box.querySelector("[data-touch=stands]").disabled = !this.#complete;
    this.#tellStrip();
    this.#lender?.onChange();
    this.page.draw();
  }

  /** The button by which all that stands there was misread as the other side's. */
  #flipper() {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "big plain flip", textContent: t("The other colour") });
    button.addEventListener("click", () => {
      this.#draft.flip(this.#site);
      this.#draw();
      this.rows.querySelector(".flip")?.focus({ preventScroll: true });
    });
    return button;
  }

  #numberOf(site) {
    const shown = this.page.board.side ?? "W";
    return this.page.snapshot.game.facing[shown].indexOf(site);
  }

  get #complete() {
    return this.#draft.held.length === 0 || Boolean(this.#draft.loose);
  }

  #row(row, kind) {
    const line = document.createElement("div");
    line.className = "touch-row";
    line.dataset.key = row.key;
    const use = shape("use", { href: `#${row.king ? "king" : "checker"}-${kind}`, x: -60, y: -60 });
    const swatch = shape("svg", { class: "swatch", viewBox: "-49 -49 98 98", "aria-hidden": "true" }, use);
    const name = document.createElement("span");
    name.textContent = row.name;
    const count = document.createElement("output");
    count.textContent = String(row.count);
    line.append(swatch, name, this.#button("\u2212", t("{name}: take one off", { name: row.name }), row.less, () => this.#draft.take(this.#site, row.key)));
    line.append(count, this.#button("+", t("{name}: put one here", { name: row.name }), row.more, () => this.#draft.put(this.#site, row.key)));
    return line;
  }

  #button(sign, label, enabled, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.disabled = !enabled;
    button.addEventListener("click", () => {
      const says = act();
      this.#draw(typeof says === "string" ? says : "");
      const again = this.rows.querySelector(`[aria-label="${CSS.escape(label)}"]:not(:disabled)`);
      (again ?? this.box.querySelector("[data-touch=close]")).focus({ preventScroll: true });
    });
    return button;
  }

  #tellStrip() {
    // What it says is said beside the finger, too, as long as that is open.
    show(this.strip, this.active && this.box.hidden);
    if (!this.active) return;
    write(field("editing-says"), this.#draft.handLine || t("Tap what else is wrong; then say that it stands so."));
    write(field("editing-trouble"), "");
    this.strip.querySelector("[data-action=stands-so]").disabled = !this.#complete;
  }

  /** Puts the box beside the finger, so that it covers neither the site nor an edge of the screen. */
  #place() {
    if (this.box.hidden || !this.#at) return;
    const { width, height } = this.box.getBoundingClientRect();
    const far = { x: innerWidth - width - 8, y: innerHeight - height - 8 };
    const board = document.getElementById("board");
    // On a phone it lies below the board, which makes room for it: beside a finger there is none.
    const narrow = innerWidth < 640;
    if (narrow && board.getBoundingClientRect().bottom + height + 14 > innerHeight) board.scrollIntoView({ block: "start" });
    const table = board.getBoundingClientRect();
    const below = narrow ? table.bottom + 6 : this.#at.y - height / 2;
    const x = narrow ? (innerWidth - width) / 2 : this.#at.x + BESIDE + 30 <= far.x ? this.#at.x + BESIDE + 30 : this.#at.x - width - BESIDE - 30;
    this.box.style.left = `${Math.max(8, Math.min(x, far.x))}px`;
    this.box.style.top = `${Math.max(8, Math.min(below, far.y))}px`;
  }

  /** Closes what is open; what has been changed stays a draft. */
  #close() {
    show(this.box, false);
    this.#site = null;
    if (this.#lender || (this.#draft && this.#unchanged)) this.#draft = null;
    this.#tellStrip();
    this.page.draw();
  }

  get #unchanged() {
    const { snapshot } = this.page;
    const former = this.#draft;
    this.#begin();
    const fresh = this.#draft;
    this.#draft = former;
    return former.held.length === 0 && fresh.text() === former.text() && snapshot !== null;
  }

  #leave() {
    this.#draft = null;
    this.#close();
  }

  async #stands() {
    const answer = await this.onTold(this.#draft.text());
    if (answer === null) return;
    if (answer.ok) return this.#leave();
    write(field("touch-says", this.box), answer.detail);
    write(field("editing-trouble"), answer.detail);
  }
}
