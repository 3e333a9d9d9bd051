"""The narrator: what events say in words, for the log, for the pictures of decisions, for what people have put right,
and for hooks.
"""

from collections.abc import Mapping

from device.status.text.naming import result_sentence
from device.status.text.status_text import camera_sentence
from engine.board import Side
from engine.i18n import Translator, marked
from engine.match.chouette_terms import ChouetteAct, ChouetteDeed
from engine.match.match import Result
from engine.play import Fault
from engine.plays.notation import play_text
from engine.state.events import (
    Amended,
    Asked,
    Beavered,
    CaptainChanged,
    ChouetteDone,
    ChouetteStood,
    ClockTurned,
    Cocked,
    Conceded,
    Corrected,
    CubeFault,
    Decided,
    Doubled,
    Event,
    FaultCleared,
    FaultSeen,
    FlagFell,
    GameOver,
    GameStarted,
    KeptAgreed,
    MatchOver,
    MatchStarted,
    Played,
    PointsClaimed,
    Raccooned,
    Reseated,
    ResignOffered,
    ResignRefused,
    Retention,
    Settled,
    SetupFault,
    SetupFixed,
    SetupStands,
    Taken,
    Thrown,
    ThrownTooSoon,
    Tied,
    ViewChanged,
)
from engine.words.reasons import CubeReason
from engine.words.wording import Names, sentence

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


_RIGHTED = {
    "cube": marked("A person put the cube right."),
    "names": marked("A person put the names right."),
    "score": marked("A person put the score right."),
    "seating": marked("A person put right who sits where."),
}
_KEPT = {
    Retention.FULL: marked("The whole match is kept."),
    Retention.ANONYMOUS: marked("The match is kept without names."),
    Retention.OFF: marked("The match is off the record."),
}


def event_sentence(event: Event, names: Names) -> str:
    """What happened, in one sentence."""
    return _of_match(event, names) or _of_turn(event, names)


def _of_turn(event: Event, names: Names) -> str:
    translator = names.translator
    match event:
        case Thrown(inferred=True):
            return translator(
                "{name} threw {roll}, which nobody saw.", name=names.of(event.side), roll=event.roll
            )
        case Thrown():
            return translator("{name} threw {roll}.", name=names.of(event.side), roll=event.roll)
        case Cocked():
            why = translator(event.why.sentence)
            return translator("{name}'s throw did not count: {why}.", name=names.of(event.side), why=why)
        case ThrownTooSoon():
            return translator("{name} threw {roll} too soon.", name=names.of(event.side), roll=event.roll)
        case Tied():
            return translator("Both threw a {number}.", number=event.value)
        case Decided():
            return translator("{name} begins.", name=names.of(event.side))
        case Played():
            return _played(event, names)
        case Amended():
            play = play_text(event.play) or translator("no play")
            if event.inferred and event.turn is not None:
                number = event.turn + 1
                return translator(
                    "Turn {number} was read anew: {play} with {roll}.",
                    number=number,
                    play=play,
                    roll=event.roll,
                )
            if event.roll is None:
                return translator("The play was put right: {play}.", play=play)
            return translator("The play was put right: {play} with {roll}.", play=play, roll=event.roll)
        case FaultSeen():
            return sentence(event.fault, names)
        case FaultCleared():
            return translator("{name} put the play right.", name=names.of(event.side))
        case Doubled():
            return translator("{name} doubled to {value}.", name=names.of(event.side), value=event.value)
        case Taken():
            return translator("{name} took the double.", name=names.of(event.side))
        case Beavered():
            return translator("{name} beavered.", name=names.of(event.side))
        case Raccooned():
            return translator("{name} said raccoon.", name=names.of(event.side))
        case CubeFault(why=None):
            return translator("The cube was put back.")
        case CubeFault(why=CubeReason() as why):
            return translator("The cube was moved wrongly: {why}.", why=translator(why.sentence))
        case Asked():
            return translator("The referee asked.")
        case Settled():
            return translator("The question was settled.")
        case Corrected():
            return _corrected(event, names)
        case ClockTurned():
            return translator("The clock went on, or stood still.")
        case _:
            return f"{type(event).__name__}."


def _played(event: Played, names: Names) -> str:
    translator, play = names.translator, play_text(event.play)
    told = {"name": names.of(event.side), "play": play, "roll": event.roll}
    if not play:
        if event.roll is None:
            return translator("{name} played nothing.", **told)
        return translator("{name} played nothing with {roll}.", **told)
    match event.roll is None, event.inferred:
        case True, False:
            return translator("{name} played {play}.", **told)
        case True, True:
            return translator("{name} played {play}, which nobody saw.", **told)
        case False, False:
            return translator("{name} played {play} with {roll}.", **told)
        case _:
            return translator("{name} played {play} with {roll}, which nobody saw.", **told)


