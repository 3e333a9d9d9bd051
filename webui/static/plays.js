// @ts-check
// The sheet on which a person says how a turn was played: one of the legal plays, or one written out.

import { Drawing } from "./drawing.js";
import { t } from "./i18n.js";
import { nameOf } from "./words.js";
import { field, show, write } from "./fields.js";

export class PlaySheet {
  #told = null;             // what /api/plays says of the turn

  constructor(desk, page) {
    this.desk = desk;
    this.page = page;
    this.sheet = document.getElementById("sheet-play");
    this.form = this.sheet.querySelector("form");
    this.list = this.form.querySelector("[data-part=plays]");
    this.insist = this.form.querySelector("[value=stands]");
    this.picture = this.form.querySelector("[data-part=play-board]");
    this.board = new Drawing(this.picture);
    this.form.addEventListener("change", (event) => {
      if (event.target.name === "side") this.#ask(event.target.value);
      if (event.target.name === "play") this.#choose(event.target.value);
    });
    this.form.notation.addEventListener("input", () => this.#typed());
  }

  /** Shows the turn of a side as it is; without a side, of whose there is one. */
  open(side = null) {
    write(field("play-of", this.form), "");
    this.list.replaceChildren();
    show(this.insist, false);
    return this.#ask(side);
  }

  get command() {
    const told = { side: this.form.side.value, notation: this.form.notation.value.trim() };
    // Should another turn come in between, it is not that one that is put right.
    return this.#told ? { ...told, turn: this.#told.turn } : told;
  }

  /** The table has refused it, being illegal: it may be insisted on. */
  refused() {
    show(this.insist, true);
  }

  async #ask(side) {
    const told = await this.desk.get(`/api/plays${side ? `?side=${side}` : ""}`);
    this.#told = told;
    show(this.insist, false);
    if (side) this.form.side.value = side;
    this.list.replaceChildren();
    this.form.querySelector("fieldset.list").hidden = !told?.plays.length;
    this.form.querySelector(".big").disabled = told === null;
    show(this.picture, told !== null);
    if (!told) {
      this.form.notation.value = "";
      write(field("play-of", this.form), t("There is no turn that could be put right now."));
      return;
    }
    this.form.side.value = told.side;
    const about = { name: nameOf(this.page.snapshot, told.side), roll: told.roll?.join("-") ?? "" };
    const words = told.last
      ? told.roll ? t("The last turn. {name} threw {roll}.", about) : t("The last turn of {name}.", about)
      : told.roll ? t("The present turn. {name} threw {roll}.", about) : t("The present turn of {name}.", about);
    const others = t("There are more plays than are listed: write it out.");
    write(field("play-of", this.form), told.more ? `${words} ${others}` : words);
    this.list.replaceChildren(...told.plays.map(({ notation }) => this.#choice(notation)));
    this.form.notation.value = told.played ?? "";
    this.#typed();
  }

  #choice(notation) {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "play", value: notation });
    const words = document.createElement("span");
    words.textContent = notation || t("no play");
    label.append(input, words);
    return label;
  }

  #choose(notation) {
    this.form.notation.value = notation;
    this.#typed();
  }

  /** Shows the board after the play that is chosen or written, if it is one of those listed. */
  #typed() {
    show(this.insist, false);
    const { game, seating } = this.page.snapshot;
    const words = this.form.notation.value.trim();
    const found = this.#told?.plays.find(({ notation }) => notation === words);
    for (const each of this.list.querySelectorAll("input")) each.checked = each.value === found?.notation;
    const { squares, facing, hand } = game;
    const position = found?.position ?? this.#told?.before;
    if (!position) return;
    this.board.show({ position, seating, turned: this.page.turned, squares, facing, hand, numbersFor: this.#told.side });
    this.picture.setAttribute("aria-label", found ? t("The board after {play}", { play: words || t("no play") }) : t("The board before the play"));
  }
}
