// @ts-check
// What the page says in words. The referee's own sentences come from the table; here are only labels around them.

import { isUnder, whites } from "./board.js";
import { force, occupied } from "./squares.js";
import { many, t } from "./i18n.js";

/** @typedef {import("../types/notice").Notice} Notice */
/** @typedef {import("../types/notice").Position} Position */
/** @typedef {"W" | "B"} Side */

/**
 * @param {Pick<Notice, "match">} snapshot
 * @param {Side} side
 */
export function nameOf(snapshot, side) {
  return side === "W" ? snapshot.match.white : snapshot.match.black;
}

/**
 * @param {Notice} snapshot
 * @param {Side} side
 */
function otherName(snapshot, side) {
  return nameOf(snapshot, side === "W" ? "B" : "W");
}

/** Points as they are won or lost: `+2`, `−4`, `0`.
 * @param {number} won */
export function points(won) {
  return won > 0 ? `+${won}` : String(won).replace("-", "\u2212");
}

/** What a player of a chouette has won, and the cube that they play for where that is known, and turned.
 * @param {{player: string, points: number, cube?: number | null}} told */
function standing({ player, points: won, cube }) {
  return `${player} ${points(won)}${(cube ?? 1) > 1 ? ` \u00d7${cube}` : ""}`;
}

/** @param {Notice} snapshot */
export function matchLine(snapshot) {
  const { length, crawford } = snapshot.match;
  if (snapshot.chouette) return [t("Chouette"), ...snapshot.chouette.scores.map(standing)].join(" · ");
  const parts = [length ? t("Match to {length}", { length }) : t("Single games")];
  if (snapshot.game.number) parts.push(t("game {number}", { number: snapshot.game.number }));
  if (snapshot.game.id !== "backgammon") parts.push(snapshot.game.name);
  if (crawford === "active") parts.push(t("Crawford game"));
  if (crawford === "expired") parts.push(t("after Crawford"));
  return parts.join(" · ");
}

/**
 * Numbers in a row, as `4, 5 and 5`.
 * @param {number[]} numbers
 */
function row(numbers) {
  const last = numbers.at(-1);
  const several = numbers.slice(0, -1).join(", ");
  return several ? t("{several} and {last}", { several, last }) : String(last);
}

/** What is known of a side in numbers: its men or pips, what it has in hand, what it has won by the way.
 * @param {Notice} snapshot
 * @param {Side} side */
export function facts(snapshot, side) {
  const position = snapshot.seen ?? snapshot.position;
  const { points, holes, chips } = snapshot.marks ?? {};
  const inHand = position?.hand?.[side];
  const taken = snapshot.game.off === "taken" && position?.off?.[side];
  return [
    position?.squares ? force(position, side) : position?.pips ? many("{count} pip", "{count} pips", position.pips[side]) : "",
    inHand ? t("{count} in hand", { count: inHand }).replaceAll(" ", "\u00a0") : "",
    taken ? t("{count} taken", { count: taken }) : "",
    holes ? many("{count} hole", "{count} holes", holes[side]) : "",
    points ? many("{count} point", "{count} points", points[side]) : "",
    chips ? many("{count} chip", "{count} chips", chips[side]) : "",
  ].filter(Boolean).join(" · ");
}

/** What a side has to do now, in two or three words; empty where it is not their turn.
 * @param {Notice} snapshot
 * @param {Side} side */
export function duty(snapshot, side) {
  const mine = snapshot.to_play === side;
  switch (snapshot.game.phase) {
    case "to throw":
      if (snapshot.to_play === null) return snapshot.game.decide === "agreed" ? "" : t("throw a die");
      if (snapshot.game.source === "opponent in secret") return mine ? "" : t("to pick a number");
      if (snapshot.game.source === "chance") return mine ? t("to get a number") : "";
      return mine ? t("to throw") : "";
    case "to move":
      if (!mine) return "";
      if (!snapshot.roll) return t("to move");
      if (snapshot.carried) return t("to play {name}'s {numbers}", { name: otherName(snapshot, side), numbers: row(snapshot.roll) });
      return t("to play {roll}", { roll: snapshot.roll.join("-") });
    case "doubled":
      return snapshot.cube.offered_by === side ? t("doubles to {value}", { value: snapshot.cube.next }) : t("take or pass?");
    case "over":
      if (snapshot.match.winner === side) return t("wins the match");
      if (snapshot.game.result?.winner === null) return t("a draw");
      return snapshot.game.result?.winner === side ? t("wins the game") : "";
    default:
      return "";
  }
}

/** @param {Notice} snapshot */
export function cubeLine(snapshot) {
  const { value, owner, in_play: inPlay } = snapshot.cube;
  if (snapshot.game.squares) return "";
  if (snapshot.game.phase === null || (!snapshot.position && !snapshot.kept_back)) return "";
  if (!inPlay) return snapshot.match.crawford === "active" ? t("No cube in the Crawford game") : t("No cube");
  return owner ? t("{name} has the cube at {value}", { name: nameOf(snapshot, owner), value }) : t("Cube in the middle at {value}", { value });
}

/** The head of the last play: who, and with which throw.
 * @param {Notice & { last_play: NonNullable<Notice['last_play']> }} snapshot */
export function playLine(snapshot) {
  const { side, roll, carried } = snapshot.last_play;
  const name = nameOf(snapshot, side);
  if (!roll) return t("{name}:", { name });
  if (carried) return t("{name}, {other}'s {numbers}:", { name, other: otherName(snapshot, side), numbers: row(roll) });
  return t("{name} {roll}:", { name, roll: roll.join("-") });
}

/** What the last play was played with, where the name stands by itself.
 * @param {Notice & { last_play: NonNullable<Notice['last_play']> }} snapshot */
export function playedWith(snapshot) {
  const { side, roll, carried } = snapshot.last_play;
  if (!roll) return "";
  return carried ? t("{name}'s {numbers}", { name: otherName(snapshot, side), numbers: row(roll) }) : roll.join("-");
}

/**
 * A play for a voice: `Anna played 8/5 6/5 with 3-1.`
 * @param {Notice} snapshot
 */
export function spokenPlay(snapshot) {
  const play = snapshot.last_play;
  if (!play) return "";
  const name = nameOf(snapshot, play.side);
  const other = otherName(snapshot, play.side);
  if (play.carried && play.roll) {
    const numbers = row(play.roll);
    if (!play.notation) return t("{name} could not play with {other}'s {numbers}.", { name, other, numbers });
    return t("{name} played {play} with {other}'s {numbers}.", { name, play: play.notation, other, numbers });
  }
  const roll = play.roll?.join("-");
  if (!play.notation) return roll ? t("{name} could not play with {roll}.", { name, roll }) : t("{name} could not play.", { name });
  return roll
    ? t("{name} played {play} with {roll}.", { name, play: play.notation, roll })
    : t("{name} played {play}.", { name, play: play.notation });
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
