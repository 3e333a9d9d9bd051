// The possible answers to a question, each drawn as a board with the places ringed where they differ.

import { Board, counts, shape } from "./board.js";
import { SIDES } from "./geometry.js";

/** The elements for the answers to the notice's question; buttons where there is somebody to take the answer. */
export function candidates(notice, turned, onAnswer) {
  const { question } = notice;
  const places = differences(question.candidates.map((candidate) => candidate.position));
  return question.candidates.map((candidate, index) => {
    const frame = document.createElement(onAnswer ? "button" : "figure");
    frame.className = "candidate";
    const picture = shape("svg", { class: "board", role: "img", "aria-label": candidate.text });
    const caption = document.createElement(onAnswer ? "span" : "figcaption");
    caption.className = "caption";
    caption.textContent = candidate.text;
    frame.append(picture, caption);
    const board = new Board(picture);
    board.show({ position: candidate.position, seating: notice.seating, turned });
    for (const [site, side] of places) {
      board.layers.marks.append(shape("path", { class: "differs", d: board.geometry.outline(site, side) }));
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
  const sites = Array.from({ length: 26 }, (_, site) => site);
  return sites.flatMap((site) =>
    SIDES.filter((side) => new Set(positions.map((position) => counts(position, side).get(site) ?? 0)).size > 1).map(
      (side) => [site, side],
    ),
  );
}
