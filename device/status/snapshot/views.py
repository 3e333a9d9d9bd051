"""The parts of a snapshot, each as it is shown and as JSON, and as it follows from the match state: match, game, the
last play, fault, question and the rest.
"""

from dataclasses import dataclass
from typing import Self

from device.shape import Shaped, choice, flag, many, maybe, of, shaped, table_of, text, thing, through, whole
from device.status.board_json import DICE, EACH_SIDE, EITHER, SIDE, SITE, TABLES, dice, each_side
from device.status.text.naming import game_name, names_of
from device.status.text.status_text import kept_sentence, plain_fault, premature_sentence, resign_sentence
from engine.board import Shape, Side, View
from engine.dice import Roll
from engine.games import find_game
from engine.i18n import Translator
from engine.match.match import CheckerTurn, Crawford, Result
from engine.match.terms import USUAL_TERMS, Terms
from engine.match_format import BACKGAMMON_ONLY, MatchFormat
from engine.play import Move
from engine.plays.notation import play_text
from engine.position import Position
from engine.referee.reckoning import Reckoning
from engine.rules import Rules
from engine.squares import CORNERS, SIZE, THRONE, square_name
from engine.state.events import Counts, Retention
from engine.state.match_state import MatchState, Phase, rules_now
from engine.tables.tables_game import TablesGame
from engine.tafl.tafl_game import TaflGame
from engine.trictrac import Trictrac, marks_of
from engine.words.wording import sentence

OPTION_VALUE = {"type": ["boolean", "integer", "string"]}
"""What an option of a game, a match or a profile is."""
_BACKGAMMON = find_game("backgammon")


@shaped(
    {
        "size": of(lambda view: SIZE, whole()),
        "throne": of(lambda view: square_name(THRONE), text()),
        "corners": of(lambda view: view.corners, many(text())),
        "men": of(lambda view: each_side(view.rules.men), EACH_SIDE),
    }
)
@dataclass(frozen=True, slots=True)
class SquaresView(Shaped):
    """The board of squares on which a game is played, and by which rules."""

    rules: TaflGame

    @property
    def corners(self) -> list[str]:
        """The corners, where they matter."""
        return [square_name(each) for each in sorted(CORNERS)] if self.rules.corner_escape else []


@shaped(
    {
        "number": whole(0),
        "length": whole(0, says="Points; 0: single games."),
        "white": text("At the near side, the bottom of the picture."),
        "black": text("At the far side."),
        "crawford": choice(Crawford),
        "winner": maybe(SIDE),
        "programme": of(
            lambda view: {
                "id": view.agreed.id,
                "games": [each.game_id for each in view.agreed.games],
                "decider": view.agreed.decider and view.agreed.decider.game_id,
                "to_points": view.agreed.goes_to_points,
            },
            thing(
                {
                    "id": text(),
                    "games": many(text()),
                    "decider": maybe(text()),
                    "to_points": flag("It may be played to so many points; else all its games are played."),
                }
            ),
        ),
        "terms": of(lambda view: view.terms.values, table_of(OPTION_VALUE)),
        "kept": choice(Retention, "What of it is kept once it is over."),
        "kept_says": maybe(text("What that means, where it is not everything.")),
    },
    name="Match",
)
@dataclass(frozen=True, slots=True)
class MatchView(Shaped):
    """The match: its number on this table, its length (0: single games), the players' names, Crawford, the winner.

    `agreed` is the games that are played in it, `terms` what else was agreed on; `kept` what of it is kept
    once it is over, `kept_says` that in a sentence where it is not everything.
    """

    number: int
    length: int
    white: str
    black: str
    crawford: Crawford
    winner: Side | None
    agreed: MatchFormat = BACKGAMMON_ONLY
    terms: Terms = USUAL_TERMS
    kept: Retention = Retention.FULL
    kept_says: str | None = None

    @classmethod
    def of(cls, match_state: MatchState, translator: Translator) -> Self:
        """The match that is played."""
        match, names = match_state.match, names_of(match_state, translator)
        return cls(
            match_state.match_number,
            match.length,
            names.of(Side.WHITE),
            names.of(Side.BLACK),
            match_state.crawford,
            match_state.winner,
            match.agreed,
            match.terms,
            match_state.retention,
            kept_sentence(match_state, translator),
        )


