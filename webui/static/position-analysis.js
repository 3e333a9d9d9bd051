// @ts-check
// What GNU Backgammon thinks of a position, asked for by a tap: the best plays of the throw, or whether to double and to take.

import { made } from "./elements.js";
import { language, t } from "./i18n.js";

const EQUITY = new Intl.NumberFormat(language, { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: "always" });
const SHARES = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Asks about the position of a query string, and tells the answer in a box, unless `stale` says that another is shown now. */
export async function judge(query, box, stale = () => false) {
  box.replaceChildren(made("p", { class: "remark" }, t("GNU Backgammon looks at it; that takes some seconds.")));
  const headers = { "X-Tableside": "1", "Accept-Language": language };
  const answer = await fetch(`/api/position/analysis?${query}`, { method: "POST", headers, cache: "no-store" }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (stale()) return;
  if (!answer?.ok) {
    box.replaceChildren(made("p", { class: "trouble" }, found?.detail ?? t("The table cannot be reached. Is this phone still in its network?")));
    return;
  }
  const by = made("p", { class: "remark" }, t("{program}, {ply} plies ahead", { program: found.program, ply: found.ply }));
  box.replaceChildren(...(found.chances ? cube(found) : plays(found)), by);
}

function plays({ plays: candidates }) {
  const rows = candidates.map(({ play, equity, loss, chances }, index) =>
    row(play || t("Nothing can be played."), EQUITY.format(equity), index ? EQUITY.format(-loss) : "", SHARES.format(chances.win), SHARES.format(chances.gammon)));
  return [table([t("Play"), t("Equity"), t("Lost"), t("Wins"), t("Gammons")], rows)];
}

function cube({ chances, cube: decision }) {
  const share = { win: SHARES.format(chances.win), gammon: SHARES.format(chances.gammon), lost: SHARES.format(chances.lose_gammon) };
  const told = made("p", {}, t("Wins {win}, a gammon {gammon}; loses a gammon {lost}.", share));
  if (!decision) return [told];
  const { no_double, take, pass, doubles, takes, too_good } = decision;
  const double = doubles ? t("To double is right.") : too_good ? t("Too good to double: play on for a gammon.") : t("Not to double is right.");
  const answer = takes ? t("A double is to be taken.") : t("A double is to be passed.");
  const rows = [[t("No double"), no_double], [t("Double, take"), take], [t("Double, pass"), pass]].map(([label, equity]) => row(label, EQUITY.format(equity)));
  return [made("p", { class: "says" }, `${double} ${answer}`), table([t("Cube"), t("Equity")], rows), told];
}

function table(heads, rows) {
  return made("table", { class: "judged" }, made("tr", {}, ...heads.map((head) => made("th", { scope: "col" }, head))), ...rows);
}

function row(label, ...cells) {
  return made("tr", {}, made("th", { scope: "row" }, label), ...cells.map((cell) => made("td", {}, cell)));
}
