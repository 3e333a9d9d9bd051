// @ts-check
// The chouette, beneath what the referee says: who has won how much, whose cube is where, and at the desk what can be done.

import { field, show } from "./fields.js";
import { made } from "./elements.js";
import { points } from "./words.js";
import { t } from "./i18n.js";

/** @typedef {NonNullable<import("../types/notice").Notice['chouette']>} Chouette */
/** @typedef {Chouette['stakes'][number]} CrewStake */

/** What is done with a cube, and what its button says. */
const ACTS = {
  double: () => t("Doubles the box"),
  box_doubles: () => t("The box doubles"),
  take: () => t("Take"),
  pass: () => t("Pass"),
  beaver: () => t("Beaver"),
  raccoon: () => t("Raccoon"),
};

/** Shows the chouette of a snapshot, null where none is played; `tell(deed)` is called with what is done in it.
 * @param {Chouette | null} chouette
 * @param {((deed: object) => void) | null} [tell] */
export function drawChouette(chouette, tell = null) {
  const box = field("chouette");
  if (!box) return;
  show(box, chouette !== null);
  const told = JSON.stringify(chouette);
  if (chouette === null || box.dataset.told === told) return;
  box.dataset.told = told;
  const open = new Set([...box.querySelectorAll("details[open]")].map((each) => each.dataset.player));
  const gone = chouette.scores.filter(({ player }) => !chouette.line.includes(player));
  const names = [...chouette.line, ...gone.map(({ player }) => player)];
  field("chouette-players", box).replaceChildren(...names.map((name) => row(chouette, name, tell, open.has(name))));
}

/** @param {Chouette} chouette */
function row(chouette, name, tell, open) {
  const won = chouette.scores.find(({ player }) => player === name)?.points ?? 0;
  const stakes = chouette.stakes.filter(({ player }) => player === name);
  // one cube for which all play together is told once, of who plays for them
  const told = chouette.one_cube && name !== chouette.captain ? stakes.filter((stake) => stake.points !== null) : stakes;
  const says = [role(chouette, name), ...told.map((stake) => cubeOf(chouette, stake))].filter(Boolean).join(" · ");
  const said = made("p", {}, made("span", {}, made("b", {}, name), " ", made("span", { class: "remark" }, says)), made("span", { class: "won" }, points(won)));
  const line = made("li", {}, said);
  if (tell === null || !chouette.line.includes(name)) return line;
  const acts = stakes.flatMap((stake) => buttons(chouette, stake, tell));
  line.append(made("div", { class: "first" }, ...acts, more(chouette, name, stakes, tell, open)));
  return line;
}

/** @param {Chouette} chouette */
function role(chouette, name) {
  if (!chouette.line.includes(name)) return t("has left");
  if (name === chouette.line[0]) return t("in the box");
  if (chouette.partners.includes(name)) return t("with the box");
  if (name === chouette.captain) return t("captain");
  return chouette.advisers.includes(name) ? t("may advise") : "";
}

/** Whose cube it is and what it stands at, or what came of it.
 * @param {Chouette} chouette
 * @param {CrewStake} stake */
function cubeOf(chouette, stake) {
  const other = stake.against === chouette.line[0] ? "" : stake.against;
  const said = standing(chouette, stake);
  return other ? t("against {name}: {cube}", { name: other, cube: said }) : said;
}

/** @param {Chouette} chouette
 * @param {CrewStake} stake */
function standing(chouette, { value, next, owner, offered_by: offered, points: out }) {
  if (out !== null) return t("out, {points}", { points: points(out) });
  if (offered !== null) return offered === chouette.box_side ? t("the box doubles to {value}", { value: next }) : t("doubles the box to {value}", { value: next });
  if (owner === null) return t("cube in the middle at {value}", { value });
  return owner === chouette.box_side ? t("the box has the cube at {value}", { value }) : t("has the cube at {value}", { value });
}

/** @param {Chouette} chouette
 * @param {CrewStake} stake */
function buttons(chouette, stake, tell) {
  const against = stake.against === chouette.line[0] ? "" : stake.against;
  const acts = Object.keys(ACTS).filter((act) => stake.may.includes(/** @type {any} */ (act)));
  return acts.map((act) => button(ACTS[act](), () => tell({ act, player: stake.player, against })));
}

/** What is rarely done: an extra, a settlement, leaving.
 * @param {Chouette} chouette
 * @param {CrewStake[]} stakes */
function more(chouette, name, stakes, tell, open) {
  const box = made("details", { "data-player": name, ...(open ? { open: "" } : {}) }, made("summary", {}, t("More")));
  for (const stake of stakes) {
    const against = stake.against === chouette.line[0] ? "" : stake.against;
    for (const giver of stake.extras) box.append(button(t("Extra of {name}", { name: giver }), () => tell({ act: "extra", player: name, against: giver })));
    if (stake.may.includes("partner")) box.append(button(t("Joins the box"), () => tell({ act: "partner", player: name })));
    if (!stake.may.includes("settle")) continue;
    const paid = made("input", { type: "number", value: "0", min: "-9999", max: "9999", "aria-label": t("What the box pays {name}; less than nothing: gets", { name }) });
    box.append(made("p", { class: "settling" }, paid, button(t("Settle"), () => tell({ act: "settle", player: name, against, points: Number(paid.value) }))));
  }
  if (!chouette.partners.includes(name) && !stakes.some((stake) => stake.points === null)) box.append(button(t("Leaves"), () => tell({ act: "leave", player: name })));
  return box;
}

function button(text, act) {
  const element = made("button", { type: "button", class: "big plain" }, text);
  element.addEventListener("click", act);
  return element;
}
