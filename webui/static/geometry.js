// @ts-check
// Where everything lies on the drawn board. A checker is 100 units wide; the near player sits at the bottom unless
// the board is turned. Points are White's own; White sits near. A board of 36 points has a third row between the two.

const HALF = 600;          // six points
const BAR = 116;
const HEIGHT = 1150;       // of the playing surface, without the frame
const TRAY = 128;
const RAIL = 22;           // between the surface and the tray
const FRAME = { x: 34, y: 58 };
const REACH = HALF + BAR / 2;

export const SIZE = { width: 2 * REACH + RAIL + TRAY + 2 * FRAME.x, height: HEIGHT + 2 * FRAME.y };
export const OFF_SITE = 0;
export const HAND_SITE = -1;          // beside the board, not yet on it; the bar is the site after the last point
/** @type {("W" | "B")[]} */
export const SIDES = ["W", "B"];

/**
 * The geometry of a board as one person sees it: `seating` of the snapshot, and whether they look from the far side; how many
 * `points` there are, and whether there is room for checkers in `hand`.
 */
export class Geometry {
  constructor(seating, turned, points = 24, hand = false) {
    this.points = points;
    this.bar = points + 1;
    this.hand = Boolean(hand);
    this.homeRight = seating ? seating.home_right : true;
    this.near = seating ? seating.near : "light";
    this.turned = Boolean(turned);
    this.trayRight = this.homeRight !== this.turned;
    this.cx = FRAME.x + REACH + (this.trayRight ? 0 : TRAY + RAIL);
    this.cy = FRAME.y + HEIGHT / 2;
  }

  get key() {
    return `${this.near} ${this.homeRight} ${this.turned} ${this.points} ${this.hand}`;
  }

  isPoint(site) {
    return site >= 1 && site <= this.points;
  }

  /** How far checkers reach into the board from its edge: half of it, or a third. */
  get depth() {
    return this.points > 24 ? HEIGHT / 3 : HEIGHT / 2;
  }

  /** Which checkers a side has: light or dark. */
  kind(side) {
    return (side === "W") === (this.near === "light") ? "light" : "dark";
  }

