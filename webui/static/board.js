// @ts-check
// The drawn board: what stands on it, the dice, the cube, the trace of the last play, marks where something is wrong.

import { Geometry, HAND_SITE, OFF_SITE, SIDES, SIZE } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const LAYERS = ["ground", "numbers", "marks", "trace-under", "beside", "checkers", "trace", "steps", "dice", "cube"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A new SVG element with its attributes. */
export function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A copy of one of the shapes of _shapes.html, at a place. */
export function copy(id, attributes = {}) {
  return shape("use", { href: `#${id}`, ...attributes });
}

/** A die of a kind, its middle at the origin. */
export function dieShape(kind, value, attributes = {}) {
  return shape(
    "g",
    { class: `die ${kind}`, ...attributes },
    copy(`die-${kind}`, { x: -60, y: -60 }),
    ...PIPS[value].map(([column, row]) => shape("circle", { class: "pip", cx: column * 26, cy: row * 26, r: 10.5 })),
  );
}

/** A number to be played that nobody threw, its middle at the origin. */
function owedShape(value, attributes) {
  return shape("g", { class: "owed", ...attributes }, shape("circle", { r: 54 }), shape("text", {}, String(value)));
}

/** The ground of a board of three rows. */
function writings(geometry) {
  const { halves } = geometry.parts;
  const places = Array.from({ length: geometry.points }, (_, index) => {
    const { x, y, width, height } = geometry.target(index + 1, null);
    return shape("rect", { class: "writing", x: x + 6, y: y + 6, width: width - 12, height: height - 12, rx: 12 });
  });
  return [...halves.map(({ x, y }) => shape("rect", { class: "field", x, y, width: 600, height: 1150 })), ...places];
}

/** Which checkers stand where: site -> count, for one side of a position of the snapshot (White's numbering). */
export function counts(position, side) {
  const men = new Map();
  if (!position) return men;
  for (const [point, sides] of Object.entries(position.points)) if (sides[side]) men.set(Number(point), sides[side]);
  if (position.bar[side]) men.set(Object.keys(position.points).length + 1, position.bar[side]);
  if (position.hand[side]) men.set(HAND_SITE, position.hand[side]);
  if (position.off[side]) men.set(OFF_SITE, position.off[side]);
  return men;
}

/** Where a site that a side counts in its own way lies, as the near player of backgammon counts; `facing` of the snapshot's game. */
export function whites(site, side, facing) {
  return site === HAND_SITE ? site : facing[side][site];
}

/** How a side counts the site that lies there. */
export function owns(site, side, facing) {
  return site === HAND_SITE ? site : facing[side].indexOf(site);
}

/** Whether a side's checker on a point lies under the opponent's. */
export function isUnder(position, site, side) {
  return position.pinned?.[side].includes(site) ?? false;
}

/** How many of the opponent's checkers a side's checkers on a point stand upon; where nobody is pinned, Black's on White's. */
function below(position, site, side) {
  const other = side === "W" ? "B" : "W";
  if (isUnder(position, site, side) || (side === "W" && !isUnder(position, site, other))) return 0;
  return position.points[site]?.[other] ?? 0;
}

/** Layers in an <svg>, by their names, on a plane that `lay` turns. */
export function layered(svg, names) {
  const layers = Object.fromEntries(names.map((name) => [name, shape("g", { class: name })]));
  svg.replaceChildren(shape("g", { class: "plane" }, ...Object.values(layers)));
  lay(svg, 0);
  return layers;
}

/** Turns a board by a quarter for who sits at its left end (-1) or its right (1), or not (0); what is written stays upright. */
export function lay(svg, quarter) {
  if (svg.dataset.quarter === String(quarter)) return;
  svg.dataset.quarter = quarter;
  const { width, height } = SIZE;
  svg.setAttribute("viewBox", quarter ? `0 0 ${height} ${width}` : `0 0 ${width} ${height}`);
  const turns = { "-1": `translate(0 ${width}) rotate(-90)`, 0: "", 1: `translate(${height} 0) rotate(90)` };
  svg.querySelector(".plane").setAttribute("transform", turns[quarter]);
}

/** One board in an <svg>. `show` draws a scene, and moves the checkers that have moved since the last one. */
export class Board {
  #checkers = [];          // {element, side, site}
  #drawn = null;           // key of the geometry that is drawn
  #dice = "";

  constructor(svg) {
    this.svg = svg;
    this.layers = layered(svg, LAYERS);
  }

  /**
   * `scene`: {position, facing, hand, seating, turned, quarter (as `lay` has it), numbersFor, dice: {side, roll, owed, name}, cube, play, faint, marks,
   * faulty}; all but the position and `facing` and `hand` of the snapshot's game may be left out. `marks` are sites in
   * White's numbering; `play` is a last_play of the snapshot, `steps` those of its `mend` that are still to be made; dice that are `owed` are numbers to play, and no throw.
   */
  show(scene) {
    const geometry = new Geometry(scene.seating, scene.turned, scene.facing.W.length - 2, scene.hand);
    this.geometry = geometry;
    this.facing = scene.facing;
    const afresh = this.#drawn !== geometry.key;
    this.#drawn = geometry.key;
    if (afresh) this.#ground(geometry);
    lay(this.svg, scene.quarter ?? 0);
    this.svg.classList.toggle("faulty", Boolean(scene.faulty));
    this.#numbers(geometry, scene.numbersFor ?? null);
    this.#place(geometry, scene.position, afresh);
    this.#marks(geometry, scene.position, scene.marks ?? []);
    this.#trace(geometry, scene.position, scene.play ?? null, scene.faint);
    this.layers.steps.replaceChildren(...this.#steps(geometry, scene.position, scene.steps ?? []));
    this.#throw(geometry, scene.dice ?? null);
    this.#cube(geometry, scene.cube ?? null);
  }

  #ground(geometry) {
    const { halves, bar, tray, middle } = geometry.parts;
    const { width, height } = SIZE;
    this.layers.ground.replaceChildren(
      shape("rect", { class: "frame", width, height, rx: 26 }),
      shape("rect", { class: "frame-edge", x: 5, y: 5, width: width - 10, height: height - 10, rx: 22 }),
      ...(geometry.points > 24 ? writings(geometry) : halves.map((at) => copy("half", at))),
      copy("bar", bar),
      copy("tray", tray),
      shape("rect", { class: "hinge", x: middle.x - 24, y: 8, width: 48, height: 42, rx: 6 }),
      shape("rect", { class: "hinge", x: middle.x - 24, y: height - 50, width: 48, height: 42, rx: 6 }),
    );
  }

  /** A point as the player counts it whose numbers are shown. */
  numberOf(point) {
    return owns(point, this.side ?? "W", this.facing);
  }

  #numbers(geometry, side) {
    this.side = side;
    const key = `${side} ${geometry.key} ${this.facing.W} ${this.facing.B}`;
    if (this.numbered === key) return;
    this.numbered = key;
    const texts = [];
    for (let point = 1; side && point <= geometry.points; point += 1) {
      const { x, y } = geometry.number(point);
      texts.push(shape("text", { x, y, class: point > 24 ? "inner" : "" }, String(this.numberOf(point))));
    }
    this.layers.numbers.replaceChildren(...texts);
  }

  #place(geometry, position, afresh) {
    const next = [];
    for (const side of SIDES) {
      const have = this.#checkers.filter((checker) => checker.side === side);
      next.push(...this.#matched(have, counts(position, side), side));
    }
    for (const checker of this.#checkers) if (!next.includes(checker)) checker.element.remove();
    this.#checkers = next;
    const stacks = new Map();
    for (const checker of next) stacks.set(checker.site, [...(stacks.get(checker.site) ?? []), checker]);
    for (const [site, stack] of stacks) {
      const of = (side) => stack.filter((checker) => checker.side === side);
      // A pinned checker lies lowest, and the others half upon it; off the points each side has a place of its own.
      const under = SIDES.find((side) => isUnder(position, site, side));
      const lowest = under === "B" ? [...of("B"), ...of("W")] : [...of("W"), ...of("B")];
      for (const here of geometry.isPoint(site) ? [lowest] : SIDES.map(of)) {
        here.forEach((checker, index) => {
          const top = here.length > 5 && index === here.length - 1;
          const height = under && index ? index - 0.45 : index;
          this.#put(checker, geometry, height, here.length, top ? of(checker.side).length : 0, afresh);
        });
      }
    }
    const counted = SIDES.filter((side) => position?.hand?.[side]).map((side) =>
      shape("text", { class: "hand-count", ...geometry.handCount(side) }, String(position.hand[side])),
    );
    this.layers.beside.replaceChildren(...counted);
  }

  /** The checkers of one side on their new sites: those that can stay do, the others go the shortest way in all. */
  #matched(have, wanted, side) {
    const left = new Map(wanted);
    const placed = [];
    const moving = [];
    for (const checker of have) {
      if (left.get(checker.site)) {
        left.set(checker.site, left.get(checker.site) - 1);
        placed.push(checker);
      } else {
        moving.push(checker);
      }
    }
    const goals = [...left].flatMap(([site, count]) => Array(count).fill(site));
    const own = (site) => (site === HAND_SITE ? this.geometry.bar : owns(site, side, this.facing));
    const far = (a, b) => own(b) - own(a);
    goals.sort(far);
    moving.sort((a, b) => far(a.site, b.site));
    goals.forEach((site, index) => {
      const checker = moving[index] ?? { side, element: null, site };
      checker.site = site;
      placed.push(checker);
    });
    return placed;
  }

  /** `told`: the number to write on it, if any. */
  #put(checker, geometry, index, count, told, afresh) {
    const { x, y, onEdge } = geometry.checker(checker.site, checker.side, index, count);
    const kind = geometry.kind(checker.side);
    if (!checker.element) {
      checker.element = shape("g", { class: "checker" });
      checker.label = shape("text", { class: "count" });
    }
    const { element, label } = checker;
    const look = `${kind} ${onEdge}`;
    if (checker.look !== look) {
      checker.look = look;
      element.setAttribute("class", `checker ${kind}`);
      element.replaceChildren(
        onEdge ? copy(`slab-of-${kind}`, { x: -54, y: -13 }) : copy(`checker-${kind}`, { x: -60, y: -60 }),
        label,
      );
    }
    label.textContent = !onEdge && told ? String(told) : "";
    const from = checker.at;
    checker.at = { x, y };
    element.setAttribute("transform", `translate(${x} ${y})`);
    // Stacks are painted from the edge inwards; what moves is painted last.
    const moved = from && !afresh && (from.x !== x || from.y !== y);
    if (!element.isConnected || moved || index > 0) this.layers.checkers.append(element);
    if (moved && !calm.matches) {
      element.animate(
        [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${x}px, ${y}px)` }],
        { duration: 550, easing: "cubic-bezier(.3, .1, .2, 1)" },
      );
    }
  }

  #marks(geometry, position, sites) {
    const outlines = [];
    for (const site of sites) {
      const sides = geometry.isPoint(site) ? ["W"] : SIDES;
      for (const side of sides) {
        const inHand = site === geometry.bar && position?.hand[side] && !position.bar[side];
        outlines.push(shape("path", { class: "mark", d: geometry.outline(inHand ? HAND_SITE : site, side) }));
      }
      if (sides.length === 1) {
        const { x, y } = geometry.number(site);
        outlines.push(
          shape("rect", { class: "mark-badge", x: x - 36, y: y - 25, width: 72, height: 50, rx: 25 }),
          shape("text", { class: "mark-number", x, y }, String(this.numberOf(site))),
        );
      }
    }
    this.layers.marks.replaceChildren(...outlines);
  }

  /** Ghosts where the checkers of a play came from, and arrows to where they went. */
  #trace(geometry, position, play, faint) {
    const under = [];
    const over = [];
    const told = new Map();
    const vacated = new Map();
    const arrived = new Map();
    const here = (site, side) => (counts(position, side).get(site) ?? 0) + (position ? below(position, site, side) : 0);
    let entering = (play?.moves ?? []).filter(([origin]) => origin === geometry.bar).length;
    for (const [origin, target] of play?.moves ?? []) {
      // What was on the bar came in before what was in hand.
      const inHand = origin === geometry.bar && entering-- <= (play.from_hand ?? 0);
      const from = inHand ? HAND_SITE : whites(origin, play.side, this.facing);
      const to = whites(target, play.side, this.facing);
      const rank = here(from, play.side) + (vacated.get(from) ?? 0);
      vacated.set(from, (vacated.get(from) ?? 0) + 1);
      // Of several arrows to one point each ends on a checker of its own, the first on the lowest.
      const nth = (arrived.get(to) ?? 0) + 1;
      arrived.set(to, nth);
      const there = here(to, play.side);
      const comers = play.moves.filter((move) => move[1] === target).length;
      const rung = Math.max(there - comers + nth - 1, 0);
      const start = geometry.checker(from, play.side, Math.min(rank, 5), Math.min(rank + 1, 6));
      const end = geometry.checker(to, play.side, rung, Math.max(there, rung + 1));
      under.push(shape("circle", { class: "ghost", cx: start.x, cy: start.y, r: 44 }));
      over.push(...arrow(start, end, geometry.cy));
      // The points as who played counts them, whoever's numbers stand on the frame.
      const away = Math.hypot(end.x - start.x, end.y - start.y) || 1;
      const beside = (at, reach) => ({ x: at.x + ((end.x - start.x) / away) * reach, y: at.y + ((end.y - start.y) / away) * reach });
      if (geometry.isPoint(from)) told.set(from, shape("text", { class: "trace-number", ...beside(start, -24) }, String(origin)));
      if (geometry.isPoint(to)) told.set(to, shape("text", { class: "trace-number", ...beside(end, 16) }, String(target)));
    }
    for (const name of ["trace", "trace-under"]) this.layers[name].classList.toggle("faint", Boolean(faint));
    this.layers["trace-under"].replaceChildren(...under);
    this.layers.trace.replaceChildren(...over, ...told.values());
  }

  /** An arrow for each checker that is to be moved to put the board right. */
  #steps(geometry, position, steps) {
    const men = (site, side) => counts(position, side).get(site) ?? 0;
    return steps.map(({ side, from, to }) => {
      const [origin, target] = [from ?? OFF_SITE, to ?? OFF_SITE];
      const [there, here] = [Math.max(men(origin, side), 1), men(target, side)];
      const start = geometry.checker(origin, side, there - 1, there);
      return shape("g", { class: "mending" }, ...arrow(start, geometry.checker(target, side, here, here + 1), geometry.cy));
    });
  }

  #throw(geometry, dice) {
    const key = dice ? `${dice.side}${dice.roll} ${dice.owed} ${dice.name ?? ""} ${geometry.key}` : "";
    if (key === this.#dice) return;
    this.#dice = key;
    this.layers.dice.replaceChildren();
    (dice?.roll ?? []).forEach((value, index) => {
      const { x, y } = geometry.die(dice.side, index, dice.roll.length);
      const lean = ((value * 47 + index * 71) % 34) - 17;       // lies as it fell, the same for everybody
      const kind = geometry.kind(dice.side);
      if (dice.owed) {
        this.layers.dice.append(owedShape(value, { transform: `translate(${x} ${y})` }));
        return;
      }
      const die = dieShape(kind, value, { transform: `translate(${x} ${y}) rotate(${lean})` });
      this.layers.dice.append(die);
      if (!calm.matches) {
        die.animate(
          [
            { transform: `translate(${x}px, ${y + 60}px) rotate(${lean - 160}deg) scale(1.25)`, opacity: 0 },
            { transform: `translate(${x}px, ${y}px) rotate(${lean}deg) scale(1)`, opacity: 1 },
          ],
          { duration: 420, easing: "cubic-bezier(.2, .7, .3, 1)" },
        );
      }
    });
    if (dice?.name) this.layers.dice.append(shape("text", { class: "roll-name", ...geometry.belowDice(dice.side) }, dice.name));
  }

  #cube(geometry, cube) {
    this.layers.cube.replaceChildren();
    if (!cube || !cube.in_play) return;
    const { x, y } = geometry.cube(cube.owner, cube.offered_by);
    const value = cube.offered_by ? cube.next : cube.value;
    const owned = cube.owner !== null && !cube.offered_by;       // then it lies their way up
    const upsideDown = owned && (cube.owner === "W") !== geometry.nearIsDown;
    const text = shape("text", { class: `cube-value digits-${String(value === 1 ? 64 : value).length}` });
    text.textContent = String(value === 1 ? 64 : value);        // there is no 1 on a cube
    this.layers.cube.append(
      shape(
        "g",
        { class: cube.offered_by ? "offered" : "", transform: `translate(${x} ${y}) rotate(${upsideDown ? 180 : 0})` },
        copy("cube", { x: -60, y: -60 }),
        text,
      ),
    );
  }
}

/** An arrow from checker to checker, bent towards the `middle` height of the board, if given; two strokes, so that it shows on anything. */
export function arrow(start, end, middle) {
  const reach = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const bend = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  if (middle !== null) bend.y += Math.sign(middle - bend.y || 1) * Math.min(reach * 0.22, 150);
  const toward = Math.atan2(end.y - bend.y, end.x - bend.x);
  const tip = { x: end.x - Math.cos(toward) * 26, y: end.y - Math.sin(toward) * 26 };
  const neck = { x: tip.x - Math.cos(toward) * 30, y: tip.y - Math.sin(toward) * 30 };
  const wing = (turn) => `${tip.x - Math.cos(toward + turn) * 46} ${tip.y - Math.sin(toward + turn) * 46}`;
  const line = `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${neck.x} ${neck.y}`;
  const head = `M${tip.x} ${tip.y}L${wing(0.5)}L${wing(-0.5)}z`;
  return [
    shape("path", { class: "arrow-casing", d: line }),
    shape("path", { class: "arrow-casing head", d: head }),
    shape("path", { class: "arrow", d: line }),
    shape("path", { class: "arrow head", d: head }),
  ];
}
