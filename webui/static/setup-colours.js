// @ts-check
// The step that shows whose checkers are whose, as the camera saw them, and takes the players' names.

import { keepNames, offerNames, OneName } from "./names.js";
import { Step } from "./setup-parts.js";
import { draw } from "./setup-picture.js";
import { picture } from "./setup-talk.js";
import { t } from "./i18n.js";
import { show, write } from "./fields.js";

const OTHER = { light: "dark", dark: "light" };
const USUAL = { light: "#efe0bd", dark: "#3d2014" };   // where the picture did not tell

export class Colours extends Step {
  #filled = null;
  #drawn = null;
  #oneName = new OneName();

  constructor(wizard) {
    super("colours", wizard);
    this.form.addEventListener("input", () => wizard.draw());
  }

  enter() {
    offerNames();
    this.#filled = null;
  }

  show(state) {
    const { colours } = state;
    if (!colours) return;
    this.#fill(colours);
    this.#picture(state.pictures.start);
    show(this.form.elements.home[0].closest("fieldset"), state.shape === "points");
    const near = this.form.elements.near.value;
    for (const [side, name, kind] of [["near", "white", near], ["far", "black", OTHER[near]]]) {
      const seat = this.section.querySelector(`[data-seat="${side}"]`);
      seat.dataset.kind = kind ?? "";
      const man = seat.querySelector(".seat-man");
      if (kind) man.style.fill = colours[kind] ?? USUAL[kind];
      write(seat.querySelector("[data-field=seat-says]"), saying(this.form[name].value.trim(), side, kind));
    }
    for (const disc of this.section.querySelectorAll("[data-disc]")) {
      disc.style.fill = colours[disc.dataset.disc] ?? USUAL[disc.dataset.disc];
    }
  }

  /** What is known is put into the form when it is opened, or comes anew; not over what somebody types. */
  #fill(colours) {
    const key = JSON.stringify(colours);
    if (key === this.#filled) return;
    this.#filled = key;
    for (const name of ["white", "black"]) this.form[name].value = colours[name];
    this.form.elements.near.value = colours.near ?? "";
    this.form.elements.home.value = colours.home_right === null ? "" : colours.home_right ? "right" : "left";
  }

  async #picture(number) {
    if (!number || number === this.#drawn) return;
    this.#drawn = number;
    const { bitmap, detail } = await picture(`/api/setup/pictures/${number}.jpg?width=960`);
    if (bitmap) draw(this.field("shot"), bitmap);
    this.reveal("shot", bitmap !== null);
    this.write("no-shot", detail);
    this.reveal("no-shot", bitmap === null);
  }

  acts(state) {
    const { near, home } = this.form.elements;
    const ready = near.value && (home.value || state.shape !== "points");
    return [{ id: "so", text: t("So it is"), act: () => this.#tell(state), off: !ready }];
  }

  #tell(state) {
    const { near, home, white, black } = this.form.elements;
    const question = this.#oneName.question(white.value, black.value);
    this.write("one-name", question);
    if (question) return white.focus();
    keepNames(white.value, black.value);
    const right = state.shape === "points" ? { home_right: home.value === "right" } : {};
    return this.finish("colours", { near: near.value, ...right, white: white.value.trim(), black: black.value.trim() });
  }
}

function saying(name, side, kind) {
  if (!kind) return "";
  if (name) return kind === "light" ? t("{name} plays the light checkers.", { name }) : t("{name} plays the dark checkers.", { name });
  if (side === "near") return kind === "light" ? t("The near player plays the light checkers.") : t("The near player plays the dark checkers.");
  return kind === "light" ? t("The far player plays the light checkers.") : t("The far player plays the dark checkers.");
}
