// @ts-check
// The step that tries lamps and sound, each by a tap.

import { capital, made } from "./elements.js";
import { Step, said } from "./setup-parts.js";
import { t } from "./i18n.js";

export class Signals extends Step {
  #drawn = "";

  constructor(wizard) {
    super("signals", wizard);
    this.list = this.field("trials");
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("[data-trial]");
      if (button && button.getAttribute("aria-disabled") !== "true") this.post("signals/try", { id: button.dataset.trial });
    });
  }

  show(state) {
    const { there, trying, missing, on } = state.signals;
    const key = JSON.stringify([there, missing]);
    if (key !== this.#drawn) {
      this.#drawn = key;
      this.list.replaceChildren(...there.map(trial));
      this.field("missing").replaceChildren(...missing.map((text) => said("note", capital(text))));
    }
    for (const button of this.list.querySelectorAll("[data-trial]")) {
      const now = button.dataset.trial === trying;
      button.classList.toggle("trying", now);
      button.setAttribute("aria-disabled", String(Boolean(trying)));
      button.querySelector(".trial-now").textContent = now ? t("now") : "";
    }
    this.reveal("off", there.length === 0);
    this.reveal("pretended", on === "simulated");
  }

  acts(state) {
    const off = Boolean(state.signals.trying);
    const on = { id: "on", text: t("All works"), off, act: () => this.finish("signals", { skip: false }) };
    if (state.signals.there.length === 0) return [{ ...on, text: t("Go on") }];
    return [on, { id: "skip", text: t("Skip this"), plain: true, off, act: () => this.finish("signals", { skip: true }) }];
  }
}

function trial({ id, kind, name, says }) {
  const sign = made("span", { class: "trial-sign", "data-kind": kind, "data-name": name, "aria-hidden": "true" });
  const now = made("span", { class: "trial-now", role: "status" });
  return made("li", {}, made("button", { type: "button", "data-trial": id }, sign, made("span", {}, capital(says)), now));
}
