// @ts-check
// Boards on paper: how each game ended, and where something was wrong or asked.

import { shape } from "./board.js";
import { Drawing } from "./drawing.js";
import { made } from "./elements.js";
import { sceneOf } from "./page.js";
import { noticeOf } from "./replay.js";

const MOST = 6;              // of one game
const IN_ALL = 48;           // so that a long evening stays on a few sheets

/** The steps of a game that are worth a picture: the last, and those marked by a fault, question or correction; at most `most`. */
export function worthDrawing(steps, most = MOST) {
  const grave = steps.filter((step, place) => place < steps.length - 1 && step.marks.some((mark) => mark !== "inferred"));
  return [...grave.slice(0, most - 1), ...steps.slice(-1)];
}

/** Draws them below every score sheet, once. */
export function drawDiagrams(replay, turned) {
  const most = Math.max(1, Math.min(MOST, Math.floor(IN_ALL / replay.match.games.length)));
  for (const sheet of document.querySelectorAll(".game-sheet")) {
    const box = sheet.querySelector(".diagrams");
    if (box.childElementCount) continue;
    const index = Number(sheet.dataset.game);
    const own = replay.steps.filter((step) => step.index === index);
    for (const step of worthDrawing(own, most)) {
      const svg = shape("svg", { class: "board", role: "img", "aria-label": step.says });
      box.append(made("figure", { class: "diagram" }, svg, made("figcaption", {}, step.says)));
      new Drawing(svg).show({ ...sceneOf(noticeOf(step, replay.match), turned), play: null });
    }
  }
}
