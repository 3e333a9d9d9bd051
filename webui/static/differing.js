// @ts-check
// Where the camera sees the board otherwise than it is believed: marked on the drawn board and in the picture alike, with a
// plus in a square where there is too much, with a minus in a circle where something is missing.

import { shape } from "./board.js";
import { many, t } from "./i18n.js";

/** A mark at a place: how much more, or less, is seen there than believed. */
function mark(count, x, y, size) {
  const more = count > 0;
  const attributes = { class: "mark-count", x, y };
  const ground = more
    ? shape("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: size / 4 })
    : shape("circle", { cx: x, cy: y, r: size * 1.1 });
  const text = shape("text", attributes, more ? `+${count}` : `−${-count}`);
  text.style.fontSize = `${1.25 * size}px`;
  return shape("g", { class: more ? "too-much" : "missing" }, ground, text);
}

/** The marks on the drawn board. `drawing` has shown a scene; `differs` are those of /api/sight. */
export function markBoard(drawing, differs) {
  const plane = drawing.svg.querySelector(".plane");
  plane.querySelector(".differing")?.remove();
  if (!differs.length) return;
  const { geometry } = drawing;
  const marks = differs.flatMap(({ place, side, seen, believed }) => {
    const count = seen - believed;
    const box = typeof place === "string" ? geometry.area(place) : geometry.target(place, side);
    const d = typeof place === "string" ? `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z` : geometry.outline(place, side);
    // Where both sides differ on one point, their marks do not cover each other.
    const aside = differs.some((other) => other.place === place && other.side !== side) ? (side === "W" ? -58 : 58) : 0;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + aside];
    return [shape("path", { class: `differing-site ${count > 0 ? "too-much" : "missing"}`, d }), mark(count, x, y, 40)];
  });
  plane.append(shape("g", { class: "differing", "aria-hidden": "true" }, ...marks));
}

/** The marks over the picture, in an <svg> that lies upon it; `width` and `height` of the picture. */
export function markPicture(svg, differs, width, height) {
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const size = width / 42;
  svg.replaceChildren(
    ...differs.filter((each) => each.outline.length).flatMap(({ outline, seen, believed, side, place }) => {
      const count = seen - believed;
      const points = outline.map(([x, y]) => [x * width, y * height]);
      const aside = differs.some((other) => other.place === place && other.side !== side) ? (side === "W" ? -1.4 : 1.4) * size : 0;
      const middle = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
      return [
        shape("polygon", { class: `differing-site ${count > 0 ? "too-much" : "missing"}`, points: points.join(" ") }),
        mark(count, middle(0), middle(1) + aside, size),
      ];
    }),
  );
}

/** In words how many places differ. */
export function tellDiffering(differs) {
  const places = new Set(differs.map((each) => each.place)).size;
  if (!places) return t("The camera sees the board as it is believed.");
  return many(
    "The camera sees {count} place otherwise than believed: + is too much there, − is missing.",
    "The camera sees {count} places otherwise than believed: + is too much there, − is missing.",
    places,
  );
}
