"""Commands as the pages send them: JSON objects in, `engine.state.messages` commands out, nothing guessed.

Each is declared once (`COMMANDS`): its fields, from which both its parser and its schema are made.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from device.shape import Named, Schema, choice, flag, many, maybe, table_of, text, thing, whole
from device.status.board_json import SEATING
from engine.board import Kind, Side
from engine.errors import EngineError
from engine.i18n import phrase_of
from engine.match.chouette import FEWEST, MOST
from engine.match.chouette_terms import Advice, ChouetteAct, ChouetteDeed, KeepsBox
from engine.match.terms import Terms
from engine.rules import Rules
from engine.state.events import Retention
from engine.state.messages import (
    AcceptPlay,
    Answer,
    AnswerCube,
    AnswerResign,
    ClaimPoints,
    Command,
    DemandRethrow,
    DoInChouette,
    Done,
    NewGame,
    OfferCube,
    OfferResign,
    PauseClock,
    RaccoonCube,
    Resign,
    ResumeClock,
    SetClock,
    SetKept,
    SetNames,
    SetSeating,
    SetTurn,
    Undo,
)
from engine.trictrac import MOST_CLAIMED
from webui.commands.command_fields import (
    LONGEST_NAME,
    RequestField,
    member,
    not_one_of,
    one_of,
    or_not,
    player,
    players,
    raw,
    read_fields,
    whole_number,
    wrong,
    yes_or_no,
)
from webui.commands.command_values import (
    CUBE_VALUES,
    LONGEST_PLAY,
    POINTS,
    CommandContext,
    made_chouette,
    made_cube,
    made_join,
    made_new_match,
    made_play,
    made_position,
    made_roll,
    made_score,
)
from webui.language import translator

__all__ = ["COMMAND", "COMMANDS", "LONGEST_MATCH", "LONGEST_NAME", "parse_command"]

LONGEST_MATCH = 99
"""The longest match that a page may ask for, in points."""
CLOCK_SECONDS = range(24 * 3600)
"""The seconds that a player may be given."""
CLAIMS = range(MOST_CLAIMED + 1)
"""The points that a player may claim."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A command: what it says, its fields, and what makes it of their values; may raise Refused and EngineError."""

    says: str
    fields: Mapping[str, RequestField]
    make: Callable[[dict[str, Any], CommandContext], Command]
    example: Mapping[str, object]


def parse_command(body: Mapping[str, object], men: Rules | int = 15, terms: Terms | None = None) -> Command:
    """The command that a JSON object says: its `type`, and exactly the fields of that type. Raises Refused (400).

    `men`: the checkers that each side has in the game being played, or its rules; `terms`:
    what was agreed on for the match.

    >>> parse_command({"type": "set_roll", "side": "W", "roll": [3, 1]})
    SetRoll(side=<Side.WHITE: 'W'>, roll=Roll(dice=(3, 1), carried=False, either=False))
    """
    _ = translator()
    if "type" not in body:
        raise wrong(_("'{name}' is missing.", name="type"))
    kind = body["type"]
    declared = COMMANDS.get(kind) if isinstance(kind, str) else None
    if declared is None:
        raise wrong(not_one_of("type", COMMANDS))
    values = read_fields(declared.fields, {name: value for name, value in body.items() if name != "type"})
    try:
        return declared.make(values, CommandContext(men, terms or Terms()))
    except EngineError as error:
        raise wrong(phrase_of(error).in_language(_)) from error


def _nothing(command: Command, says: str) -> Declared:
    """A command without fields."""
    return Declared(says, {}, lambda values, playing: command, {})


_SIDE = {"side": one_of(Side, "W: the near player, B: the far one.")}
_GRADE = {**_SIDE, "grade": whole_number(range(1, 4), "1 single, 2 gammon, 3 backgammon.")}
_TURNS = range(10_000)
_SETTLED = range(-9999, 10_000)
_SETTINGS = table_of({"type": ["boolean", "integer", "string"]})
_BOARD = {"position": raw(text("Each player's checkers in their own numbering."))}
_SCORE = thing({"W": whole(0, POINTS[-1]), "B": whole(0, POINTS[-1])})
_CUBE: Mapping[str, Schema] = {
    "value": whole(1, CUBE_VALUES[-1], "A power of two, unless stakes grow by one."),
    "owner": maybe(choice(Side, "null: it stands in the middle.")),
}
_POSITION = "W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)"

