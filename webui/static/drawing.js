// @ts-check
// The drawing of whatever board is played on: it changes when another game is begun.

import { Board } from "./board.js";
import { SquaresBoard } from "./squares.js";

/** A board in an <svg>, of the shape that each scene asks for. */
export class Drawing {
  #board = null;

  constructor(svg) {
    this.svg = svg;
  }

  show(scene) {
    const kind = scene.squares ? SquaresBoard : Board;
    if (!(this.#board instanceof kind)) this.#board = new kind(this.svg);
    this.#board.show(scene);
  }

  get geometry() {
    return this.#board.geometry;
  }

  /** As which side the points are numbered. */
  get side() {
    return this.#board.side ?? null;
  }

  get layers() {
    return this.#board.layers;
  }
}