  /** A place given from the middle of the surface as the near player sees it, in units of the drawing. */
  #at(x, y) {
    return this.turned ? { x: this.cx - x, y: this.cy - y } : { x: this.cx + x, y: this.cy + y };
  }

  /** Whether a thing at the near edge is drawn at the bottom. */
  get nearIsDown() {
    return !this.turned;
  }

  /** A point's column (-: left of the bar) and its edge (1: near, 0: the row between), as the near player sees it. */
  #column(point) {
    if (point > 24) {
      const column = this.homeRight ? 36 - point : point - 25;
      return { x: column * 100 + 50 - HALF + (column < 6 ? -BAR / 2 : BAR / 2), edge: 0 };
    }
    const slot = this.homeRight ? point : point <= 12 ? 13 - point : 37 - point;
    const column = slot <= 12 ? 12 - slot : slot - 13;
    const x = column * 100 + 50 - HALF + (column < 6 ? -BAR / 2 : BAR / 2);
    return { x, edge: slot <= 12 ? 1 : -1 };
  }

  /** The middle of checker `index` of `count` on a site, and whether it lies on edge. */
  checker(site, side, index, count) {
    const own = side === "W" ? 1 : -1;
    if (site === OFF_SITE) {
      const x = (REACH + RAIL + TRAY / 2) * (this.homeRight ? 1 : -1);
      const step = this.hand ? Math.min(28, 160 / Math.max(count - 1, 1)) : 28;
      return { ...this.#at(x, own * (HEIGHT / 2 - 22 - index * step)), onEdge: true };
    }
    if (site === HAND_SITE) {
      const { x, y } = this.handCount(side, 48);
      const sign = y < this.cy ? 1 : -1;
      return { x, y: y + sign * index * Math.min(28, 210 / Math.max(count - 1, 1)), onEdge: true };
    }
    const most = this.points > 24 ? 3 : 5;
    const pitch = count > most ? ((most - 1) * 100) / (count - 1) : 100;
    if (site === this.bar) {
      // A hit checker waits in the half where it comes in; the middle of the bar is the cube's.
      return { ...this.#at(0, -own * (112 + index * Math.min(pitch, 100))), onEdge: false };
    }
    const { x, edge } = this.#column(site);
    const y = edge ? edge * (HEIGHT / 2 - 50 - index * pitch) : 90 - index * pitch;
    return { ...this.#at(x, y), onEdge: false };
  }

  /** Where it stands how many checkers a side has in hand; `inwards`: so much nearer to the middle of the board. */
  handCount(side, inwards = 0) {
    const x = (REACH + RAIL + TRAY / 2) * (this.homeRight ? 1 : -1);
    return this.#at(x, (side === "W" ? 1 : -1) * (HEIGHT / 2 - 234 - inwards));
  }

  /** Where the number of a point stands, on the frame. */
  number(point) {
    const { x, edge } = this.#column(point);
    return this.#at(x, edge ? edge * (HEIGHT / 2 + FRAME.y / 2) : 164);
  }

  /** The outline of a site: a point's triangle, a bar's or a tray's half, as path data. */
  outline(site, side) {
    if (this.isPoint(site) && this.points === 24) {
      const { x, edge } = this.#column(site);
      const foot = this.#at(x, (edge * HEIGHT) / 2);
      const tip = this.#at(x, edge * (HEIGHT / 2 - 432));
      return `M${foot.x - 47} ${foot.y}H${foot.x + 47}L${tip.x} ${tip.y}z`;
    }
    const box = this.target(site, side);
    return `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`;
  }

  /** The area in which a finger means a site. */
  target(site, side) {
    if (this.isPoint(site)) {
      const { x, edge } = this.#column(site);
      const corner = this.#at(x, edge * (HEIGHT / 2 - this.depth / 2));
      return { x: corner.x - 50, y: corner.y - this.depth / 2, width: 100, height: this.depth };
    }
    return this.#box(site, side);
  }

  #box(site, side) {
    const own = side === "W" ? 1 : -1;
    if (site === OFF_SITE || site === HAND_SITE) {
      const [from, to] = site === HAND_SITE ? [204, 512] : [0, this.hand ? 200 : 512];
      const middle = this.#at((REACH + RAIL + TRAY / 2) * (this.homeRight ? 1 : -1), own * (HEIGHT / 2 - (from + to) / 2));
      return { x: middle.x - TRAY / 2, y: middle.y - (to - from) / 2, width: TRAY, height: to - from };
    }
    const middle = this.#at(0, -own * (HEIGHT / 4 + 26));
    return { x: middle.x - BAR / 2, y: middle.y - (HEIGHT / 4 - 26), width: BAR, height: HEIGHT / 2 - 52 };
  }

  /** The middle of die number `index` of `count` of a side: thrown on the half at their right hand. */
  die(side, index, count) {
    const right = side === "W" ? 1 : -1;
    // Where there is a third row of points, the dice lie on the bar.
    if (this.points > 24) return this.#at(0, right * (HEIGHT / 2 - 70 - index * 124));
    return this.#at(right * (BAR / 2 + HALF / 2 + (index - (count - 1) / 2) * 144), index % 2 ? 8 : -8);
  }

  /** The middle of the line below a side's dice, whichever way the board is turned. */
  belowDice(side) {
    const { x, y } = this.#at((side === "W" ? 1 : -1) * (BAR / 2 + HALF / 2), 0);
    return { x, y: y + 104 };
  }

  /** The middle of the cube: at its owner's end of the bar, or offered, on the half at the other player's right hand. */
  cube(owner, offeredBy) {
    if (offeredBy) return this.#at((offeredBy === "W" ? -1 : 1) * (BAR / 2 + HALF / 2), 0);
    if (owner) return this.#at(0, (owner === "W" ? 1 : -1) * (HEIGHT / 2 - 54));
    return this.#at(0, 0);
  }

  /** The left upper corners of the board's parts. */
  get parts() {
    const top = FRAME.y;
    const left = this.cx - REACH;
    return {
      halves: [{ x: left, y: top }, { x: left + HALF + BAR, y: top }],
      bar: { x: left + HALF, y: top },
      tray: { x: this.trayRight ? this.cx + REACH + RAIL : FRAME.x, y: top },
      middle: { x: this.cx, y: this.cy },
    };
  }
}
