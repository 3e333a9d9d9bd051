// @ts-check
// Wrong PINs, in words, and the line at the desk that tells of them.

import { locale, many, t } from "./i18n.js";

const EVERY = 30_000;

/** What was tried wrongly: "14 wrong PINs from 3 phones since 20:10"; empty: nothing. */
export function wrongWords({ count, phones, since, refused }) {
  if (since === null) return "";
  const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(new Date(since * 1000));
  const wrong = many("{count} wrong PIN", "{count} wrong PINs", count);
  const from = many("from {count} phone", "from {count} phones", phones);
  const told = t("{wrong} {from} since {time}", { wrong, from, time });
  const more = many("{count} more try was turned away", "{count} more tries were turned away", refused);
  return refused ? `${told}; ${more}` : told;
}

/** Keeps a line up to date, as long as somebody who may know looks at the page. */
export function watchWrongPins(line) {
  const link = line.querySelector("a");
  const look = async () => {
    if (document.hidden || document.querySelector("[data-action=leave]").hidden) return;
    const answer = await fetch("/api/door", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    const words = wrongWords((await answer.json()).wrong);
    line.hidden = !words;
    if (link.textContent !== words) link.textContent = words;
  };
  setInterval(look, EVERY);
  addEventListener("admitted", ({ detail }) => (detail ? look() : (line.hidden = true)));
  look();
}
