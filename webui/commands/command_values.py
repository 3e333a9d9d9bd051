"""What commands are made of: the values of their fields, held against the game that is played. Each
raises Refused and EngineError.
"""

from dataclasses import dataclass, fields
from typing import Any

from engine.board import Kind, Seating, Side
from engine.dice import Roll
from engine.errors import EngineError
from engine.i18n import phrase_of
from engine.match.chouette_terms import ChouetteTerms
from engine.match.cube import Cube, Progression
from engine.match.match import Score
from engine.match.terms import USUAL_TERMS, Terms, terms_of
from engine.match_format import MatchFormat
from engine.match_formats import find_match_format, length_fault
from engine.position import Position
from engine.position_parsing import parse_position
from engine.profile import profile_of, terms_with
from engine.rules import Rules
from engine.state.messages import (
    Command,
    JoinGame,
    NewGame,
    SetCube,
    SetPlay,
    SetPosition,
    SetRoll,
    SetScore,
    StartChouette,
)
from engine.tables.tables_game import DiceSource, TablesGame
from webui.commands.command_fields import (
    inner,
    member,
    number_in,
    settings,
    truth,
    wrong,
)
from webui.language import translator

CUBE_VALUES = tuple(2**power for power in range(13))
"""What the cube may stand at."""
LONGEST_PLAY = 120
"""The longest play that is read, in characters."""
POINTS = range(1000)
"""What a score may be."""


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What a command is read by: the checkers that each side has, or the rules, and
    what was agreed on for the match.
    """

    men: Rules | int = 15
    terms: Terms = USUAL_TERMS


def made_roll(values: dict[str, Any], playing: CommandContext) -> Command:
    """A roll that the game has; any two dice where it is not known."""
    _ = translator()
    dice = values["roll"]
    rules = playing.men if isinstance(playing.men, TablesGame) else None
    wanted = rules.dice if rules else 2
    if not isinstance(dice, list) or len(dice) != wanted:
        if wanted == 3:
            raise wrong(_("'roll' must be three dice, like [3, 2, 1]."))
        raise wrong(_("'roll' must be two dice, like [3, 1]."))
    roll = Roll.of(*(number_in("roll", die, range(1, 7)) for die in dice))
    if rules is not None and roll not in rules.rolls:
        if rules.source_of_dice is DiceSource.THROWN:
            raise wrong(_("{roll} cannot be thrown in {game}.", roll=roll, game=rules.called.in_language(_)))
        raise wrong(
            _(
                "{roll} cannot be thrown in {game}: a number and what it lacks to seven are played.",
                roll=roll,
                game=rules.called.in_language(_),
            )
        )
    return SetRoll(values["side"], roll)


def made_position(values: dict[str, Any], playing: CommandContext) -> Command:
    """How the board stands."""
    return SetPosition(_position(values["position"], playing))


def made_join(values: dict[str, Any], playing: CommandContext) -> Command:
    """A game under way."""
    score, cube, seats = values["score"], values["cube"], values["seating"]
    return JoinGame(
        _position(values["position"], playing),
        values["to_play"],
        None if score is None else _score(score),
        None
        if cube is None
        else _cube({**inner("cube", cube, ("value", "owner")), "in_play": True}, playing),
        None if seats is None else _seating(inner("seating", seats, ("near", "home_right"))),
    )


def _seating(seats: dict[str, Any]) -> Seating:
    return Seating(member("near", seats["near"], Kind), truth("home_right", seats["home_right"]))


def _position(written: object, playing: CommandContext) -> Position:
    _ = translator()
    if not isinstance(written, str):
        example = "'W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)'"
        raise wrong(_("'position' must be text like {example}.", example=example))
    return parse_position(written, playing.men)


def made_play(values: dict[str, Any], playing: CommandContext) -> Command:
    """A play as it is written."""
    _ = translator()
    written = values["notation"]
    if (
        not isinstance(written, str)
        or len(written) > LONGEST_PLAY
        or not (written.isprintable() or not written)
    ):
        raise wrong(_("'notation' must be a play on one line, like {example}.", example="8/5 6/5"))
    return SetPlay(values["side"], written, values["stands"], values["turn"])


def made_score(values: dict[str, Any], playing: CommandContext) -> Command:
    """A score."""
    return SetScore(_score(values["score"]))


def _score(score: object) -> Score:
    _ = translator()
    if not isinstance(score, dict) or set(score) != {"W", "B"}:
        raise wrong(_("'score' must be like {example}.", example='{"W": 3, "B": 1}'))
    return Score(*(number_in("score", score[side], POINTS) for side in "WB"))


def made_cube(values: dict[str, Any], playing: CommandContext) -> Command:
    """The cube as it may lie."""
    return SetCube(_cube(values, playing))


def _cube(values: dict[str, Any], playing: CommandContext) -> Cube:
    _ = translator()
    arithmetic = playing.terms.stake_progression is Progression.ARITHMETIC
    value = number_in("value", values["value"], range(1, CUBE_VALUES[-1] + 1) if arithmetic else CUBE_VALUES)
    owner = values["owner"]
    side = None if owner is None else member("owner", owner, Side)
    if side is None and value > 1 and not playing.terms.auto_doubles:
        raise wrong(_("A cube that has been turned has an owner: say who has it."))
    if side is not None and value == 1:
        raise wrong(_("A cube at 1 stands in the middle: nobody owns it."))
    return Cube(value, side, None, truth("in_play", values["in_play"]))


def made_new_match(values: dict[str, Any], playing: CommandContext) -> Command:
    """A new match."""
    _ = translator()
    name = values["profile"]
    if name is not None and not isinstance(name, str):
        raise wrong(_("'profile' must be the name of a profile, like \"home\"."))
    match_format, terms = _agreed(values, values["length"])
    profile = None if name is None else profile_of(name)
    if terms is None and name is not None and terms_with(name):
        terms = terms_of(terms_with(name), values["length"], playing.terms.for_length(values["length"]))
    return NewGame(
        True,
        values["length"],
        profile=profile,
        match_format=match_format,
        terms=terms,
        retention=values["kept"],
        dice=values["dice"],
    )


def made_chouette(values: dict[str, Any], playing: CommandContext) -> Command:
    """A chouette that begins, on the terms of the match before where none are named."""
    terms = None if values["terms"] is None else terms_of(settings("terms", values["terms"]), 0)
    agreed = ChouetteTerms(**{each.name: values[each.name] for each in fields(ChouetteTerms)})
    return StartChouette(values["players"], terms, agreed)


def _agreed(values: dict[str, Any], length: int) -> tuple[MatchFormat | None, Terms | None]:
    """What is played in a new match (`game`, `options`) and on what `terms`, where they are named. Raises Refused."""
    _ = translator()
    game, options, agreed = values["game"], values["options"], values["terms"]
    if game is not None and not isinstance(game, str):
        raise wrong(_("'game' must be a game's name, a series', or games with commas between them."))
    if options is not None and game is None:
        raise wrong(_("'options' belong to a 'game': name it too."))
    match_format, terms, board_problem = None, None, []
    try:
        if game is not None:
            match_format = find_match_format(game, settings("options", {} if options is None else options))
            wrong_length = length_fault(match_format, length)
            if wrong_length is not None:
                board_problem.append(wrong_length.in_language(_))
    except EngineError as error:
        board_problem.append(phrase_of(error).in_language(_))
    try:
        terms = None if agreed is None else terms_of(settings("terms", agreed), length)
    except EngineError as error:
        board_problem.append(phrase_of(error).in_language(_))
    if board_problem:
        raise wrong("; ".join(board_problem))
    return match_format, terms
