// @ts-check
// The loupe over a corner that is being moved: what is under the finger, beside it.

import { picture } from "./setup-talk.js";

const WIDE = 150;           // across, in pixels of the page
const AWAY = 46;            // from the finger to its rim
const REST = 120;           // a finger that rests so many milliseconds may see all that the camera saw
const RING = { light: "#fff8e6", dark: "#1a120b", line: "#ffc94d" };

export class Loupe {
  #bitmap = null;
  #scale = 1;               // pixels of the bitmap for one of the picture as it was taken
  #reach = 50;              // how many pixels of the picture are seen to each side
  #number = null;
  #fine = null;             // the cut-out that was fetched: {bitmap, left, top, size}
  #wanted = null;

  constructor(canvas) {
    this.canvas = canvas;
  }

  /** Looks at a picture of that width as it was taken; `number`: the bitmap is smaller, and cut-outs of that one are fetched. */
  of(bitmap, width, number) {
    this.#bitmap = bitmap;
    this.#scale = bitmap.width / width;
    this.#reach = Math.min(Math.max(width / 28, 24), 180);
    this.#number = number;
    this.#fine = null;
  }

  /** Shows a corner; `finger` and `box` say where the finger is in the picture's box on the page. */
  show(places, corner, finger, box) {
    this.canvas.hidden = false;
    this.#place(finger, box);
    const draw = () => this.#draw(places, corner);
    draw();
    clearTimeout(this.#wanted);
    if (this.#number === null) return;
    this.#wanted = setTimeout(() => this.#fetch(places[corner], draw), REST);
  }

  hide() {
    clearTimeout(this.#wanted);
    this.canvas.hidden = true;
  }

  /** Above the finger; where there is no room, at the side of it that has more. */
  #place({ x, y }, box) {
    const half = WIDE / 2;
    let left = x;
    let top = y - AWAY - half;
    if (box.top + top - half < 4) {
      top = Math.max(y, 4 + half - box.top);
      left = x + (x < box.width / 2 ? 1 : -1) * (AWAY + half);
    }
    const margin = half - 8;
    this.canvas.style.left = `${Math.min(Math.max(left, margin), box.width - margin)}px`;
    this.canvas.style.top = `${top}px`;
  }

  async #fetch([x, y], draw) {
    const size = Math.min(Math.round(2 * this.#reach), 400);
    const [middleX, middleY] = [Math.round(x), Math.round(y)];
    const { bitmap } = await picture(`/api/setup/pictures/${this.#number}/crop.jpg?x=${middleX}&y=${middleY}&size=${size}`);
    if (!bitmap) return;
    this.#fine = { bitmap, left: middleX - size / 2, top: middleY - size / 2, size };
    if (!this.canvas.hidden) draw();
  }

  #draw(places, corner) {
    const wide = Math.round(WIDE * (devicePixelRatio || 1));
    // Both are compared: a canvas is 300 wide and 150 high by itself, which is the right width where the ratio is 2.
    if (this.canvas.width !== wide || this.canvas.height !== wide) Object.assign(this.canvas, { width: wide, height: wide });
    const pen = this.canvas.getContext("2d");
    const [x, y] = places[corner];
    const zoom = wide / (2 * this.#reach);
    const at = ([px, py]) => [(px - x + this.#reach) * zoom, (py - y + this.#reach) * zoom];
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, wide, wide);
    const [left, top] = at([0, 0]);
    pen.drawImage(this.#bitmap, left, top, (this.#bitmap.width / this.#scale) * zoom, (this.#bitmap.height / this.#scale) * zoom);
    if (this.#fine) {
      const { bitmap, size } = this.#fine;
      pen.drawImage(bitmap, ...at([this.#fine.left, this.#fine.top]), size * zoom, size * zoom);
    }
    const unit = wide / WIDE;
    const here = at([x, y]);
    const stroke = (color, width, ...lines) => {
      pen.strokeStyle = color;
      pen.lineWidth = width * unit;
      pen.beginPath();
      for (const [from, to] of lines) {
        pen.moveTo(...from);
        pen.lineTo(...to);
      }
      pen.stroke();
    };
    const edges = [1, 3].map((step) => [here, at(places[(corner + step) % 4])]);
    stroke(RING.dark, 4, ...edges);
    stroke(RING.line, 2, ...edges);
    const arm = (dx, dy) => [[here[0] + 6 * dx * unit, here[1] + 6 * dy * unit], [here[0] + 24 * dx * unit, here[1] + 24 * dy * unit]];
    const cross = [arm(1, 0), arm(-1, 0), arm(0, 1), arm(0, -1)];
    stroke(RING.dark, 3.5, ...cross);
    stroke(RING.light, 1.5, ...cross);
  }
}
