// @ts-check
// The way through the set-up: how far it is, and every step that may be gone to.

import { t } from "./i18n.js";
import { field, show, write } from "./fields.js";

export class Way {
  constructor(go) {
    this.nav = document.querySelector(".way");
    this.toggle = this.nav.querySelector(".way-toggle");
    this.list = this.nav.querySelector("ol");
    this.toggle.addEventListener("click", () => this.#open(!this.isOpen));
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-go]");
      if (!button || button.getAttribute("aria-disabled") === "true") return;
      this.#open(false);
      go(button.dataset.go);
    });
    addEventListener("keydown", (event) => event.key === "Escape" && this.isOpen && this.#open(false, true));
  }

  get isOpen() {
    return this.toggle.getAttribute("aria-expanded") === "true";
  }

  #open(open, back = false) {
    this.toggle.setAttribute("aria-expanded", String(open));
    if (back) this.toggle.focus();
  }

  /** Draws the steps of a state, `shown` being the one on the page; null hides them all. */
  show(state, shown) {
    show(this.nav, state !== null);
    const steps = state?.steps ?? [];
    const counted = steps.filter((step) => step.id !== "done");
    const number = counted.findIndex((step) => step.id === shown) + 1;
    write(field("progress"), number ? t("Step {number} of {count}", { number, count: counted.length }) : "");
    for (const { id, done, skipped, open } of steps) {
      const mood = skipped ? "skipped" : done ? "done" : "open";
      const button = this.list.querySelector(`[data-go="${id}"]`);
      const bit = this.nav.querySelector(`[data-bit="${id}"]`);
      for (const each of [button, bit]) if (each) each.dataset.mood = mood;
      for (const each of [button, bit]) each?.classList.toggle("here", id === shown);
      button.setAttribute("aria-disabled", String(!open));
      if (id === shown) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      write(field("state", button), { skipped: t("skipped"), done: t("done"), open: open ? "" : t("not yet") }[mood]);
    }
  }
}
