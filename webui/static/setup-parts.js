// @ts-check
// The parts that several steps of the set-up are made of.

import { made } from "./elements.js";
import { t } from "./i18n.js";
import { field, show, write } from "./fields.js";

/** Draws a verdict: every sentence with a tick, a cross, or a remark's sign where it bars nothing. */
export function showVerdict(list, verdict) {
  const says = verdict?.says ?? [];
  const key = JSON.stringify([verdict?.ok, says]);
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  list.replaceChildren(...says.map(({ ok, bars, text }) => said(ok ? "good" : verdict.ok || !bars ? "note" : "bad", text)));
  if (says.length) list.scrollIntoView({ block: "nearest" });
}

/** One sentence of a verdict. */
export function said(mood, text) {
  const spoken = { good: t("Good:"), note: t("Worth knowing:"), bad: t("Not yet:") }[mood];
  return made("li", { class: mood }, made("span", { class: "unseen" }, `${spoken} `), text);
}

/** What every step has: its section and the wizard; `show(state)` draws it, `acts(state)` tells what can be done. */
export class Step {
  constructor(id, wizard) {
    this.id = id;
    this.wizard = wizard;
    this.section = document.querySelector(`.task[data-step="${id}"]`);
    this.form = this.section.querySelector("form");
    // What is wrong is said by the step itself, in the page's language, whichever way it is sent.
    this.form?.toggleAttribute("novalidate", true);
    this.form?.addEventListener("submit", (event) => {
      event.preventDefault();
      wizard.press();
    });
  }

  field(name) {
    return field(name, this.section);
  }

  write(name, text) {
    write(this.field(name), text);
  }

  reveal(name, visible) {
    show(this.field(name), visible);
  }

  verdict(state) {
    return state.verdicts[this.id] ?? null;
  }

  isDone(state) {
    return state.steps.some((step) => step.id === this.id && step.done && !step.skipped);
  }

  /** Posts what this step says; true if the table took it. */
  post(path, body = {}) {
    return this.wizard.post(path, body);
  }

  /** Posts, and goes on if the table took it. */
  async finish(path, body = {}) {
    if (await this.post(path, body)) this.wizard.goOn();
  }

  /** The act that goes on to what is to be done next. */
  get onwards() {
    return { id: "on", text: t("Go on"), act: () => this.wizard.goOn() };
  }

  enter() {}
  leave() {}
  show() {}
  acts() {
    return [this.onwards];
  }
}
