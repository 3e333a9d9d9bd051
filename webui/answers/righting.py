"""What is put right: corrections, the last turns, and the plays that there were."""

from device.shape import choice, flag, many, maybe, number, text, thing, whole
from device.store.log.store import Source
from webui.answers.position import DICE, POSITION, SIDE
from webui.answers.sight import PICTURE

CORRECTION = thing(
    {
        "seq": whole(1),
        "event": text(),
        "match": whole(0),
        "game": whole(0),
        "who": text(),
        "wall": maybe(number("Unix time; null where the clock was not set.")),
        "says": text(),
    }
)

TURN = thing(
    {
        "turn": whole(0, says="Its number in the game."),
        "side": SIDE,
        "says": text(),
        "illegal": maybe(text()),
        "seq": maybe(whole(1)),
        "source": maybe(choice(Source)),
        "who": text(),
        "wall": maybe(number("Unix time; null where the clock was not set.")),
        "frames": many(thing({**PICTURE["properties"], "when": choice(("before", "after"))})),
    }
)

PLAYS = thing(
    {
        "side": SIDE,
        "turn": whole(
            0, says="Its number in its game: a `set_play` that names it is of this turn, or refused."
        ),
        "roll": DICE,
        "last": flag("It is the last turn, not the present one."),
        "played": maybe(text("How it is on record.")),
        "before": POSITION,
        "plays": many(thing({"notation": text(), "position": POSITION})),
        "more": flag("There are others."),
    }
)
