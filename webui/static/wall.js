// @ts-check
// The wall: a card for every table, as large as all of them fit on the screen, those that want somebody first.

import { Card } from "./cards.js";
import { fitted } from "./fitted.js";
import { follow } from "./stream.js";
import { language, locale, many, t } from "./i18n.js";
import { field, show, write } from "./fields.js";

const SETTLED = 2_500;                     // a card moves once what moves it has lasted for so long
const NATURAL = new Intl.Collator(language, { numeric: true });
const HOURS = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const wall = document.getElementById("cards");
const blank = document.getElementById("card");
const scan = wall.querySelector(".scan-card");      // the code by which phones come here has a place among the tables
const cards = new Map();
const fit = fitted(wall, () => cards.size, scan);

/** Puts the cards into their order; what moves is seen to move. */
function sort() {
  const wanted = [...cards.values()].sort((a, b) => a.rank - b.rank || NATURAL.compare(a.name, b.name));
  const now = [...wall.children].filter((each) => each !== scan);
  if (wanted.every(({ element }, index) => element === now[index])) return;
  const before = new Map(wanted.map(({ element }) => [element, element.getBoundingClientRect()]));
  const held = document.activeElement;
  wanted.forEach(({ element }, index) => {
    if (wall.children[index] !== element) wall.insertBefore(element, wall.children[index] ?? null);
  });
  if (held !== document.activeElement && wall.contains(held)) held.focus({ preventScroll: true });
  if (calm.matches) return;
  for (const { element } of wanted) {
    const [from, to] = [before.get(element), element.getBoundingClientRect()];
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (x || y) element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 450, easing: "ease-in-out" });
  }
}

/** The cards are in their order when what changed it has lasted for a while: a fault that is put right at once moves nothing. */
let settled;
function sortSoon() {
  settled ??= setTimeout(() => {
    settled = undefined;
    sort();
  }, SETTLED);
}

function cardOf(name) {
  if (!cards.has(name)) {
    const there = wall.querySelector(`[data-table="${CSS.escape(name)}"]`);
    const element = there ?? blank.content.firstElementChild.cloneNode(true);
    if (!there) {
      element.dataset.table = name;
      const link = field("table", element);
      link.href = `/tables/${encodeURIComponent(name)}`;
      link.textContent = /^\d+$/.test(name) ? t("Table {name}", { name }) : name;
      wall.insertBefore(element, scan);
    }
    cards.set(name, new Card(name, element));
  }
  return cards.get(name);
}

function take({ full, cards: told, gone, trouble, waiting }) {
  const count = cards.size;
  const top = wall.offsetTop;
  const left = full ? [...cards.keys()].filter((name) => !(name in told)) : gone;
  for (const name of left) {
    cards.get(name)?.leave();
    cards.delete(name);
  }
  for (const [name, change] of Object.entries(told)) {
    const card = cardOf(name);
    const was = card.state.attention;
    try {
      card.tell(change, full || !card.state.key);
    } catch (error) {
      // What one table says that no card can show is nothing that the others need suffer for.
      console.warn(name, error);
    }
    if (card.state.attention === "fault" && was === "") call(card);
  }
  write(field("counted"), many("{count} table", "{count} tables", cards.size));
  write(field("trouble"), trouble ?? "");
  show(field("trouble"), Boolean(trouble));
  write(field("waiting").firstElementChild, many("{count} table wants to join", "{count} tables want to join", waiting));
  show(field("waiting"), waiting > 0);
  show(document.querySelector(".nothing"), cards.size === 0);
  if (cards.size !== count) {
    sort();
    fit();
  } else {
    sortSoon();
    // A band above the cards came or went.
    if (wall.offsetTop !== top) fit();
  }
}

/** Calls a fault out to who hears the page. */
function call(card) {
  write(field("announce"), `${field("table", card.element).textContent}: ${card.state.fault?.text ?? card.state.says}`);
}

function connection(state) {
  document.body.dataset.connection = state;
  write(field("connection"), state === "stale" ? t("The hub is not heard: what is shown may be old. Trying again.") : "");
  show(field("connection"), state === "stale");
}

function tellHour() {
  write(field("hour"), HOURS.format(new Date()));
}

take(JSON.parse(document.getElementById("wall").textContent));
fit();
tellHour();
setInterval(tellHour, 5_000);

const whole = document.querySelector("[data-action=whole]");
if (document.documentElement.requestFullscreen) {
  whole.hidden = false;
  whole.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

follow(take, connection, false, "/api/wall");
