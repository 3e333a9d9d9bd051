"""The chouette as it is shown: who plays in it, what each plays for, and what can be done with each cube."""

from dataclasses import dataclass
from typing import Self

from device.shape import Shaped, choice, flag, many, maybe, of, shaped, text, whole
from device.status.board_json import SIDE
from engine.board import Side
from engine.match.chouette import Chouette
from engine.match.chouette_terms import Advice, ChouetteAct, ChouetteDeed, CrewStake, KeepsBox, Standing
from engine.referee.chouette_deeds import why_not_now
from engine.state.match_state import MatchState

_OF_A_CUBE = (
    ChouetteAct.DOUBLE,
    ChouetteAct.BOX_DOUBLES,
    ChouetteAct.TAKE,
    ChouetteAct.PASS,
    ChouetteAct.BEAVER,
    ChouetteAct.RACCOON,
    ChouetteAct.SETTLE,
    ChouetteAct.PARTNER,
)


@shaped(
    {"player": text(), "points": whole(says="Won so far; negative: lost.")},
    name="ChouetteScore",
)
@dataclass(frozen=True, slots=True)
class ScoreView(Shaped):
    """What a player of a chouette has won so far."""

    player: str
    points: int


@shaped(
    {
        "player": text("Of the crew."),
        "against": text("The box, or who gave an extra."),
        "value": whole(1),
        "next": whole(1),
        "owner": maybe(SIDE),
        "offered_by": maybe(SIDE),
        "points": maybe(whole(says="What the player has won by it; null: it is played for.")),
        "on_board": flag("It is the cube on the board, the captain's."),
        "may": many(choice(ChouetteAct), "What can be done with it now; for the referee alone."),
        "extras": many(text(), "Who may give the player an extra; for the referee alone."),
    },
    name="ChouetteStake",
)
@dataclass(frozen=True, slots=True)
class StakeView(Shaped):
    """What a player of the crew plays for, and what can be done with their cube now."""

    player: str
    against: str
    value: int
    next: int
    owner: Side | None
    offered_by: Side | None
    points: int | None
    on_board: bool
    may: tuple[ChouetteAct, ...]
    extras: tuple[str, ...]


@shaped(
    {
        "line": many(text(), "The players in order: the box, the captain, then who follows."),
        "captain": text("Who plays for the crew."),
        "partners": many(text(), "Who plays this game with the box."),
        "box_side": SIDE,
        "scores": many(ScoreView.SHAPE),
        "stakes": many(StakeView.SHAPE, "Of the game that is on."),
        "last": many(StakeView.SHAPE, "Of the game before."),
        "advisers": many(text(), "Who may advise the captain."),
        "games": whole(0, says="How many are over."),
        "keeps_box": of(lambda view: view.chouette.agreed.keeps_box, choice(KeepsBox)),
        "advising": of(
            lambda view: view.chouette.agreed.advice, choice(Advice, "Whose advice is agreed on.")
        ),
        "one_cube": of(
            lambda view: view.chouette.agreed.one_cube,
            flag("A consultation: all play for the captain's cube, which is told with each stake."),
        ),
        "undo": flag("What was done last can be taken back."),
    },
    name="ChouetteSnapshot",
)
@dataclass(frozen=True, slots=True)
class ChouetteView(Shaped):
    """A chouette, at one moment."""

    chouette: Chouette
    line: tuple[str, ...]
    captain: str
    partners: tuple[str, ...]
    box_side: Side
    scores: tuple[ScoreView, ...]
    stakes: tuple[StakeView, ...]
    last: tuple[StakeView, ...]
    advisers: tuple[str, ...]
    games: int
    undo: bool

    @classmethod
    def of(cls, match_state: MatchState, *, desk: bool = False) -> Self | None:
        """The chouette of which the game that is on is one, where it is; what can be done in it is for the `desk`."""
        chouette = match_state.chouette
        if chouette is None:
            return None
        return cls(
            chouette,
            chouette.line,
            chouette.captain,
            chouette.partners,
            chouette.box_side,
            tuple(_score(each) for each in chouette.scores),
            tuple(_stake(match_state, chouette, each, desk=desk) for each in chouette.stakes),
            tuple(_stake(match_state, chouette, each, desk=False) for each in chouette.last),
            chouette.advisers if chouette.is_on else (),
            chouette.games,
            chouette.may_take_back,
        )


def _score(standing: Standing) -> ScoreView:
    return ScoreView(standing.player, standing.points)


def _stake(match_state: MatchState, chouette: Chouette, stake: CrewStake, *, desk: bool) -> StakeView:
    against = "" if stake.against == chouette.box else stake.against

    def can(act: ChouetteAct, giver: str = against) -> bool:
        return why_not_now(match_state, ChouetteDeed(act, stake.player, giver)) is None

    acts = desk and stake.is_open
    givers = tuple(each for each in chouette.line if acts and not against and can(ChouetteAct.EXTRA, each))
    cube = stake.cube
    return StakeView(
        stake.player,
        stake.against,
        cube.value,
        cube.next_value,
        cube.owner,
        cube.offered_by,
        None if stake.is_open else stake.worth,
        stake.is_open and not against and stake.player == chouette.captain and chouette.is_on,
        tuple(act for act in _OF_A_CUBE if acts and can(act)),
        givers,
    )
