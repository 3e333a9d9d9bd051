// @ts-check
// A chess clock that goes on by itself: the table tells how it stands when that changes, and the page counts from there.

import { many, t } from "./i18n.js";

/** A clock as it is so many seconds after the table told it: what is free in a turn goes first, and no time is less than none. */
export function clockAfter(clock, seconds) {
  const side = clock.running;
  if (!side || clock.stopped || seconds <= 0) return clock;
  const free = Math.min(clock.free, seconds);
  return { ...clock, free: clock.free - free, [side]: Math.max(0, clock[side] - (seconds - free)) };
}

/** A time as clocks show it: `1:02:07`, `12:07`, and `0:01` to the end of the last second. */
export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A time for a voice: `1 hour 2 minutes 7 seconds`. */
export function spokenTime(seconds) {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const told = [
    hours ? many("{count} hour", "{count} hours", hours) : "",
    minutes ? many("{count} minute", "{count} minutes", minutes) : "",
    rest ? many("{count} second", "{count} seconds", rest) : "",
  ];
  return told.filter(Boolean).join(" ") || t("no time");
}

/** What is to be shown of a side's clock: "runs", "held" (it would run, but stands still), "rests", "fallen" or "unsure". */
export function stateOf(clock, side, unsure) {
  if (clock.fallen.includes(side)) return "fallen";
  if (clock.running !== side) return "rests";
  if (clock.stopped) return "held";
  return unsure ? "unsure" : "runs";
}

/** Counts down; calls `tick(clock, unsure)` whenever a second has gone. `unsure`: nothing is heard from the table. */
export class Countdown {
  #tick;
  #clock = null;
  #told = 0;
  #lost = null;             // when it was last sure that the clock runs
  #timer = null;

  constructor(tick) {
    this.#tick = tick;
  }

  /**
   * The clock of a snapshot that has just come; null: there is none.
   * @param {import("../types/notice").Notice['clock']} clock
   */
  tell(clock) {
    this.#clock = clock;
    this.#told = performance.now();
    if (this.#lost !== null) this.#lost = this.#told;
    this.#show();
  }

  /** While nothing is heard, nobody knows whether the clock runs: it stays where it was. */
  doubt(unsure) {
    if (unsure === (this.#lost !== null)) return;
    this.#lost = unsure ? performance.now() : null;
    this.#show();
  }

  #show() {
    clearTimeout(this.#timer);
    if (!this.#clock) return this.#tick(null, false);
    const unsure = this.#lost !== null;
    const clock = clockAfter(this.#clock, ((this.#lost ?? performance.now()) - this.#told) / 1000);
    this.#tick(clock, unsure);
    const left = clock.free || clock[clock.running] || 0;
    if (unsure || clock.stopped || left <= 0) return undefined;
    const second = left - Math.ceil(left) + 1;        // what is left of the second that is shown
    this.#timer = setTimeout(() => this.#show(), second * 1000 + 1);
    return undefined;
  }
}
