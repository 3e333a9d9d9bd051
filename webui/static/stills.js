// @ts-check
// The camera's pictures of a step: small beside the board, as large as the screen when tapped.

import { made } from "./elements.js";
import { t } from "./i18n.js";
import { field } from "./fields.js";

/** The pictures of a step, in `strip`; one that has gone from the ring leaves no hole. */
export class Stills {
  #frames = [];
  #at = 0;
  #says = "";
  #key = "";

  constructor(strip, sheet) {
    this.strip = strip;
    this.sheet = sheet;
    this.image = field("picture", sheet);
    this.drawn = field("drawn", sheet);
    this.drawn.addEventListener("change", () => this.#show());
    this.image.addEventListener("error", () => (field("picture-trouble", sheet).textContent = t("This picture has gone: only the last ones are kept.")));
    for (const button of sheet.querySelectorAll("[data-still]")) {
      button.addEventListener("click", () => this.#go(this.#at + Number(button.dataset.still)));
    }
    sheet.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.#go(this.#at + (event.key === "ArrowLeft" ? -1 : 1));
    });
  }

  show(step) {
    const key = step.frames.join(" ");
    if (key === this.#key) return;
    this.#key = key;
    this.#frames = step.frames;
    this.#says = step.says;
    this.strip.hidden = step.frames.length === 0;
    this.strip.replaceChildren(...step.frames.map((frame, index) => {
      const image = made("img", { src: `/api/frames/${frame}.jpg?plain`, alt: "", loading: "lazy", width: 160, height: 120 });
      const button = made("button", { type: "button", class: "still", "aria-label": this.#named(index) }, image);
      image.addEventListener("error", () => button.remove());
      button.addEventListener("click", () => {
        this.#go(index);
        this.sheet.showModal();
      });
      return button;
    }));
  }

  #named(index) {
    return t("The camera's picture {number} of {count}", { number: index + 1, count: this.#frames.length });
  }

  #go(index) {
    if (index < 0 || index >= this.#frames.length) return;
    this.#at = index;
    this.#show();
  }

  #show() {
    field("picture-trouble", this.sheet).textContent = "";
    field("picture-title", this.sheet).textContent = this.#named(this.#at);
    this.image.alt = this.#says;
    this.image.src = `/api/frames/${this.#frames[this.#at]}.jpg${this.drawn.checked ? "" : "?plain"}`;
    for (const button of this.sheet.querySelectorAll("[data-still]")) {
      button.disabled = !(this.#at + Number(button.dataset.still) in this.#frames);
    }
  }
}
