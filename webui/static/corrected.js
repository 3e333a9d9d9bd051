// @ts-check
// What people have put right: who, when, and what.

import { made } from "./elements.js";
import { locale, t } from "./i18n.js";
import { field, show } from "./fields.js";

const TIMES = new Intl.DateTimeFormat(locale, { timeStyle: "short" });

export class Corrected {
  #seq = null;              // the snapshot for which it was asked last

  constructor(desk) {
    this.desk = desk;
    this.box = document.querySelector(".corrections");
    this.box.addEventListener("toggle", () => this.#load());
  }

  /** The snapshot as it is now. */
  show(snapshot) {
    if (this.box.open && snapshot.seq !== this.#seq) this.#load(snapshot.seq);
  }

  async #load(seq = null) {
    if (!this.box.open) return;
    this.#seq = seq;
    const told = await this.desk.get("/api/corrections");
    const rows = told?.corrections ?? [];
    field("corrections-none").textContent = told ? t("Nobody has put anything right yet.") : t("Who put what right is for the referee: give the PIN.");
    show(field("corrections-none"), rows.length === 0);
    field("corrections").replaceChildren(...rows.map(({ seq: number, wall, who, says }) => {
      const at = wall === null ? "" : TIMES.format(new Date(wall * 1000));
      const about = who ? [at, who].filter(Boolean).join(" ") : at;
      return made("li", { "data-seq": number }, made("span", { class: "label" }, about ? `${about}: ` : ""), says);
    }));
  }
}
