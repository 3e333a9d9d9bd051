// @ts-check
// What scripts alone say in words: to a voice, and while the table is not heard. All else comes with a snapshot.

import { isUnder, whites } from "./board.js";
import { force, occupied } from "./squares.js";
import { many, t } from "./i18n.js";

/** @typedef {import("../types/notice").Notice} Notice */
/** @typedef {"W" | "B"} Side */

/**
 * @param {Pick<Notice, "match">} snapshot
 * @param {Side} side
 */
export function nameOf(snapshot, side) {
  return side === "W" ? snapshot.match.white : snapshot.match.black;
}

/** Points as they are won or lost: `+2`, `−4`, `0`.
 * @param {number} won */
export function points(won) {
  return won > 0 ? `+${won}` : String(won).replace("-", "\u2212");
}

/** A side's checkers on a point for a voice, and whose others lie above, below or with them. */
function spokenPoint(snapshot, position, own, site, side) {
  const other = side === "W" ? "B" : "W";
  const told = { point: own, count: position.points[site][side], theirs: position.points[site][other], name: nameOf(snapshot, other) };
  if (!told.theirs) return t("point {point}: {count}", told);
  if (isUnder(position, site, side)) return t("point {point}: {count}, pinned under {theirs} of {name}'s", told);
  if (isUnder(position, site, other)) return t("point {point}: {count}, on {theirs} of {name}'s", told);
  return t("point {point}: {count}, with {theirs} of {name}'s", told);
}

/** A position for a voice: one line a side, in that side's own numbering. */
export function spokenPosition(snapshot, side) {
  const position = snapshot.seen ?? snapshot.position;
  if (!position) return "";
  const name = nameOf(snapshot, side);
  if (position.squares) {
    return t("{name}, {men}: {places}.", { name, men: force(position, side), places: occupied(position, side).join(", ") });
  }
  const light = (side === "W") === ((snapshot.seating?.near ?? "light") === "light");
  const listed = [];
  const { facing, off } = snapshot.game;
  const { bar, hand } = position;
  if (bar[side]) listed.push(t("bar {count}", { count: bar[side] }));
  if (hand[side]) listed.push(t("in hand {count}", { count: hand[side] }));
  for (let own = facing.W.length - 2; own >= 1; own -= 1) {
    const site = whites(own, side, facing);
    if (position.points[site][side]) listed.push(spokenPoint(snapshot, position, own, site, side));
  }
  const gone = { count: position.off[side] };
  if (gone.count) listed.push(off === "taken" ? t("taken {count}", gone) : t("borne off {count}", gone));
  const places = listed.join(", ");
  if (!position.pips) return light ? t("{name}, light checkers: {places}.", { name, places }) : t("{name}, dark checkers: {places}.", { name, places });
  const pips = position.pips[side];
  return light
    ? many("{name}, light checkers, {count} pip: {places}.", "{name}, light checkers, {count} pips: {places}.", pips, { name, places })
    : many("{name}, dark checkers, {count} pip: {places}.", "{name}, dark checkers, {count} pips: {places}.", pips, { name, places });
}

export function staleLine(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  if (seconds < 90) {
    return many(
      "Nothing heard from the table for {count} second. Trying again.",
      "Nothing heard from the table for {count} seconds. Trying again.", seconds,
    );
  }
  return many(
    "Nothing heard from the table for {count} minute. Trying again.",
    "Nothing heard from the table for {count} minutes. Trying again.", Math.round(seconds / 60),
  );
}
