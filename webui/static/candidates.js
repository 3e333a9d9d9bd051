// @ts-check
// The possible answers to a question, each drawn as a board with the places ringed where they differ.

import { counts, shape } from "./board.js";
import { Drawing } from "./drawing.js";
import { HAND_SITE, SIDES } from "./geometry.js";
import { differing } from "./squares.js";

/** The elements for the answers to the snapshot's question; buttons where there is somebody to take the answer.
 * @param {import("../types/notice").Notice} snapshot */
export function candidates(snapshot, turned, onAnswer) {
  const { question } = snapshot;
  const { squares, facing, hand } = snapshot.game;
  const positions = question.candidates.map((candidate) => candidate.position);
  // Who sits how changes no checker: there is nothing to ring.
  const places = question.candidates.some((candidate) => candidate.seating) ? [] : squares ? differing(positions) : differences(positions);
  return question.candidates.map((candidate, index) => {
    /** @type {any} */
    const frame = document.createElement(onAnswer ? "button" : "figure");
    frame.className = "candidate";
    const picture = shape("svg", { class: "board", role: "img", "aria-label": candidate.text });
    const caption = document.createElement(onAnswer ? "span" : "figcaption");
    caption.className = "caption";
    caption.textContent = candidate.text;
    frame.append(picture, caption);
    const board = new Drawing(picture);
    board.show({ position: candidate.position, seating: candidate.seating ?? snapshot.seating, turned, squares, facing, hand });
    for (const place of places) {
      const ring = squares ? shape("rect", board.geometry.area(place)) : shape("path", { d: board.geometry.outline(...place) });
      ring.setAttribute("class", "differs");
      board.layers.marks.append(ring);
    }
    if (onAnswer) {
      frame.type = "button";
      frame.dataset.choice = index;
      frame.addEventListener("click", () => onAnswer(question.number, index));
    }
    return frame;
  });
}

/** The [site, side] where the positions are not all the same. */
function differences(positions) {
  const points = Object.keys(positions[0]?.points ?? {}).length;
  const sites = [HAND_SITE, ...Array.from({ length: points + 2 }, (_, site) => site)];
  return sites.flatMap((site) =>
    SIDES.filter((side) => new Set(positions.map((position) => counts(position, side).get(site) ?? 0)).size > 1).map(
      (side) => [site, side],
    ),
  );
}
