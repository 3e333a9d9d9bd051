// @ts-check
// A draft of a position: checkers taken into the hand, and put down again; the totals stay as they are.

import { counts, whites } from "./board.js";
import { HAND_SITE, OFF_SITE, SIDES } from "./geometry.js";
import { many, t } from "./i18n.js";

const OTHER = { W: "B", B: "W" };

/** A draft on a board of points. A key of its rows is a side's letter. */
export class Draft {
  #men = { W: new Map(), B: new Map() };
  #pinned = { W: new Set(), B: new Set() };      // points where a side's checker lies under the opponent's
  hand = { W: 0, B: 0 };

  /** Begins with a position of the snapshot; without one all checkers of each side are off, or beside the board. `game` of the snapshot. */
  constructor(position, names, game) {
    this.names = names;
    this.game = game;
    this.points = game.facing.W.length - 2;
    this.bar = this.points + 1;
    for (const side of SIDES) {
      this.#men[side] = position ? counts(position, side) : new Map([[game.hand ? HAND_SITE : OFF_SITE, game.men]]);
      this.#pinned[side] = new Set(position?.pinned[side] ?? []);
    }
  }

  at(site, side) {
    return this.#men[side].get(site) ?? 0;
  }

  total(side) {
    return [...this.#men[side].values()].reduce((sum, men) => sum + men, 0);
  }

  isPinned(site, side) {
    return this.#pinned[side].has(site);
  }

  isPoint(site) {
    return site >= 1 && site <= this.points;
  }

  /** The side whose checker lies uppermost on a site; none where nobody is. */
  uppermost(site) {
    return SIDES.filter((side) => this.at(site, side)).findLast((side) => !this.isPinned(site, side));
  }

  /** Takes a checker into the hand; whether there was one. */
  take(site, side) {
    if (!this.at(site, side)) return false;
    this.#add(site, side, -1);
    if (!this.at(site, side)) for (const letter of SIDES) this.#pinned[letter].delete(site);
    this.hand[side] += 1;
    return true;
  }

  /** Whether a checker may be put on a site. */
  mayPut(site, side) {
    const theirs = this.isPoint(site) ? this.at(site, OTHER[side]) : 0;
    if (!theirs) return true;
    switch (this.game.landing) {
      case "coexist":
        return true;
      case "pin":
        return this.at(site, side) ? !this.isPinned(site, side) : theirs === 1;
      case "hit":
        return theirs === 1;
      default:
        return false;
    }
  }

  /** Puts a checker from the hand on a site; what has become of the opponent's there, in a sentence: empty, if nothing. */
  put(site, side) {
    const other = OTHER[side];
    const theirs = this.isPoint(site) ? this.at(site, other) : 0;
    const joined = this.at(site, side) > 0;
    this.hand[side] -= 1;
    this.#add(site, side, 1);
    const name = this.names[other];
    if (theirs && this.game.landing === "pin") {
      if (!joined) this.#pinned[other].add(site);
      return t("{name}'s checker is pinned there.", { name });
    }
    if (theirs && this.game.landing === "hit") {
      const taken = this.game.off === "taken";
      this.#add(site, other, -1);
      this.#add(taken ? OFF_SITE : this.bar, other, 1);
      return taken ? t("{name}'s checker is taken.", { name }) : t("{name}'s checker went to the bar.", { name });
    }
    return "";
  }

  #add(site, side, men) {
    this.#men[side].set(site, this.at(site, side) + men);
  }

  /** The position as the table takes it: each side in its own numbering. */
  text() {
    const side = (letter) => {
      const parts = [];
      const under = [];
      const put = (word, site) => this.at(site, letter) && parts.push(`${word}(${this.at(site, letter)})`);
      put("bar", this.bar);
      put("hand", HAND_SITE);
      for (let point = this.points; point >= 1; point -= 1) {
        const site = whites(point, letter, this.game.facing);
        // Whoever is pinned is alone on their point.
        if (this.isPinned(site, letter)) under.push(point);
        else put(point, site);
      }
      if (under.length) parts.push(`pin(${under.join(",")})`);
      put("off", OFF_SITE);
      return `${letter}: ${parts.join(" ")}`;
    };
    return `${side("W")} ${side("B")}`;
  }

