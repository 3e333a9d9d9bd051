// @ts-check
// The set-up: one state of the table drawn step by step, the same on every phone that looks at it.

import { Camera } from "./setup-camera.js";
import { Colours } from "./setup-colours.js";
import { Corners } from "./setup-corners.js";
import { Done } from "./setup-done.js";
import { Door, Pin } from "./setup-pin.js";
import { Match } from "./setup-match.js";
import { Empty, Start } from "./setup-pictures.js";
import { Signals } from "./setup-signals.js";
import { ask, send } from "./setup-talk.js";
import { View } from "./setup-view.js";
import { Way } from "./setup-way.js";
import { capital, made } from "./elements.js";
import { t } from "./i18n.js";
import { field, show, write } from "./fields.js";

const SOON = 500;           // between two looks at the state while something slow is being done
const USUAL = 2_000;
const PROCEEDS = ["camera", "corners", "empty", "start"];
const BEGINS_ANEW = ["camera", "view", "corners", "empty", "start", "match"];

class Wizard {
  #busy = false;            // something was sent and is not answered yet
  #sent = 0;                // how often something was sent
  #lastAt = null;           // the step that somebody looked at when the state was told last
  #soon = null;
  #said = null;             // the step that said something here: it goes on by itself once all of that is found good

  constructor() {
    this.main = document.querySelector(".wizard");
    this.admitted = this.main.dataset.admitted === "yes";
    this.state = null;
    this.shown = null;
    const steps = [Door, Pin, Camera, View, Corners, Empty, Start, Colours, Signals, Match, Done];
    this.steps = Object.fromEntries(steps.map((Kind) => new Kind(this)).map((step) => [step.id, step]));
    this.way = new Way((id) => this.go(id));
    document.addEventListener("visibilitychange", () => this.#look());
    // Whoever goes to another page lets the referee read on at once, rather than after a while. Closing a page does not:
    // somebody else may be in the middle of it.
    document.addEventListener("click", (event) => {
      const href = event.target.closest("a[href]")?.getAttribute("href") ?? "";
      if (href.startsWith("/") && this.admitted && this.state?.at) send("/api/setup/leave", {}, true);
    });
    if (this.admitted) this.#look();
    else this.#reveal("door");
  }

  get step() {
    return this.steps[this.shown];
  }

  /** The table knows us now. */
  async admit() {
    this.admitted = true;
    this.state = null;
    await this.#look();
  }

  /** Shows a step, and tells the table so. */
  async go(id) {
    this.#reveal(id);
    await this.post("at", { step: id });
  }

  /** On to the next step that is to be done. */
  goOn() {
    const { steps, next } = this.state;
    const here = steps.findIndex((step) => step.id === this.shown);
    const later = steps.find((step, index) => index > here && step.open && !step.done);
    return this.go(later?.id ?? next ?? "done");
  }

  /** Sends what a step says; true if the table took it. What went wrong is said above the buttons. */
  async post(path, body = {}) {
    if (this.#busy) return false;
    if (path === this.shown && PROCEEDS.includes(path)) this.#said = path;
    this.#busy = true;
    this.#sent += 1;
    this.#refuse("");
    this.draw();
    const answer = await send(`/api/setup/${path}`, body);
    this.#busy = false;
    this.#take(answer);
    if (!answer.ok) this.#refuse(answer.detail);
    return answer.ok;
  }

  /** What the large button does. */
  press() {
    field("acts").querySelector(".big:not(.plain, :disabled)")?.click();
  }

  refuse(detail) {
    this.#refuse(detail);
  }

  #refuse(detail) {
    write(field("refused"), capital(detail));
  }

  /** Asks how things stand, again and again while somebody looks. */
  async #look() {
    clearTimeout(this.#soon);
    if (!this.admitted || document.hidden) return;
    const since = this.state ? `?since=${this.state.seq}` : "";
    const sent = this.#sent;
    const answer = await ask(`/api/setup${since}`);
    // What was sent meanwhile is answered with the state as well, and later than this.
    if (sent === this.#sent && !this.#busy) this.#take(answer);
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#look(), this.state?.work ? SOON : USUAL);
  }

  /** @param {any} answer */
  #take({ ok, status, body, detail }) {
    const lost = !ok && (status === 0 || status >= 500);
    write(field("connection"), lost ? detail : "");
    show(field("connection"), lost);
    if (status === 401) {
      this.admitted = false;
      this.#reveal("door");
      this.#refuse(detail);
    }
    if (ok && body.steps) {
      const before = this.state;
      this.state = body;
      this.#follow(before);
      if (body.work) {
        clearTimeout(this.#soon);
        this.#soon = setTimeout(() => this.#look(), SOON);
      }
    }
    this.draw();
  }

  /** Where somebody else went on, this page goes too; at first it is where it was left. */
  #follow(before) {
    const { at, next, steps } = this.state;
    const unfinished = steps.find((step) => step.id === at && step.open && !step.done);
    if (!before || this.shown === "door") {
      this.go(unfinished?.id ?? next ?? "done");
    } else if (before.next !== null && next === null) {
      this.#reveal("done");
    } else if (at !== this.#lastAt && at !== null && at !== this.shown) {
      this.#reveal(at);
    } else if (at === null && this.#lastAt !== null && next !== null) {
      // Somebody else went away; here somebody still looks.
      this.#lastAt = null;
      setTimeout(() => this.go(this.shown));
    }
    this.#lastAt = this.state.at;
  }

  #reveal(id) {
    if (id === this.shown) return;
    const first = this.shown === null;
    this.step?.leave();
    this.shown = id;
    this.#said = null;
    for (const step of Object.values(this.steps)) show(step.section, step.id === id);
    this.#refuse("");
    this.draw();
    this.step.enter(this.state);
    scrollTo(0, 0);
    if (!first) this.step.section.querySelector("h2").focus({ preventScroll: true });
  }