COMMANDS: Mapping[str, Declared] = {
    "done": Declared(
        "A player has made the play: as the button at the board, or a hand on the clock.",
        {
            "side": or_not(
                RequestField(maybe(choice(Side)), lambda name, value: value and member(name, value, Side))
            )
        },
        lambda values, playing: Done(0.0, values["side"]),
        {},
    ),
    "pause_clock": _nothing(PauseClock(), "Stop the chess clock."),
    "resume_clock": _nothing(ResumeClock(), "Let the chess clock run on."),
    "set_clock": Declared(
        "Set the chess clock, in seconds left.",
        {"white": whole_number(CLOCK_SECONDS), "black": whole_number(CLOCK_SECONDS)},
        lambda values, playing: SetClock(float(values["white"]), float(values["black"])),
        {"white": 600, "black": 600},
    ),
    "set_roll": Declared(
        "Say what was thrown, and by whom.",
        {
            **_SIDE,
            "roll": raw(
                many(whole(1, 6), "As many dice as the game is played with.", minItems=2, maxItems=3)
            ),
        },
        made_roll,
        {"side": "W", "roll": [3, 1]},
    ),
    "set_position": Declared(
        "Say how the board stands.",
        _BOARD,
        made_position,
        {"position": _POSITION},
    ),
    "set_play": Declared(
        "Say how a player's present turn was played, or the last one; an illegal play is refused unless it `stands`.",
        {
            **_SIDE,
            "notation": raw(
                text(
                    "As it is written: 8/5 6/5, bar/20*, 6/off; empty where nothing can be played.",
                    maxLength=LONGEST_PLAY,
                )
            ),
            "stands": or_not(yes_or_no("Take it down all the same where it is illegal."), False),
            "turn": or_not(
                whole_number(_TURNS, "Which turn is meant, from 0: refused where it would be another.")
            ),
        },
        made_play,
        {"side": "W", "notation": "8/5 6/5"},
    ),
    "set_turn": Declared(
        "Say whose turn it is.", _SIDE, lambda values, playing: SetTurn(values["side"]), {"side": "W"}
    ),
    "join_game": Declared(
        "Say that a game is under way: how the board stands, and who is to throw; the rest is as known "
        "where it is left out.",
        {
            **_BOARD,
            "to_play": one_of(Side),
            "score": or_not(raw(maybe(_SCORE))),
            "cube": or_not(raw(maybe(thing(_CUBE)))),
            "seating": or_not(raw(maybe(SEATING))),
        },
        made_join,
        {"position": _POSITION, "to_play": "W"},
    ),
    "set_score": Declared(
        "Set the score of the match.",
        {"score": raw(_SCORE)},
        made_score,
        {"score": {"W": 3, "B": 1}},
    ),
    "set_cube": Declared(
        "Say where the cube lies and what it stands at.",
        {
            **{name: raw(schema) for name, schema in _CUBE.items()},
            "in_play": or_not(raw(flag("Whether there is a cube in this game.")), True),
        },
        made_cube,
        {"value": 2, "owner": "W"},
    ),
    "offer_cube": _nothing(OfferCube(), "The player whose turn it is doubles."),
    "take_cube": _nothing(AnswerCube(take=True), "The double is taken."),
    "pass_cube": _nothing(AnswerCube(take=False), "The double is passed."),
    "beaver_cube": _nothing(AnswerCube(take=True, beaver=True), "The double is taken and doubled back."),
    "raccoon_cube": _nothing(RaccoonCube(), "The beaver is doubled back."),
    "set_names": Declared(
        "Say who plays; empty for nobody in particular.",
        {"white": player("At the near side."), "black": player("At the far side.")},
        lambda values, playing: SetNames(values["white"], values["black"]),
        {"white": "Anna", "black": "Ben"},
    ),
    "set_kept": Declared(
        "Say what of the match is kept once it is over: all of it, all but the names, or nothing.",
        {"kept": one_of(Retention)},
        lambda values, playing: SetKept(values["kept"]),
        {"kept": "anonymous"},
    ),
    "set_seating": Declared(
        "Say which checkers the near player has, and to which hand they are borne off.",
        {"near": one_of(Kind), "home_right": yes_or_no()},
        lambda values, playing: SetSeating(values["near"], values["home_right"]),
        {"near": "light", "home_right": True},
    ),
    "answer": Declared(
        "Answer a question of the notice with one of its candidates.",
        {
            "question": whole_number(range(1, 10**6), "The question's number."),
            "choice": whole_number(range(16), "0: the likeliest."),
        },
        lambda values, playing: Answer(values["question"], values["choice"]),
        {"question": 1, "choice": 0},
    ),
    "accept_play": _nothing(AcceptPlay(), "The illegal play stands."),
    "resign": Declared(
        "A player has given the game up, and the opponent agrees.",
        _GRADE,
        lambda values, playing: Resign(values["side"], values["grade"]),
        {"side": "B", "grade": 1},
    ),
    "offer_resign": Declared(
        "A player offers to give the game up.",
        _GRADE,
        lambda values, playing: OfferResign(values["side"], values["grade"]),
        {"side": "B", "grade": 1},
    ),
    "accept_resign": _nothing(AnswerResign(accept=True), "The resignation is accepted."),
    "refuse_resign": _nothing(AnswerResign(accept=False), "The resignation is refused: the game goes on."),
    "claim": Declared(
        "A player claims points, where players do: of their throw before they play, else before they throw.",
        {**_SIDE, "points": whole_number(CLAIMS)},
        lambda values, playing: ClaimPoints(values["side"], values["points"]),
        {"side": "W", "points": 4},
    ),
    "demand_rethrow": _nothing(DemandRethrow(), "The throw that was made too soon is to be thrown again."),
    "undo": Declared(
        "Take back what happened last; or with `to` all turns of the game after so many.",
        {
            "to": or_not(whole_number(_TURNS, "How many turns the game has then.")),
            "turns": or_not(whole_number(_TURNS, "How many it has now: refused where it has others.")),
        },
        lambda values, playing: Undo(values["to"], values["turns"]),
        {},
    ),
    "start_chouette": Declared(
        "Begin a chouette: who plays, in order; the first is in the box, the second captain.",
        {
            "players": players(FEWEST + 1, MOST, "Everybody's name, each another."),
            "terms": or_not(
                raw(maybe({**_SETTINGS, "description": "What is agreed on for its games: see /api/terms."}))
            ),
            "keeps_box": or_not(one_of(KeepsBox, "What keeps a player in the box."), KeepsBox.CAPTAIN),
            "advice": or_not(one_of(Advice, "Who may advise the captain."), Advice.TURNED),
            "captain_stays": or_not(
                yes_or_no("Who passes as captain goes on playing; else the next in line who is in."), False
            ),
            "extras": or_not(yes_or_no("Who passed may give an extra to who took."), False),
            "half": or_not(
                yes_or_no("To play on, the box takes at least half of the cubes doubled together."), False
            ),
            "lone_beaver": or_not(
                yes_or_no("The only one to take the box's double has to beaver; beavers are on."),
                False,
            ),
            "one_cube": or_not(yes_or_no("A consultation: all play for the captain's cube."), False),
        },
        made_chouette,
        {"players": ["Anna", "Ben", "Cleo"]},
    ),
    "chouette": Declared(
        "Say what was done in the chouette beside the board, or with the captain's cube, which is the one on it.",
        {
            "act": one_of(ChouetteAct),
            "player": or_not(player("Of the crew: whose cube it is. Or who joins, or leaves."), ""),
            "against": or_not(player("Who gives the extra, or gave it; empty for the box."), ""),
            "points": or_not(
                whole_number(_SETTLED, "What the box pays the player to settle; negative: gets."), 0
            ),
            "value": or_not(whole_number(CUBE_VALUES, "What the cube stands at."), 1),
            "owner": or_not(
                RequestField(maybe(choice(Side)), lambda name, value: value and member(name, value, Side))
            ),
        },
        lambda values, playing: DoInChouette(ChouetteDeed(**values)),
        {"act": "double", "player": "Cleo"},
    ),
    "new_game": _nothing(NewGame(), "Begin a new game of this match."),
    "new_match": Declared(
        "Begin a new match; what is not named is as the settings have it.",
        {
            "length": whole_number(range(LONGEST_MATCH + 1), "Points; 0: single games."),
            "profile": or_not(raw(maybe(text("How strictly it is refereed: see /api/profiles.")))),
            "game": or_not(
                raw(maybe(text("A game, a series, or games with commas between: see /api/games.")))
            ),
            "options": or_not(raw(maybe({**_SETTINGS, "description": "The game's own options."}))),
            "terms": or_not(
                raw(maybe({**_SETTINGS, "description": "What else is agreed on: see /api/terms."}))
            ),
            "kept": or_not(
                one_of(
                    Retention, "What of it is kept once it is over; as in the last match if it is not named."
                )
            ),
            "dice": or_not(
                player("What the set of dice is called; as in the last match if it is not named.")
            ),
        },
        made_new_match,
        {"length": 5, "game": "backgammon"},
    ),
}
"""Every command there is, by its `type`."""


def _schema(kind: str, declared: Declared) -> Named:
    fields: dict[str, Schema | Named] = {"type": {"const": kind}}
    fields |= {name: field.schema for name, field in declared.fields.items()}
    optional = [name for name, field in declared.fields.items() if field.optional]
    whole_of_it = {**thing(fields, declared.says, optional=optional), "additionalProperties": False}
    return Named("".join(map(str.capitalize, kind.split("_"))), whole_of_it)


_SCHEMAS = {kind: _schema(kind, declared) for kind, declared in COMMANDS.items()}

COMMAND = Named(
    "Command",
    {
        "oneOf": list(_SCHEMAS.values()),
        "discriminator": {
            "propertyName": "type",
            "mapping": {kind: f"#/components/schemas/{each.name}" for kind, each in _SCHEMAS.items()},
        },
    },
)
"""What may be told to the referee."""
