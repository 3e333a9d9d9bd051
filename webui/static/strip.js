// @ts-check
// The strip of LEDs, drawn where it lies: on the frame around a board, numbered as the near player sees it.

import { copy, shape } from "./board.js";
import { Geometry } from "./geometry.js";
import { t } from "./i18n.js";

const BOARD = new Geometry(null, false);
const RAIL = 112;             // the frame where the LEDs lie, above and below the surface
const SIDE = 34;
const TOP = RAIL - 58;        // the geometry's own frame is narrower

/** A colour as a screen shows it: an LED's numbers tell how much light it gives, a screen's how bright it looks. */
function onScreen(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return `rgb(${parts.map((part) => Math.round(255 * part ** (1 / 2.2))).join(" ")})`;
}

/** A colour in a word or two. */
function called(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < most / 4) return most < 100 ? t("dim white") : t("white");
  if (blue === most) return t("blue");
  if (green === most) return red > most / 2 ? t("yellow") : t("green");
  return green > most / 3 ? t("amber") : t("red");
}

/** An LED's mark, of a shape for each rhythm. */
function mark(rhythm, x, y, size) {
  if (rhythm === "double flash") return shape("path", { d: `M${x} ${y - size * 1.2}L${x + size * 1.2} ${y}L${x} ${y + size * 1.2}L${x - size * 1.2} ${y}z` });
  if (rhythm === "slow") return shape("rect", { x: x - size * 0.9, y: y - size * 0.9, width: size * 1.8, height: size * 1.8, rx: 4 });
  return shape("circle", { cx: x, cy: y, r: size });
}

/** Draws a strip in an <svg>; the groups that it returns, each {rhythm, element}, are lit by the class "lit". */
export function drawStrip(svg, leds) {
  const { halves, bar } = BOARD.parts;
  const width = bar.x + 116 + 600 + SIDE;
  const height = 1150 + 2 * RAIL;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const drawn = [
    shape("rect", { class: "frame", width, height, rx: 26 }),
    ...halves.map(({ x, y }) => copy("half", { x, y: y + TOP })),
    copy("bar", { x: bar.x, y: bar.y + TOP }),
  ];
  for (let point = 1; point <= 24; point += 1) {
    const { x } = BOARD.number(point);
    const y = point <= 12 ? height - RAIL - 36 : RAIL + 36;
    drawn.push(shape("text", { class: "inner", x, y }, String(point)));
  }
  const lights = leds.map((led, index) => {
    const here = leds.flatMap((other, at) => (other.point === led.point ? [at] : []));
    const pitch = 100 / here.length;
    const { x: middle } = BOARD.number(led.point);
    const x = middle - 50 + (here.indexOf(index) + 0.5) * pitch;
    const y = led.point <= 12 ? height - RAIL / 2 : RAIL / 2;
    const size = Math.min(pitch * 0.4, 30);
    const element = shape("g", { class: `led ${led.rhythm === "dark" ? "dark" : "on"}` }, mark(led.rhythm, x, y, size));
    if (led.rhythm !== "dark") element.style.setProperty("--colour", onScreen(led.colour));
    return { rhythm: led.rhythm, element };
  });
  svg.replaceChildren(...drawn, ...lights.map(({ element }) => element));
  return lights;
}

/** What a strip shows, in words: its points by colour and rhythm, each {colour, rhythm, points, name}. */
export function stripWords(leds) {
  const groups = new Map();
  for (const { point, colour, rhythm } of leds) {
    if (rhythm === "dark") continue;
    const key = `${colour} ${rhythm}`;
    if (!groups.has(key)) groups.set(key, { colour: onScreen(colour), name: called(colour), rhythm, points: new Set() });
    groups.get(key).points.add(point);
  }
  return [...groups.values()].map((group) => ({ ...group, points: [...group.points].sort((a, b) => a - b) }));
}

/** The mark of a group for a legend. */
export function legendMark({ colour, rhythm }) {
  const made = shape("svg", { class: "led on lit", viewBox: "-16 -16 32 32", "aria-hidden": "true" }, mark(rhythm, 0, 0, 11));
  made.style.setProperty("--colour", colour);
  return made;
}
