// @ts-check
// A line over the games that somebody has played: a step for each, a line at zero, the evenings below.

import { shape } from "./board.js";

const EDGE = { left: 44, right: 58, top: 14, bottom: 28 };
const STEPS = [1, 2, 5];
const DAY_WIDTH = 78;        // what a date needs below
const YEAR_HEIGHT = 15;      // what a year needs below that
const FIGURE_HEIGHT = 18;    // what the last figure of a line needs

/** Round numbers, about `count` of them and `finest` apart or more, from `least` to `most`; both within. */
export function rounds(least, most, count = 5, finest = 1) {
  const rough = Math.max((most - least) / count, finest);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, n) => (first + n) * step);
}

/**
 * Where everything lies on a chart of lines, each of as many values: `lines` of points {x, y} after each value, the `levels` {y, value} of
 * round numbers, `zero`, where the lines `begin`, the `bottom` of the drawing, and the `days` {x, day, told, year} where another evening
 * begins, `told` where there is room for its date; `year` with the first date of each, where there are several.
 */
export function laidOut(lines, days, width, height, finest = 1) {
  const several = new Set(days.filter(Boolean).map(yearOf)).size > 1;
  const bottom = EDGE.bottom + (several ? YEAR_HEIGHT : 0);
  const all = lines.flat();
  const numbers = rounds(Math.min(0, ...all), Math.max(0, ...all), 5, finest);
  const [low, high] = [numbers[0], Math.max(numbers.at(-1), numbers[0] + finest)];
  const wide = width - EDGE.left - EDGE.right;
  const x = (place) => EDGE.left + (place * wide) / Math.max(days.length, 1);
  const y = (value) => EDGE.top + ((high - value) * (height - EDGE.top - bottom)) / (high - low);
  const begun = [];
  days.forEach((day, place) => {
    if (place > 0 && day === days[place - 1]) return;
    const last = begun.findLast((each) => each.told);
    const told = day !== null && (!last || x(place) - last.x >= DAY_WIDTH) && x(place) <= width - DAY_WIDTH / 2;
    const year = told && several && (!last || yearOf(last.day) !== yearOf(day)) ? yearOf(day) : "";
    begun.push({ x: x(place), day, told, year });
  });
  return {
    lines: lines.map((values) => values.map((value, place) => ({ x: x(place + 1), y: y(value) }))),
    levels: numbers.map((value) => ({ y: y(value), value })),
    begin: { x: x(0), y: y(0) },
    zero: y(0),
    bottom: height - bottom,
    days: begun,
  };
}

/** Heights of figures, in the same order, so that none is closer to another than `least`: those that are make room from the top down. */
export function apart(heights, least) {
  const found = [...heights];
  const order = heights.map((_, place) => place).sort((one, other) => heights[one] - heights[other]);
  order.forEach((place, rank) => {
    if (rank) found[place] = Math.max(found[place], found[order[rank - 1]] + least);
  });
  return found;
}

const yearOf = (day) => day.slice(0, 4);

/** The path of a stepped line through points, from where it begins. */
export function stepped(begin, points) {
  return `M${begin.x} ${begin.y}${points.map(({ x, y }) => `H${x.toFixed(1)}V${y.toFixed(1)}`).join("")}`;
}

/**
 * Draws stepped lines, each {values, kind}, in an <svg>: the first with a dot for every value, as long as there is room. `tell(place)` names
 * a dot, of which there are none without it, `dayText` a date. Returns where everything lies.
 */
export function drawLines(svg, { lines, days, signed, tell = null, dayText, finest = 1 }) {
  const width = Math.max(svg.parentElement.clientWidth - 24, 240);
  const height = Math.max(Math.min(width * 0.42, 420), 190);
  const plan = laidOut(lines.map(({ values }) => values), days, width, height, finest);
  const ends = apart(plan.lines.map((points) => points.at(-1).y), FIGURE_HEIGHT);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren(
    ...plan.levels.flatMap(({ y, value }) => [
      shape("path", { class: value === 0 ? "zero" : "grid-line", d: `M${EDGE.left} ${y}H${width - EDGE.right}` }),
      shape("text", { x: EDGE.left - 8, y: y + 4.5, "text-anchor": "end" }, signed(value)),
    ]),
    ...plan.days.flatMap(({ x, day, told, year }) => [
      shape("path", { class: "grid-line", d: `M${x} ${EDGE.top}V${plan.bottom + (told ? 6 : 0)}` }),
      ...(told ? [shape("text", { x: x + 2, y: plan.bottom + 21 }, dayText(day))] : []),
      ...(year ? [shape("text", { x: x + 2, y: plan.bottom + 21 + YEAR_HEIGHT }, year)] : []),
    ]),
    ...lines.flatMap(({ values, kind }, index) => {
      const points = plan.lines[index];
      const line = stepped(plan.begin, points);
      const end = points.at(-1);
      return [
        ...(index ? [] : [shape("path", { class: `under ${kind}`, d: `${line}V${plan.zero}H${plan.begin.x}z` })]),
        shape("path", { class: `path ${kind}`, d: line }),
        ...(index || !tell ? [] : dots(values, points, width, tell)),
        shape("text", { class: "last-figure", x: end.x + 9, y: ends[index] + 6 }, signed(values.at(-1))),
      ];
    }),
  );
  return plan;
}

/** A dot for every value, full where it went up; only the last where there is no room for all. */
function dots(values, points, width, tell) {
  const few = values.length <= width / 9;
  return points.flatMap(({ x, y }, place) => {
    if (!few && place < values.length - 1) return [];
    const up = values[place] > (values[place - 1] ?? 0);
    return [shape("circle", { class: `dot ${up ? "up" : ""}`, cx: x, cy: y, r: 4 }, shape("title", {}, tell(place)))];
  });
}
