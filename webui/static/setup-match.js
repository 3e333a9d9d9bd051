// @ts-check
// The step that agrees on the match: the game with its rules and options, length, clock, and how it is refereed.

import { GameChoice } from "./games.js";
import { chosenTerms, fillTerms, fitShownTerms, takeTerms } from "./match-form.js";
import { Step } from "./setup-parts.js";
import { t } from "./i18n.js";

export class Match extends Step {
  #filled = null;

  constructor(wizard) {
    super("match", wizard);
    this.games = new GameChoice(this.form);
    this.form.addEventListener("change", ({ target }) => {
      if (/** @type {HTMLInputElement} */ (target).name === "profile") takeTerms(this.form);
      fitShownTerms(this.form);
    });
  }

  enter() {
    this.#filled = null;
  }

  show(state) {
    const { match } = state;
    const key = JSON.stringify(match);
    if (key === this.#filled) return;
    this.#filled = key;
    const { points, profile, tradition } = this.form.elements;
    points.value = String(match.length);
    profile.value = match.profile;
    this.form.querySelector("details:has(input[name=profile]:checked)")?.setAttribute("open", "");
    tradition.value = match.tradition;
    fillTerms(this.form, match.terms);
    this.games.open(match.game, match.options);
  }

  acts() {
    return [{ id: "this", text: t("This is played"), act: () => this.#tell() }];
  }

  #tell() {
    const { points, profile, tradition } = this.form.elements;
    return this.finish("match", {
      ...this.games.command,
      length: Number(points.value),
      terms: chosenTerms(this.form),
      profile: profile.value,
      tradition: tradition.value,
    });
  }
}