  /** Everything that the state says, on the page. */
  draw() {
    const { state, step } = this;
    if (!step) return;
    this.way.show(this.admitted ? state : null, this.shown);
    const ours = this.admitted && state !== null;
    if (ours) step.show(state);
    if (state) show(field("made-up"), state.simulated);
    // Before a camera is chosen it is no trouble that there is none.
    const trouble = ours && state.steps.find(({ id }) => id === "camera").done ? state.trouble : null;
    write(field("trouble"), capital(trouble ?? ""));
    show(field("trouble"), Boolean(trouble));
    // A simulated game is nobody's.
    const warns = ours && state.game_on && !state.simulated && BEGINS_ANEW.includes(this.shown);
    write(field("warning"), warns ? t("A game is being refereed: what is set up anew begins a new match.") : "");
    show(field("warning"), warns);
    const work = ours && state.work && !(this.shown === "signals") ? state.work : null;
    write(field("work-says"), work?.says ?? "");
    show(field("work"), work !== null);
    const acts = step.acts(state);
    this.#acts(acts, Boolean(ours && state.work) || this.#busy);
    if (ours && this.#said === this.shown && !this.#busy && !state.work) this.#proceed(acts);
  }

  /** Goes on where nothing is left to be read or done: what is only worth knowing waits for a tap. */
  #proceed([first]) {
    const says = this.step.verdict(this.state)?.says ?? [];
    if (first.id !== "on" || !says.every(({ ok }) => ok)) return;
    this.#said = null;
    this.goOn();
  }

  /** The buttons: those that stay are kept as they are, so that none is lost under a thumb or to the keyboard. */
  #acts(acts, busy) {
    const row = field("acts");
    const there = new Map([...row.children].map((button) => [button.dataset.act, button]));
    const buttons = acts.map(({ id, text, act, plain, off }) => {
      const button = there.get(id) ?? made("button", { type: "button", "data-act": id });
      button.className = plain ? "big plain" : "big";
      write(button, text);
      button.onclick = () => button.getAttribute("aria-disabled") !== "true" && act();
      button.setAttribute("aria-disabled", String(Boolean(off) || (busy && !off)));
      return button;
    });
    const order = [...row.children];
    if (order.length !== buttons.length || order.some((each, index) => each !== buttons[index])) row.replaceChildren(...buttons);
  }
}

new Wizard();