def _of_match(event: Event, names: Names) -> str | None:
    translator = names.translator
    match event:
        case MatchStarted():
            return translator("A match began.")
        case GameStarted():
            return translator("A game began.")
        case SetupFault():
            return translator("The board was set up wrongly.")
        case SetupFixed():
            return translator("The starting position was put right.")
        case Reseated():
            return translator("The players sit otherwise than was believed: the game was read anew.")
        case SetupStands():
            return translator("The starting position stands as it is.")
        case ResignOffered():
            return translator("{name} offered to give up.", name=names.of(event.side))
        case PointsClaimed():
            return translator.many(
                "{name} claimed {count} point.",
                "{name} claimed {count} points.",
                event.points,
                name=names.of(event.side),
            )
        case ResignRefused():
            return translator("{name} played on.", name=names.of(event.side))
        case GameOver() | Conceded():
            return result_sentence(event.result, names)
        case FlagFell():
            return translator("{name}'s time was up.", name=names.of(event.side))
        case MatchOver():
            return translator("{name} won the match.", name=names.of(event.winner))
        case ViewChanged():
            return camera_sentence(event.view, translator=translator)
        case KeptAgreed():
            return translator(_KEPT[event.retention])
        case ChouetteStood() | ChouetteDone() | CaptainChanged():
            return chouette_sentence(event, translator)
        case _:
            return None


def _corrected(event: Corrected, names: Names) -> str:
    translator = names.translator
    if event.what == "unseen":
        return translator("The board was taken as it stood when it could be seen again.")
    if event.undo:
        return translator("The last turn was taken back.")
    if event.roll is not None:
        return translator("A person put the roll right: {roll}.", roll=event.roll)
    if event.position is not None:
        return translator("A person put the position right: {position}.", position=event.position)
    if event.to_play is not None:
        return translator("A person said whose turn it is: {name}.", name=names.of(event.to_play))
    return translator(_RIGHTED.get(event.what, marked("A person put something right.")))


def correction_sentence(event: Event, names: Names) -> str:
    """What a person has put right, in one sentence without who did it."""
    translator = names.translator
    match event:
        case Corrected():
            return _set_right(event, names)
        case Thrown():
            return translator("{name}: the throw is {roll}.", name=names.of(event.side), roll=event.roll)
        case Played():
            play = play_text(event.play) or translator("no play")
            return translator("{name}: the play is {play}.", name=names.of(event.side), play=play)
        case Amended():
            return translator("The last play is {play}.", play=play_text(event.play) or translator("no play"))
        case FaultCleared():
            return translator("The play stands as it is.")
        case Settled():
            return translator("A question is answered.")
        case _:
            return event_sentence(event, names)


def _set_right(event: Corrected, names: Names) -> str:
    translator, cube = names.translator, event.cube
    if event.undo:
        return translator("The last turn is taken back.")
    if cube is not None:
        if not cube.in_play:
            return translator("This game is played without the cube.")
        if cube.owner is None:
            return translator("The cube is in the middle at {value}.", value=cube.value)
        return translator(
            "The cube is at {value}: {name} has it.", value=cube.value, name=names.of(cube.owner)
        )
    if event.score is not None:
        score = event.score
        return translator("The score is {white} to {black}.", white=score.white, black=score.black)
    if event.names is not None:
        white, black = (names.of(side) for side in Side)
        told = [name or usual for name, usual in zip(event.names, (white, black), strict=True)]
        return translator("The players are {white} and {black}.", white=told[0], black=told[1])
    if event.position is not None:
        return translator("The board is {position}.", position=event.position)
    if event.to_play is not None:
        return translator("It is the turn of {name}.", name=names.of(event.to_play))
    return event_sentence(event, names)


def hook_sentence(event: Event, names: Names, *, given: bool = False) -> str:
    """An event as an English sentence; `given`: numbers are not thrown in this game."""
    match event:
        case MatchStarted():
            return f"{names.of(Side.WHITE)} and {names.of(Side.BLACK)} begin {_length(event)}."
        case GameStarted():
            return "A game begins, the Crawford game." if event.crawford else "A game begins."
        case Thrown():
            return f"{names.of(event.side)} {'is given' if given else 'throws'} {event.roll}."
        case Played(fault=Fault() as fault) | Amended(fault=Fault() as fault):
            return f"An illegal play stands: {sentence(fault, names)}"
        case Played():
            played = play_text(event.play) or "nothing"
            return f"{names.of(event.side)} plays {played}{f' with {event.roll}' if event.roll else ''}."
        case FaultSeen():
            return f"An illegal play: {sentence(event.fault, names)}"
        case FaultCleared():
            return "The illegal play has been put right."
        case Doubled():
            return f"{names.of(event.side)} doubles to {event.value}."
        case Taken():
            return f"{names.of(event.side)} takes."
        case Beavered():
            return f"{names.of(event.side)} beavers."
        case CubeFault(why=CubeReason() as why):
            return f"{names.of(event.side)} may not double: {why.sentence}."
        case Cocked():
            return f"{names.of(event.side)}'s throw does not count: {event.why.sentence}."
        case Asked():
            return "The referee is not sure, and asks."
        case SetupFault():
            return "The starting position is set up wrongly."
        case ResignOffered():
            return f"{names.of(event.side)} offers to give up."
        case FlagFell():
            return f"{names.of(event.side)}'s time is up."
        case Corrected():
            return "The record was put right by hand."
        case GameOver() | Conceded():
            return _won(event.result, names)
        case MatchOver():
            return f"{names.of(event.winner)} wins the match."
        case _:
            return ""


def _length(match: MatchStarted) -> str:
    games = 0 if match.match_format is None else match.match_format.games_agreed
    if match.length:
        return f"a match to {match.length} point{'' if match.length == 1 else 's'}"
    return f"a match of {games} games" if games else "a match of single games"


def _won(result: Result, names: Names) -> str:
    if result.winner is None:
        return "The game is a draw."
    points = "1 point" if result.points == 1 else f"{result.points} points"
    return f"{names.of(result.winner)} wins {points} ({result.how})."
