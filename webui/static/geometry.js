// Where everything lies on the drawn board. A checker is 100 units wide; the near player sits at the bottom unless
// the board is turned. Points are White's own; White sits near.

const HALF = 600;          // six points
const BAR = 116;
const HEIGHT = 1150;       // of the playing surface, without the frame
const TRAY = 128;
const RAIL = 22;           // between the surface and the tray
const FRAME = { x: 34, y: 58 };
const REACH = HALF + BAR / 2;

export const SIZE = { width: 2 * REACH + RAIL + TRAY + 2 * FRAME.x, height: HEIGHT + 2 * FRAME.y };
export const BAR_SITE = 25;
export const OFF_SITE = 0;
export const SIDES = ["W", "B"];

/** The geometry of a board as one person sees it: `seating` of the notice, and whether he looks from the far side. */
export class Geometry {
  constructor(seating, turned) {
    this.homeRight = seating ? seating.home_right : true;
    this.near = seating ? seating.near : "light";
    this.turned = Boolean(turned);
    this.trayRight = this.homeRight !== this.turned;
    this.cx = FRAME.x + REACH + (this.trayRight ? 0 : TRAY + RAIL);
    this.cy = FRAME.y + HEIGHT / 2;
  }

  get key() {
    return `${this.near} ${this.homeRight} ${this.turned}`;
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

  /** A point's column (-: left of the bar) and its edge (1: near), as the near player sees it. */
  #column(point) {
    const slot = this.homeRight ? point : point <= 12 ? 13 - point : 37 - point;
    const column = slot <= 12 ? 12 - slot : slot - 13;
    const x = column * 100 + 50 - HALF + (column < 6 ? -BAR / 2 : BAR / 2);
    return { x, edge: slot <= 12 ? 1 : -1 };
  }

  /** The middle of checker `index` of `count` on a site (1-24, BAR_SITE, OFF_SITE), and whether it lies on edge. */
  checker(site, side, index, count) {
    const own = side === "W" ? 1 : -1;
    if (site === OFF_SITE) {
      const x = (REACH + RAIL + TRAY / 2) * (this.homeRight ? 1 : -1);
      return { ...this.#at(x, own * (HEIGHT / 2 - 22 - index * 28)), onEdge: true };
    }
    const pitch = count > 5 ? 400 / (count - 1) : 100;
    if (site === BAR_SITE) {
      // A hit checker waits in the half where it comes in; the middle of the bar is the cube's.
      return { ...this.#at(0, -own * (112 + index * Math.min(pitch, 100))), onEdge: false };
    }
    const { x, edge } = this.#column(site);
    return { ...this.#at(x, edge * (HEIGHT / 2 - 50 - index * pitch)), onEdge: false };
  }

  /** Where the number of a point stands, on the frame. */
  number(point) {
    const { x, edge } = this.#column(point);
    return this.#at(x, edge * (HEIGHT / 2 + FRAME.y / 2));
  }

  /** The outline of a site: a point's triangle, a bar's or a tray's half, as path data. */
  outline(site, side) {
    if (site >= 1 && site <= 24) {
      const { x, edge } = this.#column(site);
      const foot = this.#at(x, (edge * HEIGHT) / 2);
      const tip = this.#at(x, edge * (HEIGHT / 2 - 432));
      return `M${foot.x - 47} ${foot.y}H${foot.x + 47}L${tip.x} ${tip.y}z`;
    }
    const box = this.#box(site, side);
    return `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`;
  }

  /** The area in which a finger means a site. */
  target(site, side) {
    if (site >= 1 && site <= 24) {
      const { x, edge } = this.#column(site);
      const corner = this.#at(x, edge * (HEIGHT / 4));
      return { x: corner.x - 50, y: corner.y - HEIGHT / 4, width: 100, height: HEIGHT / 2 };
    }
    return this.#box(site, side);
  }

  #box(site, side) {
    const own = side === "W" ? 1 : -1;
    if (site === OFF_SITE) {
      const middle = this.#at((REACH + RAIL + TRAY / 2) * (this.homeRight ? 1 : -1), own * (HEIGHT / 2 - 256));
      return { x: middle.x - TRAY / 2, y: middle.y - 256, width: TRAY, height: 512 };
    }
    const middle = this.#at(0, -own * (HEIGHT / 4 + 26));
    return { x: middle.x - BAR / 2, y: middle.y - (HEIGHT / 4 - 26), width: BAR, height: HEIGHT / 2 - 52 };
  }

  /** The middle of die number `index` of a side: thrown on the half at his right hand. */
  die(side, index) {
    const right = side === "W" ? 1 : -1;
    return this.#at(right * (BAR / 2 + HALF / 2 + (index ? 72 : -72)), index ? 8 : -8);
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
