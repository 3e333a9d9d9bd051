// What the page says in words. The referee's own sentences come from the table; here are only labels around them.

const CHECKERS = { light: "light checkers", dark: "dark checkers" };

export function nameOf(notice, side) {
  return side === "W" ? notice.match.white : notice.match.black;
}

export function matchLine(notice) {
  const { length, crawford } = notice.match;
  const parts = [length ? `Match to ${length}` : "Single games"];
  if (notice.game.number) parts.push(`game ${notice.game.number}`);
  if (notice.game.id !== "backgammon") parts.push(notice.game.id);
  if (crawford === "active") parts.push("Crawford game");
  if (crawford === "expired") parts.push("after Crawford");
  return parts.join(" · ");
}

/** What a side has to do now, in two or three words; empty where it is not his turn. */
export function duty(notice, side) {
  const mine = notice.to_play === side;
  switch (notice.game.phase) {
    case "to throw":
      if (notice.to_play === null) return "throw a die";
      return mine ? "to throw" : "";
    case "to move":
      return mine ? `to play ${(notice.roll ?? []).join("-")}` : "";
    case "doubled":
      return notice.cube.offered_by === side ? `doubles to ${notice.cube.value * 2}` : "take or pass?";
    case "over":
      if (notice.match.winner === side) return "wins the match";
      return notice.game.result?.winner === side ? "wins the game" : "";
    default:
      return "";
  }
}

export function cubeLine(notice) {
  const { value, owner, in_play: inPlay } = notice.cube;
  if (!notice.position) return "";
  if (!inPlay) return notice.match.crawford === "active" ? "No cube in the Crawford game" : "No cube";
  return owner ? `${nameOf(notice, owner)} has the cube at ${value}` : `Cube in the middle at ${value}`;
}

export function playLine(play, name) {
  if (!play) return "";
  const roll = play.roll ? ` ${play.roll.join("-")}:` : ":";
  return `${name}${roll} ${play.notation || "no play"}`;
}

/** A play for a voice: `Anna played 8/5 6/5 with 3-1.` */
export function spokenPlay(notice) {
  const play = notice.last_play;
  if (!play) return "";
  const name = nameOf(notice, play.side);
  const roll = play.roll ? ` with ${play.roll.join("-")}` : "";
  return play.notation ? `${name} played ${play.notation}${roll}.` : `${name} could not play${roll}.`;
}

/** A position for a voice: one line a side, in that side's own numbering. */
export function spokenPosition(notice, side) {
  const position = notice.seen ?? notice.position;
  if (!position) return "";
  const near = notice.seating?.near ?? "light";
  const kind = (side === "W") === (near === "light") ? "light" : "dark";
  const places = [];
  if (position.bar[side]) places.push(`bar ${position.bar[side]}`);
  for (let own = 24; own >= 1; own -= 1) {
    const men = position.points[side === "W" ? own : 25 - own][side];
    if (men) places.push(`point ${own}: ${men}`);
  }
  if (position.off[side]) places.push(`borne off ${position.off[side]}`);
  return `${nameOf(notice, side)}, ${CHECKERS[kind]}, ${position.pips[side]} pips: ${places.join(", ")}.`;
}

export function staleLine(since) {
  const seconds = Math.round((Date.now() - since) / 1000);
  const ago = seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `Nothing heard from the table for ${ago}. Trying again.`;
}
