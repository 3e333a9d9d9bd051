"""Why a format for analysis programs cannot hold a turn, in words for people."""

from collections import Counter

from engine.board import Side
from engine.dice import ALL_ROLLS
from engine.games import find_game
from engine.i18n import Phrase, phrase
from engine.match.match import CheckerTurn
from engine.play import Play
from engine.plays.chains import Chain
from engine.plays.legal import legal_plays
from engine.position import Position
from engine.records.replay import fault_of, led_to
from engine.records.variations import BACKGAMMON, variation_of
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names, SpeakableFault


def misfit(
    game: TablesGame, position: Position, turn: CheckerTurn, last: Side | None, names: Names
) -> tuple[Phrase | None, bool]:
    """Why the format cannot hold a turn after one of that side, None where it can; and
    whether it was an illegal play.
    """
    who = names.of(turn.side)
    if last is turn.side:
        return twice_running(who), False
    if turn.roll is None:
        closed = not turn.play.moves and all(
            not legal_plays(game, position, turn.side, roll)[0].play.moves for roll in ALL_ROLLS
        )
        if closed and turn.after == position:
            return None, False
        if not turn.play.moves:
            return phrase("nobody saw what {name} threw", name=who), False
        return phrase("nobody saw what {name} threw for {play}", name=who, play=steps_text(turn.play)), False
    if len(turn.roll.dice) != 2 or turn.roll.carried:
        return phrase("{name} threw {roll}", name=who, roll=str(turn.roll)), False
    fault = turn.fault or fault_of(game, position, turn)
    if turn.play.moves:
        played = phrase(
            "{name} played {roll} as {play}", name=who, roll=str(turn.roll), play=steps_text(turn.play)
        )
    else:
        played = phrase("{name} played nothing with {roll}", name=who, roll=str(turn.roll))
    if turn.fault is None and led_to(game, position, turn) != turn.after:
        return phrase(
            "{played}, and the board after it does not follow from the one before", played=played
        ), False
    if fault is None:
        like = game if variation_of(game) != BACKGAMMON else find_game(BACKGAMMON)
        if any(
            outcome.position == turn.after for outcome in legal_plays(like, position, turn.side, turn.roll)
        ):
            return None, False
        return phrase(
            "{played}, as {game} has it, which is no play of the backgammon that this format is for",
            played=played,
            game=game.called,
        ), False
    return phrase(
        "{played}, which was illegal and stood: {fault}", played=played, fault=SpeakableFault(fault, names)
    ), True


def twice_running(name: str) -> Phrase:
    """A player had two turns one after the other."""
    return phrase("{name} played twice running", name=name)


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
