// The editor of a position: tap a point to pick up its top checker, tap another to put it down.

import { Board, counts, shape, whites } from "./board.js";
import { HAND_SITE, OFF_SITE, SIDES } from "./geometry.js";

export class Editor {
  #men = { W: new Map(), B: new Map() };
  #pinned = { W: new Set(), B: new Set() };      // points where a side's checker lies under the opponent's
  #held = null;             // {side, from}
  #keys = new Map();        // "site side" -> the area to tap

  /** `onChange(editor)` after every tap. */
  constructor(svg, onChange) {
    this.svg = svg;
    this.board = new Board(svg);
    this.onChange = onChange;
    this.says = "";
  }

  /** Starts from a position of the notice; without one all `men` of each side are off, or in hand. `game` of the notice. */
  open(position, names, seating, turned, game) {
    Object.assign(this, { names, seating, turned, game });
    this.points = game.facing.W.length - 2;
    this.bar = this.points + 1;
    for (const side of SIDES) {
      this.#men[side] = position ? counts(position, side) : new Map([[game.hand ? HAND_SITE : OFF_SITE, game.men]]);
      this.#pinned[side] = new Set(position?.pinned[side] ?? []);
    }
    for (const area of this.#keys.values()) area.remove();
    this.#keys.clear();
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
      const parts = [];
      const under = [];
      const put = (word, site) => this.#at(site, letter) && parts.push(`${word}(${this.#at(site, letter)})`);
      put("bar", this.bar);
      put("hand", HAND_SITE);
      for (let point = this.points; point >= 1; point -= 1) {
        const site = whites(point, letter, this.game.facing);
        // Whoever is pinned is alone on his point.
        if (this.#pinned[letter].has(site)) under.push(point);
        else put(point, site);
      }
      if (under.length) parts.push(`pin(${under.join(",")})`);
      put("off", OFF_SITE);
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
      const there = SIDES.filter((letter) => this.#at(site, letter));
      // Who is pinned cannot be picked up before those that lie on him.
      const side = tapped ?? there.findLast((letter) => !this.#pinned[letter].has(site));
      if (!side || !this.#at(site, side)) return this.#say("There is no checker there.");
      this.#add(site, side, -1);
      if (!this.#at(site, side)) for (const letter of SIDES) this.#pinned[letter].delete(site);
      this.#held = { side, from: site };
      return this.#say(`${this.names[side]}'s checker is in your hand: tap where it belongs.`);
    }
    const { side } = held;
    const other = side === "W" ? "B" : "W";
    if (tapped && tapped !== side) return this.#say(`That place is ${this.names[other]}'s.`);
    const theirs = this.board.geometry.isPoint(site) ? this.#at(site, other) : 0;
    if (theirs && !this.#mayJoin(site, side, theirs)) return this.#say(`${this.names[other]} holds that point.`);
    this.#held = null;
    const joined = this.#at(site, side) > 0;
    this.#add(site, side, 1);
    if (theirs && this.game.landing === "pin") {
      if (!joined) this.#pinned[other].add(site);
      return this.#say(`${this.names[other]}'s checker is pinned there.`);
    }
    if (theirs && this.game.landing === "hit") {
      const taken = this.game.off === "taken";
      this.#add(site, other, -1);
      this.#add(taken ? OFF_SITE : this.bar, other, 1);
      return this.#say(`${this.names[other]}'s checker ${taken ? "is taken" : "went to the bar"}.`);
    }
    return this.#say("Tap a point to pick up a checker.");
  }

  /** Whether a checker may be put on a point where so many of the opponent's stand. */
  #mayJoin(site, side, theirs) {
    switch (this.game.landing) {
      case "coexist":
        return true;
      case "pin":
        return this.#at(site, side) ? !this.#pinned[side].has(site) : theirs === 1;
      case "hit":
        return theirs === 1;
      default:
        return false;
    }
  }

  #position() {
    const both = (site) => ({ W: this.#at(site, "W"), B: this.#at(site, "B") });
    return {
      points: Object.fromEntries(Array.from({ length: this.points }, (_, n) => [n + 1, both(n + 1)])),
      pinned: { W: [...this.#pinned.W], B: [...this.#pinned.B] },
      bar: both(this.bar),
      hand: both(HAND_SITE),
      off: both(OFF_SITE),
    };
  }

  #draw() {
    const { seating, turned } = this;
    const { facing, hand } = this.game;
    this.board.show({ position: this.#position(), facing, hand, seating, turned, numbersFor: turned ? "B" : "W" });
    const held = this.#held;
    const origin = held ? [shape("path", { class: "differs", d: this.board.geometry.outline(held.from, held.side) })] : [];
    this.board.layers["trace-under"].replaceChildren(...origin);
    this.#areas();
  }

  /** The areas to tap; made once, so that the keyboard's focus stays where it is. */
  #areas() {
    const wanted = [];
    const { geometry } = this.board;
    for (const site of [OFF_SITE, ...Array.from({ length: this.bar }, (_, n) => n + 1), ...(geometry.hand ? [HAND_SITE] : [])]) {
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
    const men = (letter) => `${this.#at(site, letter)} of ${this.names[letter]}`;
    if (site === this.bar) return `Bar: ${men(side)}`;
    if (site === HAND_SITE) return `In hand: ${men(side)}`;
    if (site === OFF_SITE) return `${this.game.off === "taken" ? "Taken" : "Borne off"}: ${men(side)}`;
    const there = SIDES.filter((letter) => this.#at(site, letter));
    const under = there.find((letter) => this.#pinned[letter].has(site));
    if (under) return `Point ${site}: ${[under, under === "W" ? "B" : "W"].map(men).join(" under ")}`;
    return `Point ${site}: ${there.map(men).join(" and ") || "empty"}`;
  }
}