  /** The position as a snapshot has it. */
  get position() {
    const both = (site) => ({ W: this.at(site, "W"), B: this.at(site, "B") });
    return {
      points: Object.fromEntries(Array.from({ length: this.points }, (_, n) => [n + 1, both(n + 1)])),
      pinned: { W: [...this.#pinned.W], B: [...this.#pinned.B] },
      bar: both(this.bar),
      hand: both(HAND_SITE),
      off: both(OFF_SITE),
    };
  }

  // What follows is for who taps on the board itself, where a site has a row for each kind of men.

  rows(site) {
    return SIDES.map((side) => ({
      key: side,
      side,
      king: false,
      name: this.names[side],
      count: this.at(site, side),
      less: this.at(site, side) > 0 && !(this.isPinned(site, side) && this.uppermost(site) !== side),
      more: this.hand[side] > 0 && this.mayPut(site, side),
    }));
  }

  /** What is in the hand: keys of rows. */
  get held() {
    return SIDES.flatMap((side) => Array(this.hand[side]).fill(side));
  }

  /** What is in the hand, in a line. */
  get handLine() {
    const told = SIDES.filter((side) => this.hand[side]).map((side) =>
      many("{name}: {count} checker in hand. Tap where it goes.", "{name}: {count} checkers in hand. Tap where they go.", this.hand[side], {
        name: this.names[side],
      }),
    );
    return told.join(" ");
  }

  /** The sites, one after the other. */
  get sites() {
    return [OFF_SITE, ...Array.from({ length: this.bar }, (_, n) => n + 1), ...(this.game.hand ? [HAND_SITE] : [])];
  }

  /** What a site is called; `number` is that of a point as it stands on the board. */
  label(site, number) {
    if (site === this.bar) return t("Bar");
    if (site === HAND_SITE) return t("In hand");
    if (site === OFF_SITE) return this.game.off === "taken" ? t("Taken") : t("Borne off");
    return t("Point {number}", { number });
  }
}

/**
 * A draft of a board that nobody has counted yet, as a camera sees it: checkers come and go, and may turn out to be the
 * opponent's. Whatever is neither on the board nor in hand is off.
 */
export class FreeDraft extends Draft {
  at(site, side) {
    return site === OFF_SITE ? Math.max(0, this.game.men - this.standing(side)) : super.at(site, side);
  }

  /** How many checkers of a side are on the board or in hand; more than there are, where one has been misread. */
  standing(side) {
    return [HAND_SITE, ...Array.from({ length: this.bar }, (_, n) => n + 1)].reduce((sum, site) => sum + super.at(site, side), 0);
  }

  take(site, side) {
    const taken = super.take(site, side);
    this.hand[side] = 0;
    return taken;
  }

  put(site, side) {
    const says = this.game.landing === "pin" ? super.put(site, side) : this.#added(site, side);
    this.hand[side] = 0;
    return says;
  }

  #added(site, side) {
    // A single checker of the opponent's was this one, misread.
    if (this.isPoint(site) && this.game.landing !== "coexist") this.take(site, OTHER[side]);
    return super.put(site, side);
  }

  /** What stands there is the opponent's. */
  flip(site) {
    const side = this.uppermost(site);
    const men = this.at(site, side);
    for (let count = 0; count < men; count += 1) this.take(site, side);
    for (let count = 0; count < men; count += 1) super.put(site, OTHER[side]);
    this.hand[OTHER[side]] = 0;
  }

  /** Whether all that stands there may be the opponent's. */
  mayFlip(site) {
    return site !== OFF_SITE && SIDES.filter((side) => this.at(site, side)).length === 1;
  }

  rows(site) {
    const loose = site !== OFF_SITE;
    return super.rows(site).map((row) => ({ ...row, less: row.less && loose, more: loose && this.mayPut(site, row.side) }));
  }

  /** The same board as it is where people sit otherwise: `seating` of the snapshot, before and after. */
  reseated(before, after) {
    const slot = (site) => (before.home_right === after.home_right || !this.isPoint(site) ? site : site <= 12 ? 13 - site : 37 - site);
    const seat = (side) => (before.near === after.near ? side : OTHER[side]);
    const { points, pinned, bar, hand, off } = this.position;
    const sides = (both) => ({ W: both[seat("W")], B: both[seat("B")] });
    const moved = {
      points: Object.fromEntries(Object.entries(points).map(([site, both]) => [slot(Number(site)), sides(both)])),
      pinned: { W: pinned[seat("W")].map(slot), B: pinned[seat("B")].map(slot) },
      bar: sides(bar), hand: sides(hand), off: sides(off),
    };
    return new FreeDraft(moved, this.names, this.game);
  }
}

/** A draft on a board of squares. A key of its rows is a side's letter, or K for the king. */
export class SquaresDraft {
  #there;
  #off = { W: 0, B: 0, K: 0 };
  #hand = { W: 0, B: 0, K: 0 };

