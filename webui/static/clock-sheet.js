// @ts-check
// The referee's sheet for the chess clock: it is stopped, let run on, and set.

import { Countdown } from "./countdown.js";
import { t } from "./i18n.js";
import { nameOf } from "./words.js";
import { field, show, write } from "./fields.js";

const NAMES = { W: "white", B: "black" };

export class ClockSheet {
  #snapshot = null;
  #now = null;
  #countdown = new Countdown((clock) => this.#draw(clock));

  constructor(form) {
    this.form = form;
  }

  /** The snapshot as it is now. */
  show(snapshot) {
    this.#snapshot = snapshot;
    show(document.querySelector("[data-sheet=clock]"), snapshot.clock !== null);
    this.#countdown.tell(snapshot.clock);
  }

  /** Puts the times of now into the fields. */
  open() {
    for (const [side, name] of Object.entries(NAMES)) {
      const whole = Math.ceil(this.#now?.[side] ?? 0);
      this.form[`${name}-minutes`].value = Math.floor(whole / 60);
      this.form[`${name}-seconds`].value = whole % 60;
    }
  }

  /** What the fields say, in seconds. */
  get command() {
    const seconds = (name) => 60 * Number(this.form[`${name}-minutes`].value) + Number(this.form[`${name}-seconds`].value);
    return { white: seconds("white"), black: seconds("black") };
  }

  #draw(clock) {
    this.#now = clock;
    if (!clock) return;
    show(this.form.querySelector("[data-send=pause_clock]"), !clock.paused);
    show(this.form.querySelector("[data-send=resume_clock]"), clock.paused);
    const side = clock.running;
    const runs = side && !clock.stopped ? t("{name}'s time runs.", { name: nameOf(this.#snapshot, side) }) : t("Nobody's time runs now.");
    write(field("clock-hint", this.form), clock.says || runs);
  }
}
