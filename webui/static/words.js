// What the page says in words. The referee's own sentences come from the table; here are only labels around them.

import { isUnder, whites } from "./board.js";
import { force, occupied } from "./squares.js";

const CHECKERS = { light: "light checkers", dark: "dark checkers" };

export function nameOf(notice, side) {
  return side === "W" ? notice.match.white : notice.match.black;
}

export function matchLine(notice) {
  const { length, crawford } = notice.match;
  const parts = [length ? `Match to ${length}` : "Single games"];
  if (notice.game.number) parts.push(`game ${notice.game.number}`);
  if (notice.game.id !== "backgammon") parts.push(notice.game.name);
  if (crawford === "active") parts.push("Crawford game");
  if (crawford === "expired") parts.push("after Crawford");
  return parts.join(" · ");
}

/** Numbers that the opponent could not play, as `Anna's 5 and 5`. */
function owed(notice, side, numbers) {
  const last = numbers.at(-1);
  const others = numbers.slice(0, -1).join(", ");
  return `${nameOf(notice, side === "W" ? "B" : "W")}'s ${others ? `${others} and ` : ""}${last}`;
}

/** What is known of a side in numbers: its men or pips, what it has in hand, what it has won by the way. */
export function facts(notice, side) {
  const position = notice.seen ?? notice.position;
  const { points, holes, chips } = notice.marks ?? {};
  const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;
  return [
    position?.squares ? force(position, side) : position?.pips ? `${position.pips[side]} pips` : "",
    position?.hand?.[side] ? `${position.hand[side]}\u00a0in\u00a0hand` : "",
    position?.off?.[side] && notice.game.off === "taken" ? `${position.off[side]} taken` : "",
    holes ? many(holes[side], "hole", "holes") : "",
    points ? many(points[side], "point", "points") : "",
    chips ? many(chips[side], "chip", "chips") : "",
  ].filter(Boolean).join(" · ");
}

/** What a side has to do now, in two or three words; empty where it is not his turn. */
export function duty(notice, side) {
  const mine = notice.to_play === side;
  switch (notice.game.phase) {
    case "to throw":
      if (notice.to_play === null) return notice.game.decide === "agreed" ? "" : "throw a die";
      if (notice.game.source === "opponent in secret") return mine ? "" : "to pick a number";
      return mine ? "to throw" : "";
    case "to move":
      if (!notice.roll) return mine ? "to move" : "";
      if (notice.carried) return mine ? `to play ${owed(notice, side, notice.roll)}` : "";
      return mine ? `to play ${notice.roll.join("-")}` : "";
    case "doubled":
      return notice.cube.offered_by === side ? `doubles to ${notice.cube.next}` : "take or pass?";
    case "over":
      if (notice.match.winner === side) return "wins the match";
      if (notice.game.result?.winner === null) return "a draw";
      return notice.game.result?.winner === side ? "wins the game" : "";
    default:
      return "";
  }
}

export function cubeLine(notice) {
  const { value, owner, in_play: inPlay } = notice.cube;
  if (notice.game.squares) return "";
  if (notice.game.phase === null || (!notice.position && !notice.kept_back)) return "";
  if (!inPlay) return notice.match.crawford === "active" ? "No cube in the Crawford game" : "No cube";
  return owner ? `${nameOf(notice, owner)} has the cube at ${value}` : `Cube in the middle at ${value}`;
}

export function playLine(notice) {
  const play = notice.last_play;
  const roll = play.roll ? (play.carried ? `, ${owed(notice, play.side, play.roll)}` : ` ${play.roll.join("-")}`) : "";
  return `${nameOf(notice, play.side)}${roll}:`;
}

/** A play for a voice: `Anna played 8/5 6/5 with 3-1.` */
export function spokenPlay(notice) {
  const play = notice.last_play;
  if (!play) return "";
  const name = nameOf(notice, play.side);
  const numbers = play.carried ? owed(notice, play.side, play.roll) : play.roll?.join("-");
  const roll = play.roll ? ` with ${numbers}` : "";
  return play.notation ? `${name} played ${play.notation}${roll}.` : `${name} could not play${roll}.`;
}

/** Whose checkers a side's checkers lie under, or upon, or with on one point, if there are any. */
function shared(notice, position, site, side) {
  const other = side === "W" ? "B" : "W";
  const men = position.points[site][other];
  if (!men) return "";
  const theirs = `${men} of ${nameOf(notice, other)}'s`;
  if (isUnder(position, site, side)) return `, pinned under ${theirs}`;
  return isUnder(position, site, other) ? `, on ${theirs}` : `, with ${theirs}`;
}

/** A position for a voice: one line a side, in that side's own numbering. */
export function spokenPosition(notice, side) {
  const position = notice.seen ?? notice.position;
  if (!position) return "";
  const near = notice.seating?.near ?? "light";
  const kind = (side === "W") === (near === "light") ? "light" : "dark";
  if (position.squares) return `${nameOf(notice, side)}, ${force(position, side)}: ${occupied(position, side).join(", ")}.`;
  const places = [];
  const { facing, off } = notice.game;
  if (position.bar[side]) places.push(`bar ${position.bar[side]}`);
  if (position.hand[side]) places.push(`in hand ${position.hand[side]}`);
  for (let own = facing.W.length - 2; own >= 1; own -= 1) {
    const site = whites(own, side, facing);
    const men = position.points[site][side];
    if (men) places.push(`point ${own}: ${men}${shared(notice, position, site, side)}`);
  }
  if (position.off[side]) places.push(`${off} ${position.off[side]}`);
  return `${nameOf(notice, side)}, ${CHECKERS[kind]}${position.pips ? `, ${position.pips[side]} pips` : ""}: ${places.join(", ")}.`;
}

export function staleLine(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  const ago = seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `Nothing heard from the table for ${ago}. Trying again.`;
}
