"""The schemas of the set-up: its state, and what each thing to do takes."""

from collections.abc import Mapping
from dataclasses import dataclass

from device.ops.setup.setup_steps import SetupStep
from device.shape import Named, Schema, choice, flag, many, maybe, number, table_of, text, thing, whole
from device.store.access import PIN_RULE
from engine.board import Kind
from webui.answers import VALUE

LONGEST = 500
"""The longest text that may be sent, in characters."""
_STEP = choice(SetupStep)
_PLACE = many(number(), minItems=2, maxItems=2)
_PLACES = many(_PLACE, "Far-left, far-right, near-right, near-left, in pixels.", minItems=4, maxItems=4)
_INSIST = {"insist": flag("However it looks.")}
_SKIP = {"skip": flag()}
_SAID = thing(
    {"id": text(), "ok": flag(), "bars": flag("Nobody can go on where it is not well."), "text": text()}
)
STATE = Named(
    "Setup",
    thing(
        {
            "seq": whole(0, says="Grows with every change."),
            "steps": many(
                thing({"id": _STEP, "done": flag(), "skipped": flag(), "may_skip": flag(), "open": flag()})
            ),
            "next": maybe(_STEP),
            "at": maybe(_STEP),
            "calibrating": flag("The referee reads nothing meanwhile."),
            "shape": choice(("points", "squares")),
            "work": maybe(thing({"step": _STEP, "says": text(), "seconds": number()})),
            "trouble": maybe(text()),
            "verdicts": table_of(thing({"ok": flag(), "says": many(_SAID)})),
            "corners": {"type": "object"},
            "pictures": table_of(whole(0)),
            "match": {"type": "object"},
        },
        "How far the set-up is; with `since`, where nothing has changed, its number alone.",
        optional=(
            "steps",
            "next",
            "at",
            "calibrating",
            "shape",
            "work",
            "trouble",
            "verdicts",
            "corners",
            "pictures",
            "match",
        ),
    ),
)
CAMERAS = thing({"cameras": many(thing({"id": text(), "name": text()}))})


@dataclass(frozen=True, slots=True)
class Doable:
    """Something to do: what it says, its fields, those that must be there, and an example."""

    says: str
    fields: Mapping[str, Schema]
    must: tuple[str, ...] = ()
    example: Mapping[str, object] | None = None

    @property
    def takes(self) -> Schema:
        """The schema of its body."""
        return thing(self.fields, optional=[name for name in self.fields if name not in self.must])


_TEXT = text(maxLength=LONGEST)
DOABLE: Mapping[str, Doable] = {
    "at": Doable("A page shows this step now.", {"step": _STEP}, ("step",), {"step": "view"}),
    "leave": Doable("Nobody sets the table up any more: the referee reads on.", {}),
    "pin": Doable(
        "Set the referee's PIN.",
        {"pin": text(str(PIN_RULE))},
        ("pin",),
        {"pin": "271828"},
    ),
    "camera": Doable(
        "Watch through this camera.",
        {
            "camera": maybe(text("Its id, or an address.", maxLength=LONGEST)),
            "rotate": choice((0, 90, 180, 270)),
            "mirror": flag(),
            "board": choice(("points", "squares")),
        },
        (),
        {"camera": "simulated"},
    ),
    "look": Doable("Look whether light and focus are good and the board is in view.", {}),
    "view": Doable("Go on, however it looks.", {}),
    "find": Doable("Look for the board's corners in a new picture.", {}),
    "corners": Doable(
        "These are the corners.",
        {"places": _PLACES, "still": whole(0, says="The picture they are in."), **_INSIST},
        ("places",),
        {"places": [[200, 150], [1080, 150], [1200, 900], [80, 900]], "still": 1},
    ),
    "empty": Doable("The board is empty now; or go without.", {**_SKIP, **_INSIST}),
    "start": Doable("The starting position is set up now.", _INSIST),
    "colours": Doable(
        "Whose checkers are whose.",
        {
            "near": maybe(choice(Kind)),
            "home_right": maybe(flag()),
            "white": maybe(_TEXT),
            "black": maybe(_TEXT),
        },
    ),
    "signals": Doable("Done with lamps and sound.", _SKIP),
    "match": Doable(
        "What is played, and how it is refereed.",
        {
            "game": maybe(_TEXT),
            "options": maybe(table_of(VALUE)),
            "length": maybe(whole(0, 99)),
            "terms": maybe(table_of(VALUE)),
            "profile": maybe(_TEXT),
            "white": maybe(_TEXT),
            "black": maybe(_TEXT),
            "tradition": maybe(_TEXT),
        },
        (),
        {"game": "backgammon", "length": 5},
    ),
    "done": Doable("Keep it all, and begin.", {}),
    "again": Doable(
        "Take a step, and all that builds on it, once more.", {"from": _STEP}, ("from",), {"from": "corners"}
    ),
}
"""What can be done, by the last word of its address."""
