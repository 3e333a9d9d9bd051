// @ts-check
// The editor of a position: tap a point to pick up its top checker, tap another to put it down.

import { Board, shape } from "./board.js";
import { Draft } from "./draft.js";
import { HAND_SITE, OFF_SITE, SIDES } from "./geometry.js";
import { t } from "./i18n.js";

export class Editor {
  #draft = null;
  #held = null;             // {side, from}
  #keys = new Map();        // "site side" -> the area to tap

  /** `onChange(editor)` after every tap. */
  constructor(svg, onChange) {
    this.svg = svg;
    this.board = new Board(svg);
    this.onChange = onChange;
    this.says = "";
  }

  /** Starts from a position of the snapshot; without one all `men` of each side are off, or in hand. `game` of the snapshot. */
  open(position, names, seating, turned, game) {
    this.names = names;
    this.seating = seating;
    this.turned = turned;
    this.game = game;
    this.#draft = new Draft(position, names, game);
    for (const area of this.#keys.values()) area.remove();
    this.#keys.clear();
    this.#held = null;
    this.#say(t("Tap a point to pick up a checker."));
  }

  get held() {
    return this.#held;
  }

  total(side) {
    return this.#draft.total(side);
  }

  /** The position as the table takes it: each side in its own numbering. */
  text() {
    return this.#draft.text();
  }

  #say(words) {
    this.says = words;
    this.#draw();
    this.onChange(this);
  }

  #tap(site, tapped) {
    const draft = this.#draft;
    if (!this.#held) {
      // Who is pinned cannot be picked up before those that lie on them.
      const side = tapped ?? draft.uppermost(site);
      if (!side || !draft.take(site, side)) return this.#say(t("There is no checker there."));
      this.#held = { side, from: site };
      return this.#say(t("{name}'s checker is in your hand: tap where it belongs.", { name: this.names[side] }));
    }
    const { side } = this.#held;
    const name = this.names[side === "W" ? "B" : "W"];
    if (tapped && tapped !== side) return this.#say(t("That place is {name}'s.", { name }));
    if (!draft.mayPut(site, side)) return this.#say(t("{name} holds that point.", { name }));
    this.#held = null;
    return this.#say(draft.put(site, side) || t("Tap a point to pick up a checker."));
  }

  #draw() {
    const { seating, turned } = this;
    const { facing, hand } = this.game;
    this.board.show({ position: this.#draft.position, facing, hand, seating, turned, numbersFor: turned ? "B" : "W" });
    const held = this.#held;
    const origin = held ? [shape("path", { class: "differs", d: this.board.geometry.outline(held.from, held.side) })] : [];
    this.board.layers["trace-under"].replaceChildren(...origin);
    this.#areas();
  }

  /** The areas to tap; made once, so that the keyboard's focus stays where it is. */
  #areas() {
    const wanted = [];
    const { geometry } = this.board;
    for (const site of [OFF_SITE, ...Array.from({ length: this.#draft.bar }, (_, n) => n + 1), ...(geometry.hand ? [HAND_SITE] : [])]) {
      if (geometry.isPoint(site)) wanted.push([site, null]);
      else for (const side of SIDES) wanted.push([site, side]);
    }
    for (const [site, side] of wanted) {
      const key = `${site} ${side}`;
      let area = this.#keys.get(key);
      if (!area) {
        area = shape("rect", { class: "area", role: "button", tabindex: 0, "data-site": site, "data-side": side ?? "" });
        area.addEventListener("click", () => this.#tap(site, side));
        area.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          this.#tap(site, side);
        });
        this.#keys.set(key, area);
        this.svg.append(area);
      }
      for (const [name, value] of Object.entries(this.board.geometry.target(site, side))) area.setAttribute(name, value);
      area.setAttribute("aria-label", this.#label(site, side));
    }
  }

  #label(site, side) {
    const draft = this.#draft;
    const men = (letter) => t("{count} of {name}", { count: draft.at(site, letter), name: this.names[letter] });
    if (site === draft.bar) return t("Bar: {men}", { men: men(side) });
    if (site === HAND_SITE) return t("In hand: {men}", { men: men(side) });
    if (site === OFF_SITE) return this.game.off === "taken" ? t("Taken: {men}", { men: men(side) }) : t("Borne off: {men}", { men: men(side) });
    const there = SIDES.filter((letter) => draft.at(site, letter));
    const under = there.find((letter) => draft.isPinned(site, letter));
    const named = { number: site, men: men(there[0] ?? "W"), others: men(there[1] ?? "B") };
    if (under) return t("Point {number}: {men} under {others}", { ...named, men: men(under), others: men(under === "W" ? "B" : "W") });
    if (there.length > 1) return t("Point {number}: {men} and {others}", named);
    return there.length ? t("Point {number}: {men}", named) : t("Point {number}: empty", named);
  }
}
