// @ts-check
// The card of a table on the wall: what the hub tells of it in, the card as it is out.

import { Drawing } from "./drawing.js";
import { goneSince } from "./gone.js";
import { label, t } from "./i18n.js";
import { nameOf } from "./words.js";
import { field, show, write } from "./fields.js";

/** @type {("W" | "B")[]} */
const SIDES = ["W", "B"];
const SITES = Array.from({ length: 26 }, (_, site) => site);
const PLAIN = { W: SITES, B: SITES.map((site) => (site % 25 ? 25 - site : site)) };
const RANKS = { fault: 0, question: 1, blind: 2 };
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) /** @type {any} */ (target).card?.look(isIntersecting);
});

function pair([white, black] = [0, 0]) {
  return { W: white, B: black };
}

/** A position as a snapshot has it, of one that leaves out what is empty. */
function inflated(position, facing) {
  if (!position || position.squares) return position ?? null;
  const points = Object.fromEntries(facing.W.slice(1, -1).map((_, index) => [index + 1, pair(position.points[index + 1])]));
  const { pips, pinned } = position;
  return { points, bar: pair(position.bar), hand: pair(position.hand), off: pair(position.off), pips: pips && pair(pips), pinned: pinned ?? { W: [], B: [] } };
}

/** What the board of a card shows. */
export function sceneOf(card) {
  const { facing = PLAIN, squares = null, hand = false } = card.board;
  const { phase } = card.game;
  return {
    squares, facing, hand, position: inflated(card.position, facing), seating: card.seating, numbersFor: null,
    dice: card.roll && phase === "to move" ? { side: card.to_play, roll: card.roll, owed: card.carried } : null,
    cube: card.cube, play: card.fault || phase === "doubled" ? null : card.last_play, faint: phase === "to move" && !squares,
    marks: card.fault?.points ?? [], faulty: Boolean(card.fault),
  };
}

/** The line of a card that says what is new; `of` is the kind of thing that it says. */
export function newsOf(card) {
  if (!card.online) return { of: "gone", says: goneSince(card.since) };
  if (!card.match) return { of: "calm", says: t("Nothing has been heard of this table yet.") };
  if (card.fault) return { of: "fault", says: card.fault.text };
  if (card.question) return { of: "question", says: card.question };
  if (card.attention) return { of: card.attention, says: card.says };
  if (card.game.phase === "over" || card.game.phase === "no game" || !card.last_play) return { of: "calm", says: card.says };
  return { of: "play", who: label(card.labels.play), says: card.last_play.notation || t("no play") };
}

/** The card of one table, in its <li>. */
export class Card {
  #shown = false;
  #stale = true;
  #board = null;

  constructor(name, element) {
    this.name = name;
    this.element = element;
    /**
     * What the hub tells of the table: a part of its snapshot, by the same names.
     * @type {any}
     */
    this.state = {};
    element.card = this;
    seen.observe(element);
  }

  /** What comes first on the wall has the lowest rank. */
  get rank() {
    return this.state.online ? RANKS[this.state.attention] ?? 3 : 4;
  }

  /** Takes in what has changed; of a whole card everything. */
  tell(change, whole) {
    this.state = whole ? change : { ...this.state, ...change };
    this.#stale = true;
    this.#write();
    this.#draw();
  }

  look(shown) {
    this.#shown = shown;
    this.#draw();
  }

  leave() {
    seen.unobserve(this.element);
    this.element.remove();
  }

  #write() {
    const { element, state } = this;
    const { match, game } = state;
    const free = !match || game.phase === "no game";
    element.dataset.attention = state.online ? state.attention ?? "" : "";
    element.dataset.online = state.online ? "yes" : "no";
    element.dataset.free = free ? "yes" : "no";
    const of = match?.number ? label(state.labels.match) : "";
    write(field("of", element), state.simulated ? [of, t("simulated")].filter(Boolean).join(" · ") : of);
    for (const side of SIDES) {
      const row = element.querySelector(`[data-side="${side}"]`);
      const light = (side === "W") === (state.seating?.near !== "dark");
      field("swatch", row).setAttribute("href", light ? "#checker-light" : "#checker-dark");
      const task = match && state.online ? label(state.labels[side].duty) : "";
      write(field("name", row), match ? nameOf(state, side) : "");
      write(field("duty", row), task);
      write(field("score", row), state.score ? String(state.score[side]) : "");
      row.classList.toggle("on-turn", task !== "");
    }
    const news = newsOf(state);
    const line = field("news", element);
    line.dataset.of = news.of;
    if (news.who) {
      const who = document.createElement("b");
      who.textContent = news.who;
      if (line.textContent !== `${news.who} ${news.says}`) line.replaceChildren(who, ` ${news.says}`);
    } else {
      write(line, news.says);
    }
  }

  #draw() {
    if (!this.#shown || !this.#stale) return;
    this.#stale = false;
    const svg = this.element.querySelector(".board");
    show(svg, false);
    if (!this.state.position) return;
    this.#board ??= new Drawing(svg);
    this.#board.show(sceneOf(this.state));
    show(svg, true);
  }
}
