// The editor of a position: tap a point to pick up its top checker, tap another to put it down.

import { Board, counts, shape } from "./board.js";
import { BAR_SITE, OFF_SITE, SIDES } from "./geometry.js";

const SITES = Array.from({ length: 26 }, (_, site) => site);

export class Editor {
  #men = { W: new Map(), B: new Map() };
  #held = null;             // {side, from}
  #keys = new Map();        // "site side" -> the area to tap

  /** `onChange(editor)` after every tap. */
  constructor(svg, onChange) {
    this.svg = svg;
    this.board = new Board(svg);
    this.onChange = onChange;
    this.says = "";
  }

  /** Starts from a position of the notice; without one all `men` of each side are off. */
  open(position, men, names, seating, turned) {
    Object.assign(this, { names, seating, turned });
    for (const side of SIDES) {
      this.#men[side] = position ? counts(position, side) : new Map([[OFF_SITE, men]]);
    }
    this.#held = null;
    this.#say("Tap a point to pick up a checker.");
  }

  get held() {
    return this.#held;
  }

  total(side) {
    return [...this.#men[side].values()].reduce((sum, men) => sum + men, 0);
  }

  #at(site, side) {
    return this.#men[side].get(site) ?? 0;
  }

  #add(site, side, men) {
    this.#men[side].set(site, this.#at(site, side) + men);
  }

  /** The position as the table takes it: each side in its own numbering. */
  text() {
    const side = (letter) => {
      const own = (point) => (letter === "W" ? point : 25 - point);
      const parts = [];
      if (this.#at(BAR_SITE, letter)) parts.push(`bar(${this.#at(BAR_SITE, letter)})`);
      for (let point = 24; point >= 1; point -= 1) {
        if (this.#at(own(point), letter)) parts.push(`${point}(${this.#at(own(point), letter)})`);
      }
      if (this.#at(OFF_SITE, letter)) parts.push(`off(${this.#at(OFF_SITE, letter)})`);
      return `${letter}: ${parts.join(" ")}`;
    };
    return `${side("W")} ${side("B")}`;
  }

  #say(words) {
    this.says = words;
    this.#draw();
    this.onChange(this);
  }

  #tap(site, tapped) {
    const held = this.#held;
    if (!held) {
      const side = tapped ?? SIDES.findLast((letter) => this.#at(site, letter));
      if (!side || !this.#at(site, side)) return this.#say("There is no checker there.");
      this.#add(site, side, -1);
      this.#held = { side, from: site };
      return this.#say(`${this.names[side]}'s checker is in your hand: tap where it belongs.`);
    }
    const { side } = held;
    const other = side === "W" ? "B" : "W";
    if (tapped && tapped !== side) return this.#say(`That place is ${this.names[other]}'s.`);
    const point = site >= 1 && site <= 24;
    if (point && this.#at(site, other) > 1) return this.#say(`${this.names[other]} holds that point.`);
    this.#held = null;
    this.#add(site, side, 1);
    if (point && this.#at(site, other) === 1) {
      this.#add(site, other, -1);
      this.#add(BAR_SITE, other, 1);
      return this.#say(`${this.names[other]}'s checker went to the bar.`);
    }
    return this.#say("Tap a point to pick up a checker.");
  }

  #position() {
    const both = (site) => ({ W: this.#at(site, "W"), B: this.#at(site, "B") });
    return {
      points: Object.fromEntries(SITES.slice(1, 25).map((site) => [site, both(site)])),
      bar: both(BAR_SITE),
      off: both(OFF_SITE),
    };
  }

  #draw() {
    const { seating, turned } = this;
    this.board.show({ position: this.#position(), seating, turned, numbersFor: turned ? "B" : "W" });
    const held = this.#held;
    const origin = held ? [shape("path", { class: "differs", d: this.board.geometry.outline(held.from, held.side) })] : [];
    this.board.layers["trace-under"].replaceChildren(...origin);
    this.#areas();
  }

  /** The areas to tap; made once, so that the keyboard's focus stays where it is. */
  #areas() {
    const wanted = [];
    for (const site of SITES) {
      if (site >= 1 && site <= 24) wanted.push([site, null]);
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
    const men = (letter) => `${this.#at(site, letter)} of ${this.names[letter]}`;
    if (site === BAR_SITE) return `Bar: ${men(side)}`;
    if (site === OFF_SITE) return `Borne off: ${men(side)}`;
    const there = SIDES.filter((letter) => this.#at(site, letter)).map(men);
    return `Point ${site}: ${there.join(" and ") || "empty"}`;
  }
}
