// @ts-check
// The camera's picture in the set-up: taken anew about every second while somebody looks.

import { picture } from "./setup-talk.js";
import { show, write } from "./fields.js";

const EVERY = 900;
const SLOWER = 3_000;       // while there is none

/** Draws a bitmap into a canvas in its own size. */
export function draw(canvas, bitmap) {
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
}

/** A figure with a canvas that shows the picture at an address again and again; what is wrong is said in its place. */
export class LivePicture {
  #running = false;
  #wanted = false;

  constructor(figure, path) {
    this.canvas = figure.querySelector("canvas");
    this.says = figure.querySelector("[data-field=no-shot]");
    this.path = path;
    document.addEventListener("visibilitychange", () => this.#run());
  }

  start() {
    this.#wanted = true;
    this.#run();
  }

  stop() {
    this.#wanted = false;
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    while (this.#wanted && !document.hidden) {
      const { bitmap, detail } = await picture(this.path);
      if (bitmap) draw(this.canvas, bitmap);
      show(this.canvas, bitmap !== null);
      write(this.says, detail);
      show(this.says, bitmap === null);
      await new Promise((resolve) => setTimeout(resolve, bitmap ? EVERY : SLOWER));
    }
    this.#running = false;
  }
}
