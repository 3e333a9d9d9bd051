// @ts-check
// A drawn board of squares: the men and the king, the throne, what was captured, the last move, marks where something is wrong.

import { arrow, lay, layered, shape } from "./board.js";
import { SIZE } from "./geometry.js";
import { many } from "./i18n.js";

const FILES = "abcdefghi";
const EDGE = 70;             // the frame around the squares, with their letters and numbers
const ASIDE = 130;           // the height of what lies beyond an edge in the editor
const LAYERS = ["ground", "numbers", "marks", "trace-under", "checkers", "trace", "steps"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Where everything lies on a board of squares, as one person sees it; rank 1 is at the near edge. */
export class Squares {
  constructor({ size, throne, corners }, seating, turned) {
    this.size = size;
    this.throne = throne;
    this.corners = corners;
    this.turned = Boolean(turned);
    this.near = seating?.near ?? "light";
    this.step = (SIZE.height - 2 * EDGE) / size;
    this.left = (SIZE.width - size * this.step) / 2;
    this.names = Array.from({ length: size * size }, (_, n) => `${FILES[n % size]}${Math.floor(n / size) + 1}`);
  }

  get key() {
    return `${this.near} ${this.turned} ${this.corners}`;
  }

  /** Which men a side has: light or dark. */
  kind(side) {
    return (side === "W") === (this.near === "light") ? "light" : "dark";
  }

  /** The middle of a square. */
  at(name) {
    const file = FILES.indexOf(name[0]);
    const rank = Number(name.slice(1)) - 1;
    const [column, row] = this.turned ? [this.size - 1 - file, rank] : [file, this.size - 1 - rank];
    return { x: this.left + (column + 0.5) * this.step, y: EDGE + (row + 0.5) * this.step };
  }

  /** The attributes of a square's area. */
  area(name) {
    const { x, y } = this.at(name);
    return { x: x - this.step / 2, y: y - this.step / 2, width: this.step, height: this.step };
  }

  /** Where a side's men lie that are off the board, in the editor: beyond that player's edge. */
  aside(side) {
    const below = (side === "W") !== this.turned;
    return { x: this.left, y: below ? SIZE.height + 20 : -ASIDE - 20, width: this.size * this.step, height: ASIDE };
  }

  /** What is drawn of the plane where there is room for what is off the board. */
  get withAside() {
    const width = this.size * this.step + 2 * EDGE;
    return `${this.left - EDGE} ${-ASIDE - 30} ${width} ${SIZE.height + 2 * ASIDE + 60}`;
  }
}

/** A man or a king of a kind, its middle at the origin. */
export function piece(kind, king) {
  return shape("use", { href: `#${king ? "king" : "checker"}-${kind}`, x: -60, y: -60 });
}

/** One board of squares in an <svg>. `show` draws a scene, and moves the man that has moved since the last one. */
export class SquaresBoard {
  #pieces = new Map();       // square -> {element, side, king, look}
  #drawn = null;

  constructor(svg) {
    this.svg = svg;
    this.layers = layered(svg, LAYERS);
  }

  /** `scene` as for a Board, with `squares` of the snapshot's game; marks are names of squares. */
  show(scene) {
    const geometry = new Squares(scene.squares, scene.seating, scene.turned);
    this.geometry = geometry;
    const afresh = this.#drawn !== geometry.key;
    this.#drawn = geometry.key;
    if (afresh) this.#ground(geometry);
    lay(this.svg, scene.quarter ?? 0);
    this.svg.classList.toggle("faulty", Boolean(scene.faulty));
    this.#place(geometry, scene.position?.squares ?? {}, afresh);
    this.layers.marks.replaceChildren(
      ...(scene.marks ?? []).map((name) => shape("rect", { class: "mark", ...geometry.area(name), rx: 10 })),
    );
    this.#trace(geometry, scene.play ?? null);
    const ways = (scene.steps ?? []).filter(({ from, to }) => from !== null && to !== null);
    this.layers.steps.replaceChildren(
      ...ways.map(({ from, to }) => shape("g", { class: "mending" }, ...arrow(geometry.at(from), geometry.at(to), null))),
    );
  }

  #ground(geometry) {
    const { size, step, left, throne, corners, names } = geometry;
    const wide = size * step;
    const lines = Array.from({ length: size - 1 }, (_, n) => (n + 1) * step);
    const special = [throne, ...corners].map((name) => {
      const { x, y } = geometry.at(name);
      return shape("use", { href: "#throne", x: x - 60, y: y - 60 });
    });
    this.layers.ground.replaceChildren(
      shape("rect", { class: "frame", x: left - EDGE, width: wide + 2 * EDGE, height: SIZE.height, rx: 26 }),
      shape("rect", {
        class: "frame-edge", x: left - EDGE + 5, y: 5, width: wide + 2 * EDGE - 10, height: SIZE.height - 10, rx: 22,
      }),
      shape("rect", { class: "field", x: left, y: EDGE, width: wide, height: wide }),
      ...lines.flatMap((at) => [
        shape("path", { class: "line", d: `M${left + at} ${EDGE}v${wide}` }),
        shape("path", { class: "line", d: `M${left} ${EDGE + at}h${wide}` }),
      ]),
      ...special,
    );
    const labels = [];
    for (const name of names) {
      const { x, y } = geometry.at(name);
      if (name.endsWith("1") && name.length === 2) {
        for (const edge of [EDGE / 2, SIZE.height - EDGE / 2]) labels.push(shape("text", { x, y: edge }, name[0]));
      }
      if (name[0] === "a") {
        for (const edge of [left - EDGE / 2, left + wide + EDGE / 2]) labels.push(shape("text", { x: edge, y }, name.slice(1)));
      }
    }
    this.layers.numbers.replaceChildren(...labels);
  }

  #place(geometry, squares, afresh) {
    const next = new Map();
    const moving = [];
    for (const [name, each] of this.#pieces) {
      const wanted = squares[name];
      if (wanted && wanted.side === each.side && wanted.king === each.king) next.set(name, each);
      else moving.push(each);
    }
    for (const [name, { side, king }] of Object.entries(squares)) {
      if (next.has(name)) continue;
      const index = moving.findIndex((each) => each.side === side && each.king === king);
      const each = index < 0 ? { side, king, element: shape("g", {}) } : moving.splice(index, 1)[0];
      next.set(name, each);
    }
    for (const each of moving) each.element.remove();
    this.#pieces = next;
    for (const [name, each] of next) this.#put(each, geometry, name, afresh);
  }

  #put(each, geometry, name, afresh) {
    const { x, y } = geometry.at(name);
    const look = `${geometry.kind(each.side)} ${each.king ? "king" : "man"}`;
    if (each.look !== look) {
      each.look = look;
      each.element.setAttribute("class", `checker ${look}`);
      each.element.replaceChildren(piece(geometry.kind(each.side), each.king));
    }
    const from = each.at;
    each.at = { x, y };
    each.element.setAttribute("transform", `translate(${x} ${y})`);
    each.element.dataset.square = name;
    const moved = from && !afresh && (from.x !== x || from.y !== y);
    if (!each.element.isConnected || moved) this.layers.checkers.append(each.element);
    if (moved && !calm.matches) {
      each.element.animate(
        [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${x}px, ${y}px)` }],
        { duration: 550, easing: "cubic-bezier(.3, .1, .2, 1)" },
      );
    }
  }

  /** Where the last move began, an arrow to where it ended, and a cross where a man was captured. */
  #trace(geometry, play) {
    const moves = (play?.moves ?? []).map((move) => move.map((name) => geometry.at(name)));
    this.layers["trace-under"].replaceChildren(
      ...moves.map(([start]) => shape("circle", { class: "ghost", cx: start.x, cy: start.y, r: 44 })),
    );
    this.layers.trace.replaceChildren(
      ...moves.flatMap(([start, end]) => arrow(start, end, null)),
      ...(play?.captured ?? []).map((name) => {
        const { x, y } = geometry.at(name);
        return shape("path", { class: "captured", d: `M${x - 30} ${y - 30}l60 60M${x + 30} ${y - 30}l-60 60` });
      }),
    );
  }
}

/** How many men, and whether the king, a side has on the board: `king and 8 men`. */
export function force(position, side) {
  const own = Object.values(position.squares).filter((each) => each.side === side);
  const men = own.filter((each) => !each.king).length;
  const king = own.length > men;
  return king ? many("king and {count} man", "king and {count} men", men) : many("{count} man", "{count} men", men);
}

/** The names of a side's squares, the king's first. */
export function occupied(position, side) {
  const own = Object.entries(position.squares).filter(([, each]) => each.side === side);
  return [...own.filter(([, each]) => each.king), ...own.filter(([, each]) => !each.king)].map(([name]) => name);
}

/** The squares where positions are not all the same. */
export function differing(positions) {
  const names = new Set(positions.flatMap((position) => Object.keys(position.squares)));
  const there = (position, name) => JSON.stringify(position.squares[name] ?? null);
  return [...names].filter((name) => new Set(positions.map((position) => there(position, name))).size > 1);
}


