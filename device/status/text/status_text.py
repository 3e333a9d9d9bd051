"""What the referee says: the one sentence for the people at the table."""

import re

from device.status.text.naming import name_of
from device.status.text.waiting_text import awaited, is_thrown
from engine.board import Kind, Seating, Side, View
from engine.i18n import ENGLISH, Saying, Tongue, marked
from engine.plays.notation import play_text
from engine.state.beginning import rules_now
from engine.state.events import Counts, Hasty, ResignOffered, ThrownTooSoon
from engine.state.match_state import AUTOMATIC_DOUBLE, TIE, Ledger, Phase, Question, ReadAnew
from engine.turn.throws import ON_A_CHECKER
from engine.words.rollnames import PLAIN, Tradition

_CAMERA = {
    View.CLEAR: marked("The view is clear."),
    View.MOVING: marked("Something is moving on the board."),
    View.HAND: marked("A hand is over the board."),
    View.COVERED: marked("Something covers the board: take it away."),
    View.MOVED: marked(
        "The board or the camera has been moved too far to follow: put it back as it was, or calibrate again."
    ),
    View.DARK: marked("It is too dark to see the board: switch a light on."),
    View.LOST: marked("The camera gives no pictures: check its cable."),
}
_SEATED = {
    (Kind.LIGHT, True): marked("{name} has the light checkers, and bears off on the right."),
    (Kind.LIGHT, False): marked("{name} has the light checkers, and bears off on the left."),
    (Kind.DARK, True): marked("{name} has the dark checkers, and bears off on the right."),
    (Kind.DARK, False): marked("{name} has the dark checkers, and bears off on the left."),
}
_BLIND = (View.COVERED, View.MOVED, View.DARK, View.LOST)
_TIE_DOUBLES = re.compile(re.escape(AUTOMATIC_DOUBLE).replace(r"\{value\}", r"(\d+)"))


def put(text: "str | Saying | None", tongue: Tongue) -> str | None:
    """A sentence that was made elsewhere, in a language: a saying, or a text that is one."""
    if isinstance(text, Saying):
        return text.in_tongue(tongue)
    return None if text is None else tongue(text)


def camera_sentence(view: View, *, reads: bool = True, tongue: Tongue = ENGLISH) -> str:
    """What the camera can see of the board, which it `reads` or not, being of its shape or another."""
    if view is View.CLEAR and not reads:
        return tongue("The camera does not read this board: tell the referee every move on his page.")
    return tongue(_CAMERA[view])


def question_sentence(ledger: Ledger, question: Question, tongue: Tongue = ENGLISH) -> str:
    """The referee's question, for the people to answer."""
    name = tongue("the player") if question.side is None else name_of(ledger, question.side, tongue)
    match question.what:
        case "play":
            return tongue("Which of these did {name} play?", name=name)
        case "roll" if all(candidate.legal for candidate in question.candidates):
            return tongue("Which of these did {name} play?", name=name)
        case "anew":
            return tongue(
                "Which of these did {name} play in turn {number}?", name=name, number=question.turns
            )
        case "board":
            return tongue("The board does not look as it is on record: which of these is it?")
        case "roll":
            return tongue("Was this play of {name} wrong, or were the dice misread?", name=name)
        case "missed":
            if not is_thrown(ledger):
                return tongue("Nobody saw what {name} was given: which of these was it?", name=name)
            return tongue("Nobody saw what {name} threw: which of these was it?", name=name)
        case "unseen":
            return tongue(
                "I could not see the board for a while, and do not know what was played: is it right as it stands?"
            )
        case "seating":
            return _seating_question(ledger, question, tongue)
        case "resigned":
            return tongue(
                "The board was set up anew: who gave the last game up, and for how much? Say so under Resign."
            )
        case what:
            return what


def seating_sentence(ledger: Ledger, seating: Seating, tongue: Tongue = ENGLISH) -> str:
    """Who has which checkers, and where they are borne off."""
    name = name_of(ledger, Side.WHITE, tongue)
    return tongue(_SEATED[seating.near, seating.home_right], name=name)


def _seating_question(ledger: Ledger, question: Question, tongue: Tongue) -> str:
    """Whether people sit otherwise, as what was played looks: the first candidate is what is believed, the second likelier."""
    here, there = (each.seating or Seating() for each in question.candidates[:2])
    if here.home_right != there.home_right:
        return tongue("It looks as if the board were the other way round: who sits how?")
    name = name_of(ledger, Side.WHITE, tongue)
    if there.near is Kind.DARK:
        return tongue("It looks as if {name} played the dark checkers: is that so?", name=name)
    return tongue("It looks as if {name} played the light checkers: is that so?", name=name)


def cocked_sentence(why: str, tongue: Tongue = ENGLISH) -> str:
    """Why a throw does not count."""
    return tongue("The throw does not count: {why}.", why=reason(why, tongue))


def cube_sentence(why: str, tongue: Tongue = ENGLISH) -> str:
    """Why the cube may not be moved as it was."""
    return tongue("Put the cube back: {why}.", why=reason(why, tongue))


def reason(why: str, tongue: Tongue) -> str:
    """A reason as the log has it, in English, in a language."""
    doubled = _TIE_DOUBLES.fullmatch(why)
    return tongue(why) if doubled is None else tongue(AUTOMATIC_DOUBLE, value=doubled[1])