@shaped(
    {
        "number": whole(0),
        "id": text(),
        "name": text(),
        "phase": maybe(choice(Phase)),
        "result": of(
            lambda view: (
                view.result
                and {"winner": view.result.winner, "points": view.result.points, "how": view.result.how}
            ),
            maybe(thing({"winner": maybe(SIDE), "points": whole(), "how": text()})),
        ),
        "men": whole(0),
        "turns": whole(0),
        "squares": maybe(SquaresView.SHAPE),
        **{name: through(lambda view: view.played, member) for name, member in TABLES.items()},
    },
    name="Game",
)
@dataclass(frozen=True, slots=True)
class GameView(Shaped):
    """The game: its number in the match (0: none yet), which of the games it is, what is waited for, its result.

    `phase` is None where the referee keeps silent; `men`: the checkers that each side has, at most; `name`:
    what the game is called; `squares`: its board, where that is one of squares; `rules`: how it is played;
    `turns`: how many of them have been recorded.
    """

    number: int
    id: str
    phase: Phase | None
    result: Result | None
    men: int
    name: str = "Backgammon"
    squares: SquaresView | None = None
    rules: Rules = _BACKGAMMON
    turns: int = 0

    @property
    def played(self) -> Rules:
        """By which rules it is played, on whichever board."""
        return self.rules if self.squares is None else self.squares.rules

    @classmethod
    def of(cls, match_state: MatchState, translator: Translator, *, quiet: bool) -> Self:
        """The game that is on, or is waited for; `quiet`: the referee keeps silent."""
        game, rules = match_state.game, rules_now(match_state)
        return cls(
            len(match_state.record.games),
            rules.id,
            None if quiet else match_state.phase,
            game.result if game else None,
            rules.men if isinstance(rules.men, int) else max(rules.men),
            game_name(rules, translator),
            SquaresView(rules) if isinstance(rules, TaflGame) else None,
            rules,
            len(game.turns) if game else 0,
        )


@shaped(
    {
        "side": SIDE,
        "roll": of(lambda view: dice(view.roll), DICE),
        "carried": of(lambda view: view.roll is not None and view.roll.carried, flag()),
        "either": of(lambda view: view.roll is not None and view.roll.either, EITHER),
        "notation": text(),
        "moves": of(
            lambda view: [view.sites(move.origin, move.target) for move in view.moves],
            many(many(SITE, minItems=2, maxItems=2)),
        ),
        "captured": of(lambda view: view.sites(*view.captured), many(SITE)),
        "illegal": maybe(text()),
        "inferred": flag("Nobody saw it."),
        "from_hand": whole(0),
        "scored": many(text()),
    }
)
@dataclass(frozen=True, slots=True)
class PlayView(Shaped):
    """The last play: whose, with which throw, how it is written; `illegal` is a sentence where it broke the rules.

    `squares`: it was made on a board of squares, where it took off the men on those that are `captured`. So many of the
    checkers that came in were still in hand (`from_hand`); `scored` are sentences about what the throw scored.
    """

    side: Side
    roll: Roll | None
    notation: str
    moves: tuple[Move, ...]
    illegal: str | None
    inferred: bool
    captured: tuple[int, ...] = ()
    squares: bool = False
    from_hand: int = 0
    scored: tuple[str, ...] = ()

    def sites(self, *sites: int) -> list[int | str]:
        """Sites as a page names them."""
        return [square_name(each) if self.squares else each for each in sites]

    @classmethod
    def of(
        cls, match_state: MatchState, reckoning: Reckoning, translator: Translator, *, hints: bool
    ) -> Self | None:
        """The last play; without `hints` an illegal one is not explained."""
        turn = match_state.last_play
        if turn is None:
            return None
        illegal, names = None, names_of(match_state, translator)
        if turn.fault:
            illegal = (
                sentence(turn.fault, names) if hints else plain_fault(match_state, turn.side, translator)
            )
        return cls(
            turn.side,
            turn.roll,
            play_text(turn.play),
            turn.play.moves,
            illegal,
            turn.inferred,
            turn.play.captured,
            turn.play.shape is Shape.TAFL,
            _from_hand(turn),
            reckoning.score.sentences(names) if reckoning.score else (),
        )


