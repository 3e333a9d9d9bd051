"""Why a format for analysis programs cannot hold a turn, in words for people."""

from collections import Counter

from engine.board import Side
from engine.dice import ALL_ROLLS
from engine.games import find_game
from engine.match.match import CheckerTurn
from engine.play import Play
from engine.plays.chains import Chain
from engine.plays.legal import legal_plays
from engine.position import Position
from engine.records.replay import fault_of, led_to
from engine.records.variations import BACKGAMMON, variation_of
from engine.tables.tables import TablesGame
from engine.words.wording import Names, sentence


def misfit(
    game: TablesGame, position: Position, turn: CheckerTurn, last: Side | None, names: Names
) -> tuple[str | None, bool]:
    """Why the format cannot hold a turn after one of that side, None where it can; and
    whether it was an illegal play.
    """
    who = names.of(turn.side)
    if last is turn.side:
        return f"{who} played twice running", False
    if turn.roll is None:
        closed = not turn.play.moves and all(
            not legal_plays(game, position, turn.side, roll)[0].play.moves for roll in ALL_ROLLS
        )
        said = f"nobody saw what {who} threw for {steps_text(turn.play) or 'their turn'}"
        return None if closed and turn.after == position else said, False
    if len(turn.roll.dice) != 2 or turn.roll.carried:
        return f"{who} threw {turn.roll}", False
    fault = turn.fault or fault_of(game, position, turn)
    played = f"{who} played {turn.roll} as {steps_text(turn.play) or 'nothing'}"
    if turn.fault is None and led_to(game, position, turn) != turn.after:
        return f"the board after {played} does not follow from the one before", False
    if fault is None:
        like = game if variation_of(game) != BACKGAMMON else find_game(BACKGAMMON)
        if any(
            outcome.position == turn.after for outcome in legal_plays(like, position, turn.side, turn.roll)
        ):
            return None, False
        said = f"{played}, as {game.name} has it, which is no play of the backgammon that this format is for"
        return said, False
    return f"{played}, which was illegal and stood: {sentence(fault, names)}", True


def steps_text(play: Play) -> str:
    """The moves of a play one by one, so that nobody need guess over which point a checker went."""
    counted: Counter[tuple[int, int]] = Counter()
    hits: set[tuple[int, int]] = set()
    for move in play.moves:
        counted[move.origin, move.target] += 1
        if move.hit:
            hits.add((move.origin, move.target))
    return " ".join(
        str(Chain(((origin, False), (target, (origin, target) in hits)), count))
        for (origin, target), count in counted.items()
    )