def hasty_sentence(ledger: Ledger, hasty: ThrownTooSoon, tongue: Tongue = ENGLISH) -> str:
    """What becomes of a throw that was made too soon."""
    thrower, other = (name_of(ledger, side, tongue) for side in (hasty.side, hasty.side.other))
    if ledger.phase is Phase.TO_THROW and ledger.side is hasty.side and not ledger.must_put_right:
        return tongue("Throw again, {name}: that was too soon.", name=thrower)
    if hasty.why is Hasty.FAULT:
        return tongue(
            "{name}'s throw does not count: {other}'s play is illegal and has to be put right first.",
            name=thrower,
            other=other,
        )
    match hasty.counts:
        case Counts.NO:
            return tongue(
                "{name}'s throw does not count: {other} has not finished. Throw again afterwards.",
                name=thrower,
                other=other,
            )
        case Counts.LATER:
            return tongue(
                "{name} threw {roll} too soon: it counts, and {other} finishes first.",
                name=thrower,
                roll=hasty.roll,
                other=other,
            )
        case Counts.UNLESS_ASKED:
            return tongue(
                "{name} threw {roll} too soon: it counts unless {other} wants it thrown again.",
                name=thrower,
                roll=hasty.roll,
                other=other,
            )


def setup_sentence(ledger: Ledger, tongue: Tongue = ENGLISH) -> str:
    """What is wrong with the starting position, in each player's own numbering."""
    start, wrong = rules_now(ledger).start, ledger.setup
    assert wrong is not None
    said = [tongue("The board is set up wrongly.")]
    for side in Side:
        own, other = start.of(side), wrong.of(side)
        bar = len(own) - 1
        amiss = [
            _amiss(own[site], other[site], site if site < bar else None, bool(any(start.past.hand)), tongue)
            for site in range(bar, 0, -1)
            if own[site] != other[site]
        ]
        if amiss:
            name = name_of(ledger, side, tongue)
            said.append(tongue("{name} should have {places}.", name=name, places=", ".join(amiss)))
    return " ".join(said)


def _amiss(wanted: int, there: int, point: int | None, by_hand: bool, tongue: Tongue) -> str:
    """How many checkers should be on a point (None: beside the board), and how many are."""
    if point is not None:
        return tongue("{count} on his {point}, not {there}", count=wanted, point=point, there=there)
    if by_hand:
        return tongue("{count} in hand, not {there}", count=wanted, there=there)
    return tongue("{count} on the bar, not {there}", count=wanted, there=there)


def resign_sentence(ledger: Ledger, offer: ResignOffered, tongue: Tongue = ENGLISH) -> str:
    """An offer to give up, and the question whether it is accepted."""
    loser, winner = (name_of(ledger, side, tongue) for side in (offer.side, offer.side.other))
    return tongue.many(
        "{loser} offers to give up for {count} point: does {winner} accept or play on?",
        "{loser} offers to give up for {count} points: does {winner} accept or play on?",
        offer.grade * ledger.cube.value,
        loser=loser,
        winner=winner,
    )


def plain_fault(ledger: Ledger, side: Side, tongue: Tongue = ENGLISH) -> str:
    """That a play is illegal, and no more: what would have been legal is for the players to find."""
    return tongue("{name}'s play is not legal.", name=name_of(ledger, side, tongue))


def status(
    ledger: Ledger,
    fault: str | None = None,
    camera: str | None = None,
    tradition: Tradition = PLAIN,
    tongue: Tongue = ENGLISH,
) -> str:
    """The one sentence that matters most now: what blinds the referee, a fault, a question, what is waited for.

    `fault` is the sentence of the ledger's fault, where there is one; `camera` what is known of the camera's ailment,
    both in this language; `tradition` what rolls are called besides by their numbers.
    """
    if ledger.view in _BLIND:
        return camera or tongue(_CAMERA[ledger.view])
    if ledger.hasty is not None and ledger.must_put_right:
        return hasty_sentence(ledger, ledger.hasty, tongue)
    if fault is not None:
        return fault
    if ledger.resigning is not None:
        return resign_sentence(ledger, ledger.resigning, tongue)
    if ledger.setup is not None:
        return setup_sentence(ledger, tongue)
    if ledger.cube_fault is not None:
        return cube_sentence(ledger.cube_fault, tongue)
    if ledger.cocked is not None:
        return _throw_again(ledger.cocked, tongue)
    if ledger.hasty is not None:
        return hasty_sentence(ledger, ledger.hasty, tongue)
    if ledger.questions:
        return question_sentence(ledger, ledger.questions[-1], tongue)
    wait = awaited(ledger, tradition, tongue)
    return wait if ledger.anew is None else f"{_anew_sentence(ledger.anew, tongue)} {wait}"


def _anew_sentence(anew: ReadAnew, tongue: Tongue) -> str:
    """What an earlier turn is now known to have been."""
    now, before = (play_text(play) or tongue("no play") for play in (anew.play, anew.before))
    if now == before:
        # only the dice were read anew
        return tongue("I read turn {number} anew: {play}.", number=anew.turn + 1, play=now)
    return tongue(
        "I read turn {number} anew: {play}, not {before}.", number=anew.turn + 1, play=now, before=before
    )


def _throw_again(why: str, tongue: Tongue) -> str:
    if why == TIE:
        return tongue("Both threw the same: throw again.")
    if (doubled := _TIE_DOUBLES.fullmatch(why)) is not None:
        return tongue(
            "Both threw the same, which doubles the cube to {value}: throw again.", value=doubled[1]
        )
    if why == ON_A_CHECKER:
        return tongue(
            "A die leans or lies on a checker; it counts if another die can stand on it, else throw again."
        )
    return tongue("The dice are cocked: throw again.")
