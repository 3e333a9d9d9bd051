"""A quiz of somebody's own mistakes: the board and the roll as they had them, and a few plays to choose from."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from device.library.matches.story_view import StoryView
from engine.board import Kind, Side
from engine.match.match import CubeTurn, Game, Score
from engine.plays.legal import legal_plays
from engine.plays.notation import written
from engine.records.codes.game_standing import GameStanding, is_possible, standing_of
from engine.records.scoring import cube_at_start
from engine.tables.tables_game import TablesGame

MARKS = ("bad", "blunder")
"""Which plays are asked about, as the analysis marks them."""
OTHERS = 2
"""So many plays are offered beside the best one and the one that was made."""


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A mistake as a question: how it stood, whoever was to play at the bottom, with the `near` checkers; the plays to
    choose from, and which of them is best and which was made; the equity that it lost.
    """

    match: int
    game: int
    turn: int
    standing: GameStanding
    near: Kind
    choices: tuple[str, ...]
    best: int
    made: int
    loss: float


def questions_of(shown: StoryView, side: Side) -> tuple[QuizQuestion, ...]:
    """The mistakes of a side in a match that was analysed, in order; none of one that was not."""
    analysed = (shown.analysis or {}).get("games")
    games = {told.number: told.game for told in shown.story.games}
    found = (
        question
        for each in (analysed if isinstance(analysed, list) else ())
        if each["number"] in games
        for question in _of_game(shown, games[each["number"]], each, side)
    )
    return tuple(found)


def _of_game(shown: StoryView, game: Game, judged: Any, side: Side) -> Iterator[QuizQuestion]:
    match, rules = shown.story.match, shown.story.match.rules(game)
    plays = {turn["turn"]: turn["play"] for turn in judged["turns"] if turn["side"] == side.value}
    position, cube = game.start, cube_at_start(game)
    for number, turn in enumerate(game.turns, 1):
        if isinstance(turn, CubeTurn):
            cube = cube.offered(turn.side).answered(turn.answer)
            continue
        play = plays.get(number)
        if play and play["mark"] in MARKS and play["best"] and isinstance(rules, TablesGame):
            standing = replace(standing_of(match, game, position, cube), to_play=side, roll=turn.roll)
            if not is_possible(standing):
                # no code tells it, so that nothing can draw it
                continue
            choices = _choices(rules, standing, play["best"], play["made"], f"{shown.story.number} {number}")
            if choices:
                at = judged["number"], number
                best, made = choices.index(play["best"]), choices.index(play["made"])
                near = Kind.LIGHT if side is Side.WHITE else Kind.DARK
                yield QuizQuestion(
                    shown.story.number, *at, _turned(standing), near, choices, best, made, play["loss"]
                )
        position = turn.after


def _choices(rules: TablesGame, standing: GameStanding, best: str, made: str, seed: str) -> tuple[str, ...]:
    """The best play, the one that was made, and those that leave a board like the best one's; always in the same order.

    None where the record has been changed since, so that either is no play of the throw.
    """
    side, position = standing.to_play, standing.position
    boards = {
        written(rules, position, side, each.play): each.position
        for each in legal_plays(rules, position, side, standing.roll)
    }
    if best not in boards or made not in boards:
        return ()

    def apart(text: str) -> int:
        return sum(
            abs(one - other) for one, other in zip(boards[text].of(side), boards[best].of(side), strict=True)
        )

    others = sorted(
        (each for each in boards if each not in (best, made)), key=lambda each: (apart(each), each)
    )
    choices = [best, made, *others[:OTHERS]]
    Random(seed).shuffle(choices)
    return tuple(choices)


def _turned(standing: GameStanding) -> GameStanding:
    """The same with the side to play as White, who sits at the bottom of a picture."""
    if standing.to_play is Side.WHITE:
        return standing
    score, owner = standing.score, standing.owner
    return replace(
        standing,
        position=standing.position.mirrored(),
        to_play=Side.WHITE,
        score=Score(score.black, score.white),
        owner=owner and owner.other,
    )
