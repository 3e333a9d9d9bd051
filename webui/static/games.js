// @ts-check
// The choice of a game for a new match: found by any of its names, with its rules and options.

import { made } from "./elements.js";
import { t } from "./i18n.js";
import { fitShownTerms } from "./match-form.js";

/** A name without capitals, accents and whatever is no letter or digit. */
function plain(text) {
  return text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

export class GameChoice {
  #asked = null;            // the id of the game that is shown, or will be
  #agreed = null;           // what its options are to show at first, where it was agreed on before

  #usual = null;            // the length of a series that was chosen, and what stood there before

  #last = null;             // the programme of the last match, which is played again where no game is chosen

  #pointed = false;         // whether somebody has chosen a length

  constructor(form) {
    this.form = form;
    this.shelves = form.querySelector("[data-field=shelves]");
    this.shown = form.querySelector("[data-field=chosen]");
    this.none = form.querySelector("[data-field=no-game]");
    this.games = [...form.querySelectorAll("[data-game]")].map((button) => {
      button.addEventListener("click", () => this.#choose(button.dataset.game));
      const [id, ...names] = JSON.parse(button.dataset.words);
      // The id of a game from a file is all that stands in it: people know it by its name alone.
      const told = id.startsWith("{") ? names : [id, ...names];
      return { button, id, called: button.querySelector("span").textContent, names: told.map(plain) };
    });
    form.game.addEventListener("input", () => this.update());
    form.addEventListener("change", ({ target }) => (this.#pointed ||= target.name === "points"));
  }

  /** Shows what fits the text that is there now: games whose names begin so, or have it within; the one that is called so. */
  update() {
    const text = this.form.game.value;
    const exact = this.#named(text);
    const wanted = text.includes(",") && !exact ? "" : plain(text);
    let fitting = 0;
    for (const { button, names } of this.games) {
      button.hidden = !names.some((name) => name.includes(wanted));
      fitting += button.hidden ? 0 : 1;
    }
    for (const shelf of this.shelves.querySelectorAll(".shelf")) shelf.hidden = !shelf.querySelector("[data-game]:not([hidden])");
    this.shelves.open = wanted !== "" && !(exact && fitting === 1);
    this.none.hidden = fitting > 0;
    this.#show(exact?.id ?? null);
  }

  /** Shows none: what is played next is as the last one was, of which this is the programme. */
  clear(last = null) {
    this.#last = last;
    this.form.game.value = "";
    this.#asked = undefined;
    this.#pointed = false;
    this.update();
  }

  /** Shows a game, by its id, with its options as agreed on. */
  open(game, options) {
    this.#agreed = options;
    this.#asked = null;
    this.form.game.value = this.#called(game);
    this.update();
    this.shelves.open = false;
  }

  /** What a new match is to be, as the table takes it; nothing where it is to be what the last one was. */
  get command() {
    const text = this.form.game.value.trim();
    if (!text) return {};
    const game = this.#named(text)?.id ?? text;
    const chosen = [...this.shown.querySelectorAll("[data-option]")].filter((each) => each.value !== each.dataset.usual);
    const options = Object.fromEntries(chosen.map((each) => [each.dataset.option, JSON.parse(each.value)]));
    return chosen.length ? { game, options } : { game };
  }

  /** The game that is called so; one whose own name it is comes before one that has it as another. */
  #named(text) {
    const wanted = plain(text);
    return wanted ? (this.games.find(({ called }) => plain(called) === wanted) ?? this.games.find(({ names }) => names.includes(wanted))) : null;
  }

  #called(id) {
    return this.games.find((game) => game.id === id)?.called ?? id;
  }

  #choose(id) {
    this.form.game.value = this.#called(id);
    this.update();
    this.shelves.open = false;
    this.shown.scrollIntoView({ block: "nearest" });
  }

  /** What playing for no points is called, and whether there is anything else to choose; of a series that somebody
   *  chooses, how long it is as a rule: always where it has an end of its own, else unless a length was chosen, too. */
  #fit(game, chosen) {
    const none = this.form.querySelector("input[name=points][value='0']");
    const series = game ?? (this.form.game.value.trim() ? null : this.#last);
    none.nextElementSibling.textContent = series?.decider ? t("All its games") : t("Single games");
    const { points } = this.form.elements;
    for (const each of points) each.disabled = each.parentElement.hidden = series?.to_points === false && each !== none;
    if (this.#usual && points.value === this.#usual.now) points.value = this.#usual.before;
    this.#usual = null;
    if (chosen && game.kind === "series" && (game.decider || !this.#pointed)) {
      this.#usual = { before: points.value, now: String(game.length) };
      points.value = this.#usual.now;
    }
    if (series?.to_points === false) points.value = none.value;
    fitShownTerms(this.form);
  }

  async #show(id) {
    if (id === this.#asked) return;
    this.#asked = id;
    this.shown.hidden = true;
    this.shown.replaceChildren();
    this.#fit(null, false);
    if (id === null) return;
    const response = await fetch(`/api/games/${encodeURIComponent(id)}`).catch(() => null);
    const game = response?.ok ? await response.json() : null;
    if (game === null || this.#asked !== id) return;
    this.#fit(game, !this.#agreed);
    const paragraphs = game.rules.split("\n\n").map((text) => made("p", {}, text));
    this.shown.replaceChildren(
      made("h3", {}, game.name),
      made("details", { class: "terms" }, made("summary", {}, t("Rules of {game}", { game: game.name })), ...paragraphs),
      ...game.options.map((option) => choice(option, this.#agreed?.[option.name])),
    );
    this.#agreed = null;
    this.shown.hidden = false;
  }
}

/** An option of a game, to be chosen. */
function choice({ name, title, default: usual, values, words, text }, agreed = usual) {
  const select = made("select", { "data-option": name, "data-usual": JSON.stringify(usual) });
  select.append(...values.map((value, index) => made("option", { value: JSON.stringify(value) }, words[index])));
  select.value = JSON.stringify(agreed);
  return made("label", { class: "line" }, title, select, made("small", {}, text));
}
