"""How a snapshot shows what puts a board right: sentences with ticks."""

from dataclasses import dataclass
from typing import Self

from device.shape import Shaped, choice, flag, many, maybe, of, shaped, text
from device.status.board_json import SIDE, SITE
from device.status.board_problem import BoardProblem, Why
from device.status.repair_steps import BESIDE, RepairStep
from engine.board import Kind, Seating, Side
from engine.i18n import Translator, marked
from engine.rules import Rules
from engine.squares import square_name
from engine.tables.tables_game import TablesGame
from engine.words.wording import Names

_Way = tuple[str, str]
"""What kind of place a checker comes from and goes to: `point`, `bar`, `beside`, `square`."""
_HEADS = {
    Why.FAULT: marked("To put the play right:"),
    Why.SETUP: marked("The board does not match the starting position. To put it right:"),
    Why.UNDO: marked("The turn was taken back. To put the board back as it was:"),
    Why.TOLD: marked("The board does not match what the referee was told. To put it right:"),
}
_DONE = marked("The board has been put right.")
_LIGHT: dict[_Way, str] = {
    ("point", "point"): marked("Put a light checker from {origin} back on {target}."),
    ("point", "bar"): marked("Put a light checker from {origin} on the bar."),
    ("point", "beside"): marked("Take a light checker from {origin} off the board."),
    ("bar", "point"): marked("Put a light checker from the bar back on {target}."),
    ("bar", "beside"): marked("Take a light checker from the bar off the board."),
    ("beside", "point"): marked("Put a light checker from beside the board on {target}."),
    ("beside", "bar"): marked("Put a light checker from beside the board on the bar."),
    ("square", "square"): marked("Put a light man from {origin} back on {target}."),
    ("square", "beside"): marked("Take the light man on {origin} off the board."),
    ("beside", "square"): marked("Put a light man back on {target}."),
}
_DARK: dict[_Way, str] = {
    ("point", "point"): marked("Put a dark checker from {origin} back on {target}."),
    ("point", "bar"): marked("Put a dark checker from {origin} on the bar."),
    ("point", "beside"): marked("Take a dark checker from {origin} off the board."),
    ("bar", "point"): marked("Put a dark checker from the bar back on {target}."),
    ("bar", "beside"): marked("Take a dark checker from the bar off the board."),
    ("beside", "point"): marked("Put a dark checker from beside the board on {target}."),
    ("beside", "bar"): marked("Put a dark checker from beside the board on the bar."),
    ("square", "square"): marked("Put a dark man from {origin} back on {target}."),
    ("square", "beside"): marked("Take the dark man on {origin} off the board."),
    ("beside", "square"): marked("Put a dark man back on {target}."),
}
_KING: dict[_Way, str] = {
    ("square", "square"): marked("Put the king from {origin} back on {target}."),
    ("square", "beside"): marked("Take the king on {origin} off the board."),
    ("beside", "square"): marked("Put the king back on {target}."),
}


@shaped(
    {
        "text": text(),
        "side": SIDE,
        "done": flag(),
        "from": of(lambda view: view.origin, maybe(SITE)),
        "to": of(lambda view: view.target, maybe(SITE)),
    }
)
@dataclass(frozen=True, slots=True)
class StepView(Shaped):
    """A step in words, ticked or not; from where to where the checker goes, as the near player of backgammon counts.

    On squares their names; None beside the board.
    """

    text: str
    side: Side
    done: bool
    origin: int | str | None
    target: int | str | None


@shaped(
    {
        "why": choice(Why),
        "text": text(),
        "counted": text("As whom the points are counted, in a sentence."),
        "side": SIDE,
        "steps": many(StepView.SHAPE, "One checker each; null: beside the board."),
        "over": flag("All are done."),
        "told": flag("A person may say that the board is right: POST /api/overlook."),
    },
    "The steps that make the board stand as it should.",
)
@dataclass(frozen=True, slots=True)
class RepairView(Shaped):
    """The steps that put the board right, one checker each, points counted as `side` does.

    `over`: all are done; `told`: a person can say that the board is right as it stands, whatever the camera sees.
    """

    why: Why
    text: str
    counted: str
    side: Side
    steps: tuple[StepView, ...]
    over: bool
    told: bool

    @classmethod
    def of(
        cls, board_problem: BoardProblem | None, rules: Rules, seating: Seating | None, names: Names
    ) -> Self | None:
        """What a snapshot shows of a board that stands wrong, if there are any steps to be made."""
        if board_problem is None or not board_problem.rows:
            return None
        side, translator = board_problem.side, names.translator
        rows = tuple(
            _shown(row.step, side, rules, seating or Seating(), translator, done=row.done)
            for row in board_problem.rows
        )
        over = all(row.done for row in rows)
        points = isinstance(rules, TablesGame) and not over
        return cls(
            why=board_problem.why,
            text=translator(_DONE if over else _HEADS[board_problem.why]),
            counted=translator("Points as {name} counts them.", name=names.of(side)) if points else "",
            side=side,
            steps=rows,
            over=over,
            told=board_problem.why in (Why.TOLD, Why.UNDO) and not over,
        )


def _shown(
    step: RepairStep, counting: Side, rules: Rules, seating: Seating, translator: Translator, *, done: bool
) -> StepView:
    texts = _KING if step.king else _LIGHT if seating.kind(step.side) is Kind.LIGHT else _DARK
    if not isinstance(rules, TablesGame):
        origin, target = (
            None if each == BESIDE else square_name(each) for each in (step.origin, step.target)
        )
        kinds = tuple("beside" if each is None else "square" for each in (origin, target))
        text = translator(texts[kinds[0], kinds[1]], origin=origin, target=target)
        return StepView(text, step.side, done, origin, target)
    lying, own = rules.lying(step.side), rules.lying(counting)
    kind = tuple(
        "beside" if each == BESIDE else "bar" if each == rules.bar else "point"
        for each in (step.origin, step.target)
    )
    places = tuple(None if each == BESIDE else lying[each] for each in (step.origin, step.target))
    numbers = tuple(None if place is None else own.index(place) for place in places)
    text = translator(texts[kind[0], kind[1]], origin=numbers[0], target=numbers[1])
    return StepView(text, step.side, done, places[0], places[1])
