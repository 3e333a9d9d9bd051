// @ts-check
// A line over all steps of a match: how White stands, the middle being even; games parted, mistakes marked, and where one is.

import { shape } from "./board.js";
import { sign } from "./ticks.js";

const HEIGHT = 92;            // where the page has not laid it out yet
const EDGE = 8;

/**
 * Where everything lies: the `points` {x, y, place} of the values that are not null, and `y` of a value. `top` is the value at the upper edge
 * where that is fixed, and the middle half of it; else the middle is 0, and the edge as far off as the values go.
 */
export function plotted(values, width, height, top) {
  const known = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]));
  const reach = top === null ? Math.max(1, ...known.map(({ value }) => Math.abs(value))) : top / 2;
  const middle = top === null ? 0 : top / 2;
  const x = (place) => (place / Math.max(values.length - 1, 1)) * width;
  const y = (value) => height / 2 - ((value - middle) / reach) * (height / 2 - EDGE);
  return { x, y, middle, points: known.map(({ value, place }) => ({ x: x(place), y: y(value), place })) };
}

/** Draws the line in an <svg>; `marks` are [place, mark], `begins` the places where games begin, `at` where one is. */
export function drawEquity(svg, { values, at, marks, begins, top, names }) {
  const width = Math.max(svg.clientWidth || svg.parentElement.clientWidth, 200);
  const tall = svg.clientHeight || HEIGHT;
  const plan = plotted(values, width, tall, top);
  const even = plan.y(plan.middle);
  const path = plan.points.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const height = new Map(plan.points.map(({ place, y }) => [place, y]));
  const [first, last] = [plan.points[0], plan.points.at(-1)];
  const here = plan.points.findLast(({ place }) => place <= at) ?? first;
  svg.setAttribute("viewBox", `0 0 ${width} ${tall}`);
  svg.replaceChildren(
    ...begins.map((place) => shape("path", { class: "grid-line", d: `M${plan.x(place).toFixed(1)} 0V${tall}` })),
    shape("path", { class: "even", d: `M0 ${even}H${width}` }),
    shape("path", { class: "under", d: `${path}L${last.x.toFixed(1)} ${even}L${first.x.toFixed(1)} ${even}z` }),
    shape("path", { class: "path", d: path }),
    shape("text", { x: 4, y: 13 }, names[0]),
    shape("text", { x: 4, y: tall - 5 }, names[1]),
    ...marks.map(([place, mark]) => {
      const y = height.get(place) ?? even;
      return sign(mark, 13, { transform: `translate(${plan.x(place).toFixed(1)} ${(y < tall / 2 ? y + 13 : y - 13).toFixed(1)})` });
    }),
    shape("path", { class: "here", d: `M${plan.x(at).toFixed(1)} 0V${tall}` }),
    shape("circle", { class: "here", cx: plan.x(at), cy: here.y, r: 4.5 }),
  );
}
