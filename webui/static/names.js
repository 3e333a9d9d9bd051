// @ts-check
// Names of players: those that are known are offered where one is typed, and two players of one name are asked about.

import { made } from "./elements.js";
import { recall, remember } from "./remembered.js";
import { t } from "./i18n.js";

const KEPT = "tableside.names";
const MOST = 60;

function kept() {
  try {
    const names = JSON.parse(recall(KEPT) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** Remembers on this device that somebody of that name played, the last first. */
export function keepNames(...names) {
  const there = names.map((name) => name.trim()).filter(Boolean);
  remember(KEPT, JSON.stringify([...new Set([...there, ...kept()])].slice(0, MOST)));
}

/** Offers the names that are known, here and in the table's library, in the list `#known-names`. */
export async function offerNames() {
  const list = document.getElementById("known-names");
  const show = (names) => list.replaceChildren(...[...new Set(names)].map((value) => made("option", { value })));
  show(kept());
  if (list.dataset.shelved === undefined) return;
  const answer = await fetch("/api/players", { cache: "no-store" }).catch(() => null);
  const players = answer?.ok ? (await answer.json().catch(() => ({}))).players ?? [] : [];
  show([...kept(), ...players.map(({ name }) => name)]);
}

const plain = (name) => name.trim().normalize("NFKC").toLowerCase();

/** Asks about two players of one name, once for each: they may be two, and nobody could tell them apart afterwards. */
export class OneName {
  #asked = null;

  /** What is to be asked before these names are taken; empty where there is nothing to ask, or it has been asked. */
  question(white, black) {
    const name = plain(white);
    const before = this.#asked;
    this.#asked = name && name === plain(black) ? name : null;
    if (this.#asked === null || this.#asked === before) return "";
    return t("Both players are called {name}. Tell them apart, by a second name perhaps; or tap once more to leave it so.", { name: white.trim() });
  }
}
