// @ts-check
// The marks along the slider, told apart by shape as well as by colour.

import { shape } from "./board.js";
import { t } from "./i18n.js";

export const MARKS = ["fault", "blunder", "question", "bad", "correction", "inferred"];
const ROOM = 11;             // what lies beyond the middle of the slider's knob at either end

/** What a mark means. */
export function meaning(mark) {
  const meanings = { fault: t("fault"), question: t("question"), correction: t("put right by a person"), inferred: t("concluded, not seen"), blunder: t("blunder"), bad: t("mistake") };
  return meanings[mark];
}

/** The sign of a mark, its middle at the origin. */
export function sign(mark, size, attributes = {}) {
  return shape("g", { "data-kind": mark, ...attributes }, shape("use", { href: `#mark-${mark}`, x: -size / 2, y: -size / 2, width: size, height: size }));
}

/** Which marks stand where among the steps of a game: [place, mark], the gravest of each step, at most `most` side by side. */
export function placed(steps, most = Infinity) {
  const all = steps.flatMap(({ marks }, place) => {
    const mark = MARKS.find((each) => marks.includes(each));
    return mark ? [[place, mark]] : [];
  });
  if (all.length <= most) return all;
  // Where there is no room for all, the gravest of neighbours stands for them.
  const width = steps.length / most;
  const kept = new Map();
  for (const [place, mark] of all) {
    const slot = Math.floor(place / width);
    if (!kept.has(slot) || MARKS.indexOf(mark) < MARKS.indexOf(kept.get(slot)[1])) kept.set(slot, [place, mark]);
  }
  return [...kept.values()];
}

/** Draws the marks of a game's steps in an <svg> as wide as the slider. */
export function drawTicks(svg, steps) {
  const width = svg.clientWidth || 300;
  const last = Math.max(steps.length - 1, 1);
  svg.setAttribute("viewBox", `0 0 ${width} 18`);
  svg.replaceChildren(...placed(steps, Math.floor(width / 13)).map(([place, mark]) => {
    const x = ROOM + (place / last) * (width - 2 * ROOM);
    return sign(mark, 13, { transform: `translate(${x.toFixed(1)} 9)` });
  }));
}