def _from_hand(turn: CheckerTurn) -> int:
    """How many checkers came in from the hand in a turn."""
    if turn.before is None:
        return 0
    before, after = (position.past.hand[turn.side is Side.BLACK] for position in (turn.before, turn.after))
    return max(0, before - after)


@shaped(
    {
        "points": of(lambda view: each_side(view.holes and view.points), maybe(EACH_SIDE)),
        "holes": of(lambda view: each_side(view.holes), maybe(EACH_SIDE)),
        "chips": of(lambda view: None if view.holes else each_side(view.points), maybe(EACH_SIDE)),
        "claims": of(lambda view: view.claims, flag("The players claim their points, with `claim`.")),
    }
)
@dataclass(frozen=True, slots=True)
class MarksView(Shaped):
    """What each side has won in the course of a game: points and `holes`, or chips
    (then None); White's, then Black's. `claims`: the players claim them.
    """

    points: tuple[int, int]
    holes: tuple[int, int] | None
    claims: bool = False

    @classmethod
    def of(cls, rules: Rules, position: Position | None) -> Self | None:
        """What the past of a position says has been won by the way; None in games where nothing is."""
        if position is None or not isinstance(rules, TablesGame):
            return None
        if isinstance(rules.family, Trictrac):
            marks = marks_of(position.past)
            return cls(marks.points, marks.holes, rules.family.schools)
        if rules.chips:
            white, black = position.past.tally or (0, 0)
            return cls((white, black), None)
        return None


@shaped({"side": SIDE, "grade": whole(1, 3), "text": text()})
@dataclass(frozen=True, slots=True)
class ResignView(Shaped):
    """An offer to give the game up that has not been answered: whose, for 1, 2 or 3 times the cube, in a sentence."""

    side: Side
    grade: int
    text: str

    @classmethod
    def of(cls, match_state: MatchState, translator: Translator) -> Self | None:
        """The offer that has been made."""
        offer = match_state.resigning
        if offer is None:
            return None
        return cls(offer.side, offer.grade, resign_sentence(match_state, offer, translator))


@shaped(
    {
        "side": SIDE,
        "roll": of(lambda view: dice(view.roll), DICE),
        "text": text(),
        "void": flag(),
        "may_demand": flag(),
    }
)
@dataclass(frozen=True, slots=True)
class PrematureThrowView(Shaped):
    """A throw made too soon: whose, in a sentence; `void`: it does not count;
    `may_demand`: unless the opponent objects.
    """

    side: Side
    roll: Roll
    text: str
    void: bool
    may_demand: bool

    @classmethod
    def of(cls, match_state: MatchState, translator: Translator) -> Self | None:
        """The throw that was made too soon."""
        premature = match_state.premature
        if premature is None:
            return None
        return cls(
            premature.side,
            premature.roll,
            premature_sentence(match_state, premature, translator),
            premature.counts is Counts.NO,
            premature.counts is Counts.UNLESS_ASKED,
        )


@shaped(
    {
        "view": choice(View),
        "text": text(),
        "reads": flag(),
        "note": maybe(text()),
        "ready": flag("There is a camera, and the board is calibrated."),
    }
)
@dataclass(frozen=True, slots=True)
class CameraView(Shaped):
    """What the camera can see of the board, in one word and one sentence; `reads`: it can read a board of this shape.

    `note`: what else there is to tell while it sees the board clearly; `ready`: there is a camera and the board is
    calibrated, so that nobody need set anything up.
    """

    view: View
    text: str
    reads: bool = True
    note: str | None = None
    ready: bool = True
