// @ts-check
// The editor of the board's corners: four handles on a picture, for a finger, a mouse or the arrow keys.

import { Loupe } from "./setup-loupe.js";
import { draw } from "./setup-picture.js";
import { t } from "./i18n.js";
import { write } from "./fields.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const INSET = [[0.2, 0.25], [0.8, 0.25], [0.9, 0.85], [0.1, 0.85]];   // where they begin when none were found

export class CornerEditor {
  /** `places`: far left, far right, near right, near left, in pixels of the picture; `touched`: changed since it was opened. */
  places = null;
  touched = false;
  #grip = null;             // what of the picture is held: {corner, pointer, dx, dy}
  #size = { width: 4, height: 3 };

  constructor(root, says, onChange) {
    this.root = root;
    this.says = says;
    this.onChange = onChange;
    this.canvas = root.querySelector(".editor-picture");
    this.quad = root.querySelector(".quad");
    this.tag = root.querySelector("[data-field=near-tag]");
    this.handles = [...root.querySelectorAll(".handle")];
    this.loupe = new Loupe(root.querySelector(".loupe"));
    this.handles.forEach((handle, corner) => this.#listen(handle, corner));
  }

  /** Shows a picture that is `width` pixels wide as it was taken; `number`: it is shown smaller than that one. */
  picture(bitmap, width, number) {
    draw(this.canvas, bitmap);
    this.#size = { width, height: (width * bitmap.height) / bitmap.width };
    this.loupe.of(bitmap, width, number);
    this.quad.setAttribute("viewBox", `0 0 ${this.#size.width} ${this.#size.height}`);
  }

  /** Shows corners; null: none were found. */
  open(places) {
    const { width, height } = this.#size;
    this.touched = places === null;
    this.places = (places ?? INSET.map(([x, y]) => [x * width, y * height])).map((place) => [...place]);
    this.#draw();
  }

  /** The next side becomes the near one. */
  turn() {
    this.places.unshift(this.places.pop());
    this.#changed();
  }

  #listen(handle, corner) {
    handle.addEventListener("pointerdown", (event) => {
      if (!this.places || this.#grip) return;
      const at = this.#at(event);
      const [x, y] = this.places[corner];
      // It is moved by as much as the finger, and does not jump under it.
      this.#grip = { corner, pointer: event.pointerId, dx: x - at.x, dy: y - at.y };
      handle.setPointerCapture(event.pointerId);
      handle.classList.add("held");
      handle.focus({ preventScroll: true });
      event.preventDefault();
      this.#look(corner, event);
    });
    handle.addEventListener("pointermove", (event) => {
      if (event.pointerId !== this.#grip?.pointer) return;
      const { x, y } = this.#at(event);
      this.#move(corner, x + this.#grip.dx, y + this.#grip.dy);
      this.#look(corner, event);
    });
    for (const type of ["pointerup", "pointercancel"]) {
      handle.addEventListener(type, (event) => {
        if (event.pointerId !== this.#grip?.pointer) return;
        this.#grip = null;
        handle.classList.remove("held");
        this.loupe.hide();
        this.#tell(corner);
      });
    }
    handle.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step || !this.places) return;
      event.preventDefault();
      const far = event.shiftKey ? 10 : 1;
      const [x, y] = this.places[corner];
      this.#move(corner, x + step[0] * far, y + step[1] * far);
      this.#look(corner);
      this.#tell(corner);
    });
    handle.addEventListener("focus", () => handle.matches(":focus-visible") && !this.#grip && this.places && this.#look(corner));
    handle.addEventListener("blur", () => this.loupe.hide());
  }

  /** Where a pointer is, in pixels of the picture. */
  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.#size.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }

  #move(corner, x, y) {
    const { width, height } = this.#size;
    this.places[corner] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
    this.#changed();
  }

  #changed() {
    this.touched = true;
    this.#draw();
    this.onChange();
  }

  #look(corner, event = null) {
    const box = this.canvas.getBoundingClientRect();
    const scale = box.width / this.#size.width;
    const [x, y] = this.places[corner];
    const finger = event ? { x: event.clientX - box.left, y: event.clientY - box.top } : { x: x * scale, y: y * scale };
    this.loupe.show(this.places, corner, finger, box);
  }

  #tell(corner) {
    const [x, y] = this.places[corner].map(Math.round);
    write(this.says, t("{corner}: {x} across, {y} down.", { corner: nameOf(corner), x, y }));
  }

  #draw() {
    const { width, height } = this.#size;
    const [a, b, c, d] = this.places;
    const line = `M${a}L${b}L${c}L${d}z`;
    this.quad.querySelector(".quad-shade").setAttribute("d", `M0 0H${width}V${height}H0z${line}`);
    for (const name of ["under", "line"]) this.quad.querySelector(`.quad-${name}`).setAttribute("d", line);
    this.quad.querySelector(".quad-near").setAttribute("d", `M${d}L${c}`);
    this.handles.forEach((handle, corner) => {
      const [x, y] = this.places[corner];
      handle.style.left = `${(100 * x) / width}%`;
      handle.style.top = `${(100 * y) / height}%`;
      handle.setAttribute("aria-label", nameOf(corner));
    });
    this.tag.style.left = `${(50 * (c[0] + d[0])) / width}%`;
    this.tag.style.top = `${(50 * (c[1] + d[1])) / height}%`;
    this.root.dataset.ready = "yes";
  }
}

/** What a corner is called, as the near player sees it. */
function nameOf(corner) {
  return [t("Far left corner"), t("Far right corner"), t("Near right corner"), t("Near left corner")][corner];
}
