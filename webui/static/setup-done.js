// @ts-check
// The last step: what was chosen, then the board as it is read beside the board as it is drawn.

import { Drawing } from "./drawing.js";
import { made } from "./elements.js";
import { sceneOf } from "./page.js";
import { Step } from "./setup-parts.js";
import { draw } from "./setup-picture.js";
import { ask, picture } from "./setup-talk.js";
import { many, t } from "./i18n.js";

const EVERY = 2_000;

export class Done extends Step {
  #watching = false;
  #shown = false;
  #summed = "";

  constructor(wizard) {
    super("done", wizard);
    this.drawing = new Drawing(this.field("drawn"));
  }

  enter() {
    this.#shown = true;
  }

  leave() {
    this.#shown = false;
  }

  show(state) {
    const begun = state.next === null;
    const heading = this.section.querySelector("h2");
    const title = begun ? t("The game can begin") : t("Ready to begin");
    if (heading.textContent !== title) heading.textContent = title;
    const what = this.section.querySelector(".what");
    what.hidden = begun;
    this.reveal("sum", !begun);
    this.reveal("begun", begun);
    if (!begun) this.#sum(state);
    if (begun) this.#watch();
  }

  #sum({ camera, colours, match, simulated, steps }) {
    const { white, black } = colours ?? {};
    const names = white || black ? t("{near} (near) and {far}", { near: white || "?", far: black || "?" }) : "";
    const length = match.length ? many("to {count} point", "to {count} points", match.length)
      : match.series ? many("of {count} game", "of {count} games", match.series) : t("single games");
    const watching = simulated ? t("the simulated board") : camera?.id === "phone" ? t("a phone above the board") : camera?.name;
    const skipped = steps.filter((step) => step.skipped).map((step) => document.querySelector(`[data-go="${step.id}"] [data-field=title]`).textContent);
    const rows = [
      [t("Camera"), watching], [t("Players"), names], [t("Game"), `${gameName(match.game)}, ${length}`], [t("Skipped"), skipped.join(", ")],
    ].filter(([, value]) => value);
    const key = JSON.stringify(rows);
    if (key === this.#summed) return;
    this.#summed = key;
    this.field("sum").replaceChildren(...rows.flatMap(([name, value]) => [made("dt", {}, name), made("dd", {}, value)]));
  }

  acts(state) {
    if (state.next === null) {
      return [
        { id: "live", text: t("To the live board"), act: () => location.assign("/") },
        { id: "desk", text: t("To the referee's desk"), plain: true, act: () => location.assign("/desk") },
      ];
    }
    if (state.next !== "done") return [this.onwards];
    return [{ id: "begin", text: t("Begin the match"), act: () => this.post("done") }];
  }

  /** Shows the board as it is read and as it is drawn, as long as somebody looks. */
  async #watch() {
    if (this.#watching) return;
    this.#watching = true;
    this.field("qr").src = "/api/qr.svg";
    while (this.#shown) {
      const state = document.hidden ? { ok: false } : await ask("/api/state?desk");
      if (state.ok) {
        this.drawing.show(sceneOf(state.body, false));
        this.write("says", state.body.says);
        const { bitmap } = await picture("/api/sight.jpg");
        if (bitmap) draw(this.field("shot"), bitmap);
        this.field("shot").closest("figure").hidden = bitmap === null;
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
    this.#watching = false;
  }
}

/** What a game is called in the page's language; several, or one that is not listed, as they were given. */
function gameName(id) {
  return document.querySelector(`[data-game="${CSS.escape(id)}"] span`)?.textContent ?? id;
}