  /** `squares` of the snapshot's game. */
  constructor(position, names, squares) {
    this.names = names;
    this.squares = squares;
    this.#there = new Map(Object.entries(position?.squares ?? {}));
    const has = (key) => [...this.#there.values()].filter((each) => keyOf(each) === key).length;
    const all = { W: squares.men.W - 1, B: squares.men.B, K: 1 };
    for (const key of Object.keys(all)) this.#off[key] = Math.max(0, all[key] - has(key));
  }

  take(site, key) {
    const there = this.#there.get(site);
    if (!there || keyOf(there) !== key) return false;
    this.#there.delete(site);
    this.#hand[key] += 1;
    return true;
  }

  put(site, key) {
    this.#there.set(site, { side: key === "K" ? "W" : key, king: key === "K" });
    if (this.#hand[key]) this.#hand[key] -= 1;
    else this.#off[key] -= 1;
    return "";
  }

  rows(site) {
    const there = this.#there.get(site);
    const names = { W: this.names.W, B: this.names.B, K: t("The king") };
    return ["W", "B", "K"].map((key) => ({
      key,
      side: key === "B" ? "B" : "W",
      king: key === "K",
      name: names[key],
      count: there && keyOf(there) === key ? 1 : 0,
      less: Boolean(there) && keyOf(there) === key,
      more: !there && this.#hand[key] + this.#off[key] > 0,
    }));
  }

  mayPut(site) {
    return !this.#there.has(site);
  }

  get held() {
    return Object.entries(this.#hand).flatMap(([key, count]) => Array(count).fill(key));
  }

  get handLine() {
    const told = [];
    if (this.#hand.K) told.push(t("The king is in your hand: tap where he belongs."));
    for (const side of SIDES) {
      if (!this.#hand[side]) continue;
      told.push(many("{name}: {count} man in hand. Tap where he goes, or leave him off.", "{name}: {count} men in hand. Tap where they go, or leave them off.", this.#hand[side], { name: this.names[side] }));
    }
    return told.join(" ");
  }

  /** Men in the hand may be off the board; the king may not. */
  get loose() {
    return this.#hand.K === 0;
  }

  get sites() {
    const { size } = this.squares;
    return Array.from({ length: size * size }, (_, n) => `${"abcdefghi"[n % size]}${Math.floor(n / size) + 1}`);
  }

  label(site) {
    return site;
  }

  text() {
    const own = (side, king) => [...this.#there].filter(([, each]) => each.side === side && each.king === king);
    const names = (side) => [...own(side, true).map(([name]) => `K${name}`), ...own(side, false).map(([name]) => name)];
    return `W: ${names("W").join(" ")} B: ${names("B").join(" ")}`;
  }

  get position() {
    return { squares: Object.fromEntries(this.#there) };
  }
}

function keyOf({ side, king }) {
  return king ? "K" : side;
}
