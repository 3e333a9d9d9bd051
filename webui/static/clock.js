// @ts-check
// The chess clock in the players' strips, and what is called out of it.

import { Countdown, clockText, spokenTime, stateOf } from "./countdown.js";
import { t } from "./i18n.js";
import { nameOf } from "./words.js";
import { field, show, write } from "./fields.js";

const LOW = 10;                       // seconds: from here on a clock is shown as nearly out
const CALLED_OUT = [60, LOW];

/** Calls out what is worth it, for people who do not see the clock: a minute, ten seconds, a fallen flag. */
export class Voice {
  #match = null;
  #left = null;             // what was shown last, to tell when a time is passed that is called out
  #said = null;

  /**
   * The clock of a snapshot as it is now; null: there is none.
   * @param {import("../types/notice").Notice} snapshot
   * @param {import("../types/notice").Notice['clock']} clock
   */
  tell(snapshot, clock) {
    if (this.#match !== snapshot.match.number) this.#left = null;
    this.#match = snapshot.match.number;
    const says = clock?.says ?? "";
    // What was there when the page opened is read with the page.
    if (this.#said !== null && says !== this.#said) write(field("clock-announce"), says);
    this.#said = says;
    const side = clock?.running;
    const before = this.#left?.[side];
    const passed = CALLED_OUT.some((seconds) => before > seconds && clock[side] <= seconds);
    if (passed && clock[side] > 0) {
      write(field("clock-announce"), t("{name} has {time} left.", { name: nameOf(snapshot, side), time: spokenTime(clock[side]) }));
    }
    this.#left = clock && { W: clock.W, B: clock.B };
  }
}

/** The clocks of both players, on a page that shows a `snapshot` with each side's `.clock`. */
export class Clocks {
  /** @type {import("../types/notice").Notice} */
  #snapshot = null;
  #voice = new Voice();
  #countdown = new Countdown((clock, unsure) => this.#draw(clock, unsure));

  /**
   * The snapshot as it is now.
   * @param {import("../types/notice").Notice} snapshot
   */
  tell(snapshot) {
    this.#snapshot = snapshot;
    this.#countdown.tell(snapshot.clock);
  }

  doubt(unsure) {
    this.#countdown.doubt(unsure);
  }

  #draw(clock, unsure) {
    for (const side of ["W", "B"]) {
      const strip = document.querySelector(`.player[data-side="${side}"]`);
      strip.classList.toggle("timed", clock !== null);
      const face = field("clock", strip);
      show(face, clock !== null);
      if (clock) drawFace(face, clock, side, unsure, this.#snapshot.match.terms.clock_delay);
    }
    show(field("clock-link"), clock !== null);
    this.#voice.tell(this.#snapshot, clock);
  }
}

/** Draws one side's clock; `delay`: the free seconds that a turn begins with. */
export function drawFace(face, clock, side, unsure, delay) {
  const state = stateOf(clock, side, unsure);
  const free = freeOf(clock, side);
  const text = state === "fallen" ? t("time is up") : clockText(clock[side]);
  face.dataset.state = state;
  face.classList.toggle("low", clock[side] <= LOW && state !== "fallen");
  face.classList.toggle("long", text.length > 5);
  face.style.setProperty("--free", String(delay ? free / delay : 0));
  write(field("clock-time", face), text);
  write(field("clock-free", face), free > 0 ? String(Math.ceil(free)) : "");
  write(field("clock-spoken", face), spokenFace(clock, side, unsure));
}

/** One side's clock for a voice. */
export function spokenFace(clock, side, unsure) {
  const state = stateOf(clock, side, unsure);
  if (state === "fallen") return t("Time is up");
  const free = freeOf(clock, side);
  const told = { time: spokenTime(clock[side]), free: free > 0 ? spokenTime(free) : "" };
  if (state === "rests") return t("{time} left", told);
  if (told.free) {
    if (state === "runs") return t("{time} left, {free} of this turn free, running", told);
    if (state === "held") return t("{time} left, {free} of this turn free, stopped", told);
    return t("{time} left, {free} of this turn free, as it was when the table was last heard", told);
  }
  if (state === "runs") return t("{time} left, running", told);
  if (state === "held") return t("{time} left, stopped", told);
  return t("{time} left, as it was when the table was last heard", told);
}

/** What a side has left of the free seconds of its turn. */
function freeOf(clock, side) {
  return clock.running === side && !clock.fallen.includes(side) ? clock.free : 0;
}
