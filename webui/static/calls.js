// @ts-check
// What is called out at a table when one snapshot follows another; the announcer says it.

import { language, many, t } from "./i18n.js";
import { nameOf } from "./words.js";

/** What may be called, each with all before it: rolls, doubles and results; the plays; faults, and whose turn it is. */
export const EXTENTS = ["rolls", "plays", "all"];

/** `text` in a language; what is `kept` is said even where something newer has happened since. */
function call(text, lang = language, kept = false) {
  return { text, lang, kept };
}

/** One checker's way as people say it: `8/4*` is `8 4 hits`. */
function spokenLeg(leg) {
  const [, way, count] = leg.match(/^([^(]*)(?:\((\d+)\))?/);
  const stops = way.split(/[/>-]/);
  let said = "";
  for (const [index, stop] of stops.entries()) {
    const place = stop.replace(/[*@]+$/, "").toLowerCase();
    if (place === "bar") said = t("bar");
    else if (place === "hand") said = t("from hand");
    else if (place === "off") said = t("{path} off", { path: said });
    else said = index ? `${said} ${place}` : place;
    if (stop.endsWith("*")) said = t("{path} hits", { path: said });
    if (stop.endsWith("@")) said = t("{path} pins", { path: said });
  }
  if (!count) return said;
  return count === "2" ? t("{path} twice", { path: said }) : many("{path}, {count} time", "{path}, {count} times", Number(count), { path: said });
}

/** A written play as people say it: `8/5 6/5` is `8 5, 6 5`. */
export function spokenNotation(notation, squares = false) {
  const takes = t("takes");
  if (squares) return notation.replaceAll(/[-–]/g, " ").replaceAll(/[x×]/g, ` ${takes} `).replaceAll(/\s+/g, " ").trim();
  return notation.split(/\s+/).map(spokenLeg).join(", ");
}

/** A throw as people say it, in the tradition that is chosen, where that has a name for it. */
function rollCall(roll, tradition) {
  const key = [...roll].sort((a, b) => b - a).join("-");
  const name = tradition?.rolls?.[key];
  if (name) return call(name, tradition.language);
  if (roll.length === 2 && roll[0] === roll[1]) return call(t("double {number}", { number: roll[0] }));
  return call(roll.join(", "));
}

const rolled = ({ roll, carried, game, to_play: mover }) => (roll && !carried && game.phase === "to move" ? `${mover} ${roll}` : "");
const played = ({ last_play: play, game }) => (play ? `${game.number} ${play.side} ${play.roll} ${play.notation}` : "");
const offered = ({ cube, game }) => (game.phase === "doubled" ? `${cube.offered_by} ${cube.next}` : "");
const isOver = ({ game }) => game.phase === "over";
/** A snapshot of which nothing may be said: the referee keeps silent, or the board is for nobody's eyes. */
const isSilent = ({ game, kept_back: keptBack }) => game.phase === null || keptBack;

/**
 * Calls about the cube.
 * @param {import("../types/notice").Notice} before
 * @param {import("../types/notice").Notice} after
 */
function cubeCalls(before, after, tradition) {
  if (offered(after) && offered(after) !== offered(before)) {
    const { offered_by: side, next } = after.cube;
    return [call(t("{name} doubles to {value}.", { name: nameOf(after, side), value: next }))];
  }
  if (!offered(before) || offered(after)) return [];
  const own = (word, usual) => call(word || usual, word ? tradition.language : language);
  if (isOver(after)) return after.game.result?.how === "passed" ? [own(tradition?.pass, t("Pass."))] : [];
  return after.cube.value > before.cube.value ? [own(tradition?.take, t("Take."))] : [];
}

/** What is wrong now, and was not before. */
function faultCalls(before, after) {
  const wrongs = (snapshot) => [snapshot.fault?.text, snapshot.cube_fault, snapshot.cocked].filter(Boolean);
  const known = wrongs(before);
  return [...new Set(wrongs(after))].filter((text) => !known.includes(text)).map((text) => call(text));
}

/**
 * Whose turn it is, when that has changed.
 * @param {import("../types/notice").Notice} before
 * @param {import("../types/notice").Notice} after
 */
function turnCalls(before, after) {
  const waits = ({ game, to_play: mover }) => (game.phase === "to throw" ? `${mover}` : "");
  if (!waits(after) || waits(after) === waits(before) || after.fault) return [];
  const thrower = after.game.source === "thrown" ? after.to_play : null;
  return [call(thrower ? t("{name} to throw.", { name: nameOf(after, thrower) }) : after.says)];
}

/**
 * What to call out when `after` follows `before` (null: the page has just been opened, or nothing was heard for a while):
 * [{text, lang, kept}], in the order in which it is said. `choice`: {extent: one of EXTENTS, tradition: null or as
 * `/api/rollnames/ID` tells it}.
 * @param {import("../types/notice").Notice | null} before
 * @param {import("../types/notice").Notice} after
 */
export function calls(before, after, { extent, tradition = null }) {
  if (!before || isSilent(before) || isSilent(after) || before.match.number !== after.match.number) return [];
  const reach = EXTENTS.indexOf(extent);
  const said = [];
  // A play that is put right, or there again because a later one was taken back, has been called already.
  const [was, is] = [before.game, after.game];
  const goneOn = is.number > was.number || (is.number === was.number && is.turns > was.turns);
  const newPlay = goneOn && after.last_play && played(after) !== played(before);
  if (newPlay && reach >= 1) {
    const { side, notation } = after.last_play;
    const name = nameOf(after, side);
    said.push(call(notation ? spokenNotation(notation, Boolean(after.game.squares)) : t("{name} could not play.", { name })));
  }
  said.push(...cubeCalls(before, after, tradition));
  if (isOver(after) && !isOver(before)) return [...said, call(after.says, language, true)];
  if (reach >= 2) said.push(...faultCalls(before, after));
  if (rolled(after) && (rolled(after) !== rolled(before) || newPlay)) {
    // Who throws higher begins: nobody's turn was told before.
    const opens = reach >= 2 && before.to_play === null;
    if (opens) said.push(call(t("{name} begins.", { name: nameOf(after, after.to_play) })));
    said.push(rollCall(after.roll, tradition));
  } else if (reach >= 2) said.push(...turnCalls(before, after));
  return said;
}
