// @ts-check
// The editor of a position on squares: tap a man to pick him up, a square to put him down; beside the board lie those captured.

import { shape } from "./board.js";
import { SIDES } from "./geometry.js";
import { SquaresBoard, piece } from "./squares.js";
import { t } from "./i18n.js";

export class SquaresEditor {
  #there = new Map();       // square -> {side, king}
  #off = { W: [], B: [] };  // whether each man that is off is the king
  #held = null;             // {side, king, from}
  #keys = new Map();

  /** `onChange(editor)` after every tap. */
  constructor(svg, onChange) {
    this.svg = svg;
    this.board = new SquaresBoard(svg);
    this.onChange = onChange;
    this.says = "";
  }

  /** Starts from a position of the snapshot; `squares` says how many pieces each side begins with. */
  open(position, _, names, seating, turned, squares) {
    this.names = names;
    this.seating = seating;
    this.turned = turned;
    this.squares = squares;
    this.#there = new Map(Object.entries(position?.squares ?? {}));
    const has = (side, king) => [...this.#there.values()].filter((each) => each.side === side && each.king === king).length;
    const kings = { W: 1, B: 0 };
    for (const side of SIDES) {
      const king = Array(kings[side] - has(side, true)).fill(true);
      const gone = squares.men[side] - kings[side] - has(side, false);
      this.#off[side] = [...king, ...Array(Math.max(0, gone)).fill(false)];
    }
    this.#held = null;
    this.#say(t("Tap a man to pick him up."));
  }

  get held() {
    return this.#held;
  }

  total(side) {
    return [...this.#there.values()].filter((each) => each.side === side).length;
  }

  /** The position as the table takes it. */
  text() {
    const own = (side, king) => [...this.#there].filter(([, each]) => each.side === side && each.king === king);
    const names = (side) => [...own(side, true).map(([name]) => `K${name}`), ...own(side, false).map(([name]) => name)];
    return `W: ${names("W").join(" ")} B: ${names("B").join(" ")}`;
  }

  #say(words) {
    this.says = words;
    this.#draw();
    this.onChange(this);
  }

  #what({ side, king }) {
    return king ? t("The king") : t("{name}'s man", { name: this.names[side] });
  }

  #inHand({ side, king }) {
    if (king) return this.#say(t("The king is in your hand: tap where he belongs."));
    return this.#say(t("{name}'s man is in your hand: tap where he belongs.", { name: this.names[side] }));
  }

  #tap(name) {
    const there = this.#there.get(name);
    if (!this.#held) {
      if (!there) return this.#say(t("There is nobody on that square."));
      this.#there.delete(name);
      this.#held = { ...there, from: name };
      return this.#inHand(there);
    }
    if (there) return this.#say(t("Somebody stands on that square."));
    this.#there.set(name, { side: this.#held.side, king: this.#held.king });
    this.#held = null;
    return this.#say(t("Tap a man to pick him up."));
  }

  #aside(side) {
    const off = this.#off[side];
    if (!this.#held) {
      if (!off.length) return this.#say(t("{name}: none of the men is off the board.", { name: this.names[side] }));
      this.#held = { side, king: off.shift(), from: null };
      return this.#inHand(this.#held);
    }
    if (this.#held.side !== side) return this.#say(t("That place is for the men of {name}.", { name: this.names[side] }));
    off[this.#held.king ? "unshift" : "push"](this.#held.king);
    this.#held = null;
    return this.#say(t("Tap a man to pick him up."));
  }

  #draw() {
    const { seating, turned, squares } = this;
    this.board.show({ position: { squares: Object.fromEntries(this.#there) }, seating, turned, squares });
    const { geometry } = this.board;
    this.svg.setAttribute("viewBox", geometry.withAside);
    const from = this.#held?.from;
    const origin = from ? [shape("rect", { class: "differs", ...geometry.area(from) })] : [];
    const asides = SIDES.flatMap((side) => {
      const { x, y, width, height } = geometry.aside(side);
      const tray = shape("rect", { class: "aside", x, y, width, height, rx: 14 });
      const first = this.#off[side][0];
      if (first === undefined) return [tray];
      const middle = { x: x + width / 2, y: y + height / 2 };
      const look = shape("g", { transform: `translate(${middle.x} ${middle.y})` }, piece(geometry.kind(side), first));
      const count = shape("text", { class: "aside-count", x: middle.x + 120, y: middle.y }, `×${this.#off[side].length}`);
      return [tray, look, count];
    });
    this.board.layers["trace-under"].replaceChildren(...origin, ...asides);
    this.#areas(geometry);
  }

  /** The areas to tap; made once, so that the keyboard's focus stays where it is. */
  #areas(geometry) {
    for (const name of geometry.names) this.#area(name, geometry.area(name), () => this.#tap(name), this.#label(name));
    for (const side of SIDES) {
      const label = t("Off the board: {count} of {name}", { count: this.#off[side].length, name: this.names[side] });
      this.#area(`off ${side}`, geometry.aside(side), () => this.#aside(side), label);
    }
  }

  #area(key, place, onTap, label) {
    let area = this.#keys.get(key);
    if (!area) {
      area = shape("rect", { class: "area", role: "button", tabindex: 0, "data-site": key });
      area.addEventListener("click", onTap);
      area.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onTap();
      });
      this.#keys.set(key, area);
    }
    if (!area.isConnected) this.svg.append(area);
    for (const [attribute, value] of Object.entries(place)) area.setAttribute(attribute, value);
    area.setAttribute("aria-label", label);
  }

  #label(name) {
    const there = this.#there.get(name);
    return there ? `${name}: ${this.#what(there)}` : t("{square}: empty", { square: name });
  }
}
