// @ts-check
// What a player has won and lost, drawn; a finger on the drawing tells of a single game.

import { drawLines } from "./chart.js";
import { made } from "./elements.js";
import { shape } from "./board.js";
import { language, locale, t } from "./i18n.js";
import { field } from "./fields.js";

const line = JSON.parse(document.getElementById("line").textContent);
const DAYS = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
const NUMBERS = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 2 });
const signed = (value) => NUMBERS.format(value).replace("-", "\u2212");
const date = (format, day) => (day ? format.format(new Date(`${day}T00:00:00Z`)) : "");
const chart = document.getElementById("chart");

function told(place) {
  const { opponent, points, total, evening } = line[place];
  const values = { opponent: opponent || t("without a name"), points: signed(points), total: signed(total) };
  return [date(LONG, evening), t("{points} against {opponent}, {total} in all", values)].filter(Boolean).join(": ");
}

function drawPoints() {
  chart.removeAttribute("hidden");
  const plan = drawLines(chart, {
    lines: [{ values: line.map(({ total }) => total), kind: "" }], days: line.map(({ evening }) => evening), signed, tell: told, dayText: (day) => date(DAYS, day),
  });
  const [points] = plan.lines;
  const ring = shape("circle", { class: "dot chosen", r: 7, visibility: "hidden" });
  chart.append(ring);
  chart.onpointermove = chart.onpointerdown = (event) => {
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
    const far = (point) => Math.abs(point.x - x);
    const place = points.reduce((best, point, at) => (far(point) < far(points[best]) ? at : best), 0);
    for (const [name, value] of [["cx", points[place].x], ["cy", points[place].y], ["visibility", "visible"]]) ring.setAttribute(name, value);
    const { match, table } = line[place];
    field("point").replaceChildren(told(place), " ", made("a", { href: `${table ? `/tables/${encodeURIComponent(table)}` : ""}/matches/${match}`, tabindex: "-1" }, t("Match {number}", { number: match })));
  };
}

/** Luck and error so far, where games have been analysed: a line each, apart from the points. */
function drawSkill() {
  const svg = document.getElementById("skill");
  const analysed = line.filter(({ luck, error }) => luck !== null || error !== null);
  if (!analysed.length) return;
  svg.removeAttribute("hidden");
  const sums = (kind) => {
    let sum = 0;
    return { kind, values: analysed.map((each) => (sum += each[kind] ?? 0)) };
  };
  drawLines(svg, {
    lines: [sums("luck"), sums("error")], days: analysed.map(({ evening }) => evening), signed,
    dayText: (day) => date(DAYS, day), finest: 0.01,
  });
}

if (line.length) {
  const draw = () => {
    drawPoints();
    drawSkill();
  };
  draw();
  addEventListener("resize", draw);
}
