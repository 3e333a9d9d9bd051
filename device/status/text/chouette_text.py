"""What is said of a chouette: who plays in it, and what was done beside the board."""

from collections.abc import Mapping

from engine.i18n import Translator, marked
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed
from engine.state.events import CaptainChanged, ChouetteDone, ChouetteStood

_DONE: Mapping[ChouetteAct, str] = {
    ChouetteAct.DOUBLE: marked("{name} doubled the box."),
    ChouetteAct.BOX_DOUBLES: marked("The box doubled {name}."),
    ChouetteAct.TAKE: marked("The double of {name}'s cube was taken."),
    ChouetteAct.PASS: marked("The double of {name}'s cube was passed."),
    ChouetteAct.BEAVER: marked("The double of {name}'s cube was beavered."),
    ChouetteAct.RACCOON: marked("The beaver of {name}'s cube was doubled once more."),
    ChouetteAct.SETTLE: marked("{name} and the box settled: {points}."),
    ChouetteAct.EXTRA: marked("{name} took an extra of {other}."),
    ChouetteAct.SET_CUBE: marked("{name}'s cube is at {value}."),
    ChouetteAct.PARTNER: marked("{name} plays this game with the box."),
    ChouetteAct.JOIN: marked("{name} joined the chouette."),
    ChouetteAct.LEAVE: marked("{name} left the chouette."),
    ChouetteAct.UNDO: marked("What was done last in the chouette was taken back."),
}


def chouette_sentence(event: ChouetteStood | ChouetteDone | CaptainChanged, translator: Translator) -> str:
    """What happened in a chouette, in one sentence."""
    match event:
        case ChouetteStood():
            if not event.line:
                return translator("A game of a chouette began.")
            box, captain, *_ = event.line
            return translator("{box} is in the box, {captain} is captain.", box=box, captain=captain)
        case CaptainChanged():
            white, black = event.names
            return translator("{white} and {black} play on.", white=white, black=black)
        case ChouetteDone():
            return _done(event.deed, translator)


def _done(deed: ChouetteDeed, translator: Translator) -> str:
    somebody = translator("somebody")
    said = {
        "name": deed.player or somebody,
        "other": deed.against or somebody,
        "points": f"{deed.points:+d}",
        "value": deed.value,
    }
    return translator(_DONE[deed.act], **said)
