"""What the referee says: the one sentence for the people at the table, what is kept of the match, and why a command is
refused.
"""

from device.status.text.naming import name_of, names_of
from device.status.text.waiting_text import awaited, is_thrown
from engine.board import Kind, Seating, Side, View
from engine.errors import EngineError, IllegalPlay, InvalidChouette
from engine.i18n import ENGLISH, Phrase, Translator, marked, phrase, phrase_of
from engine.plays.notation import play_text
from engine.referee.chouette_deeds import begun_by, why_no_answer, why_no_cube, why_not_now
from engine.referee.told_play import fault_of, is_stale, is_time_to_claim, told_play, told_turn
from engine.state.events import Counts, PrematureThrow, ResignOffered, Retention, ThrownTooSoon
from engine.state.match_state import MatchState, Phase, Question, ReadAnew, rules_now
from engine.state.messages import (
    AnswerCube,
    ClaimPoints,
    Command,
    DoInChouette,
    SetCube,
    SetNames,
    SetPlay,
    SetScore,
    StartChouette,
    Undo,
)
from engine.trictrac import takes_claims
from engine.turn.tracker import TurnTracker
from engine.words.reasons import CubeReason, ThrowReason
from engine.words.rollnames import PLAIN, Tradition
from engine.words.wording import sentence

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
_WHILE = {
    Retention.ANONYMOUS: marked("This match is kept without names: they are removed as soon as it is over."),
    Retention.OFF: marked("This match is off the record: nothing of it is kept once it is over."),
}
_AFTER = {
    Retention.ANONYMOUS: marked("This match is kept without names."),
    Retention.OFF: marked("This match was off the record: nothing of it is kept."),
}


def put(text: "str | Phrase | None", translator: Translator) -> str | None:
    """A sentence that was made elsewhere, in a language: a phrase, or a text that is one."""
    if isinstance(text, Phrase):
        return text.in_language(translator)
    return None if text is None else translator(text)


WITHHELD = phrase("who gives the PIN is told why")
"""Why something cannot be written or read, for who has not given it: a database's address is nobody else's business."""


def unwritten_sentence(why: Phrase, *, whole: bool) -> Phrase:
    """What is said while nothing can be written down; the `whole` of it for who has been let in."""
    error = why if whole else WITHHELD
    return phrase("Nothing is refereed until it can be written down: {error}.", error=error)


def camera_sentence(view: View, *, reads: bool = True, translator: Translator = ENGLISH) -> str:
    """What the camera can see of the board, which it `reads` or not, being of its shape or another."""
    if view is View.CLEAR and not reads:
        return translator("The camera does not read this board: tell the referee every move on their page.")
    return translator(_CAMERA[view])


def question_sentence(match_state: MatchState, question: Question, translator: Translator = ENGLISH) -> str:
    """The referee's question, for the people to answer."""
    name = (
        translator("the player") if question.side is None else name_of(match_state, question.side, translator)
    )
    match question.what:
        case "play":
            return translator("Which of these did {name} play?", name=name)
        case "roll" if all(candidate.legal for candidate in question.candidates):
            return translator("Which of these did {name} play?", name=name)
        case "anew":
            return translator(
                "Which of these did {name} play in turn {number}?", name=name, number=question.turns
            )
        case "board":
            return translator("The board does not look as it is on record: which of these is it?")
        case "roll":
            return translator("Was this play of {name} wrong, or were the dice misread?", name=name)
        case "missed":
            if not is_thrown(match_state):
                return translator("Nobody saw what {name} was given: which of these was it?", name=name)
            return translator("Nobody saw what {name} threw: which of these was it?", name=name)
        case "swept":
            return translator(
                "{name}'s last checkers are gone, and nobody saw the throw: is the game won? "
                "Who has given it up says so under Resign.",
                name=name,
            )
        case "unseen":
            return translator(
                "I could not see the board for a while, and do not know what was played: is it right as it stands?"
            )
        case "seating":
            return _seating_question(match_state, question, translator)
        case "resigned":
            return translator(
                "The board was set up anew: who gave the last game up, and for how much? Say so under Resign."
            )
        case what:
            return what


def seating_sentence(match_state: MatchState, seating: Seating, translator: Translator = ENGLISH) -> str:
    """Who has which checkers, and where they are borne off."""
    name = name_of(match_state, Side.WHITE, translator)
    seated = translator(_SEATED[seating.near, seating.home_right], name=name)
    mirrored = translator("The picture is mirrored: both throw at their left hand in it.")
    return seated if seating.hand_right else f"{seated} {mirrored}"


def _seating_question(match_state: MatchState, question: Question, translator: Translator) -> str:
    """Whether people sit otherwise, as what was played looks: the first candidate is what is
    believed, the second likelier.
    """
    here, there = (each.seating or Seating() for each in question.candidates[:2])
    if here.hand_right != there.hand_right:
        return translator(
            "It looks as if the picture were mirrored, or the dice thrown on the left: who sits how?"
        )
    if here.home_right != there.home_right:
        return translator("It looks as if the board were the other way round: who sits how?")
    name = name_of(match_state, Side.WHITE, translator)
    if there.near is Kind.DARK:
        return translator("It looks as if {name} played the dark checkers: is that so?", name=name)
    return translator("It looks as if {name} played the light checkers: is that so?", name=name)


def cocked_sentence(why: ThrowReason, cube: int, translator: Translator = ENGLISH) -> str:
    """Why a throw does not count; `cube`: what the cube stands at."""
    return translator("The throw does not count: {why}.", why=translator(why.sentence, value=cube))


def cube_sentence(why: CubeReason, translator: Translator = ENGLISH) -> str:
    """Why the cube may not be moved as it was."""
    return translator("Put the cube back: {why}.", why=translator(why.sentence))


def premature_sentence(
    match_state: MatchState, premature: ThrownTooSoon, translator: Translator = ENGLISH
) -> str:
    """What becomes of a throw that was made too soon."""
    thrower, other = (
        name_of(match_state, side, translator) for side in (premature.side, premature.side.other)
    )
    if (
        match_state.phase is Phase.TO_THROW
        and match_state.side is premature.side
        and not match_state.must_put_right
    ):
        return translator("Throw again, {name}: that was too soon.", name=thrower)
    if premature.why is PrematureThrow.FAULT:
        return translator(
            "{name}'s throw does not count: {other}'s play is illegal and has to be put right first.",
            name=thrower,
            other=other,
        )
    match premature.counts:
        case Counts.NO:
            return translator(
                "{name}'s throw does not count: {other} has not finished. Throw again afterwards.",
                name=thrower,
                other=other,
            )
        case Counts.LATER:
            return translator(
                "{name} threw {roll} too soon: it counts, and {other} finishes first.",
                name=thrower,
                roll=premature.roll,
                other=other,
            )
        case Counts.UNLESS_ASKED:
            return translator(
                "{name} threw {roll} too soon: it counts unless {other} wants it thrown again.",
                name=thrower,
                roll=premature.roll,
                other=other,
            )


def setup_sentence(match_state: MatchState, translator: Translator = ENGLISH) -> str:
    """What is wrong with the starting position, in each player's own numbering."""
    start, wrong = rules_now(match_state).start, match_state.setup
    assert wrong is not None
    said = [translator("The board is set up wrongly.")]
    for side in Side:
        own, other = start.of(side), wrong.of(side)
        bar = len(own) - 1
        board_problem = [
            _misplaced(
                own[site], other[site], site if site < bar else None, bool(any(start.past.hand)), translator
            )
            for site in range(bar, 0, -1)
            if own[site] != other[site]
        ]
        if board_problem:
            name = name_of(match_state, side, translator)
            said.append(
                translator("{name} should have {places}.", name=name, places=", ".join(board_problem))
            )
    return " ".join(said)


def _misplaced(wanted: int, there: int, point: int | None, by_hand: bool, translator: Translator) -> str:
    """How many checkers should be on a point (None: beside the board), and how many are."""
    if point is not None:
        return translator("{count} on their {point}, not {there}", count=wanted, point=point, there=there)
    if by_hand:
        return translator("{count} in hand, not {there}", count=wanted, there=there)
    return translator("{count} on the bar, not {there}", count=wanted, there=there)


def resign_sentence(match_state: MatchState, offer: ResignOffered, translator: Translator = ENGLISH) -> str:
    """An offer to give up, and the question whether it is accepted."""
    loser, winner = (name_of(match_state, side, translator) for side in (offer.side, offer.side.other))
    return translator.many(
        "{loser} offers to give up for {count} point: does {winner} accept or play on?",
        "{loser} offers to give up for {count} points: does {winner} accept or play on?",
        offer.grade * match_state.cube.value,
        loser=loser,
        winner=winner,
    )


def plain_fault(match_state: MatchState, side: Side, translator: Translator = ENGLISH) -> str:
    """That a play is illegal, and no more: what would have been legal is for the players to find."""
    return translator("{name}'s play is not legal.", name=name_of(match_state, side, translator))


def status(
    match_state: MatchState,
    fault: str | None = None,
    camera: str | None = None,
    tradition: Tradition = PLAIN,
    translator: Translator = ENGLISH,
) -> str:
    """The one sentence that matters most now: what blinds the referee, a fault, a question, what is waited for.

    `fault` is the sentence of the match state's fault, where there is one; `camera` what is known of the
    camera, both in this language; `tradition` what rolls are called besides by their numbers.
    """
    if match_state.view in _BLIND:
        return camera or translator(_CAMERA[match_state.view])
    if match_state.premature is not None and match_state.must_put_right:
        return premature_sentence(match_state, match_state.premature, translator)
    if fault is not None:
        return fault
    if match_state.resigning is not None:
        return resign_sentence(match_state, match_state.resigning, translator)
    if match_state.setup is not None:
        return setup_sentence(match_state, translator)
    if match_state.cube_fault is not None:
        return cube_sentence(match_state.cube_fault, translator)
    if match_state.cocked is not None:
        return _throw_again(match_state.cocked, match_state.cube.value, translator)
    if match_state.premature is not None:
        return premature_sentence(match_state, match_state.premature, translator)
    if match_state.questions:
        return question_sentence(match_state, match_state.questions[-1], translator)
    wait = awaited(match_state, tradition, translator)
    return wait if match_state.anew is None else f"{_anew_sentence(match_state.anew, translator)} {wait}"


def _anew_sentence(anew: ReadAnew, translator: Translator) -> str:
    """What an earlier turn is now known to have been."""
    now, before = (play_text(play) or translator("no play") for play in (anew.play, anew.before))
    if now == before:
        # only the dice were read anew
        return translator("I read turn {number} anew: {play}.", number=anew.turn + 1, play=now)
    return translator(
        "I read turn {number} anew: {play}, not {before}.", number=anew.turn + 1, play=now, before=before
    )


def _throw_again(why: ThrowReason, cube: int, translator: Translator) -> str:
    match why:
        case ThrowReason.TIE:
            return translator("Both threw the same: throw again.")
        case ThrowReason.TIE_DOUBLES:
            return translator(
                "Both threw the same, which doubles the cube to {value}: throw again.", value=cube
            )
        case ThrowReason.ON_A_CHECKER:
            return translator(
                "A die leans or lies on a checker; it counts if another die can stand on it, else throw again."
            )
        case _:
            return translator("The dice are cocked: throw again.")


def kept_sentence(match_state: MatchState, translator: Translator) -> str | None:
    """What is kept of the match, and when the rest goes; None where everything is kept."""
    if match_state.retention is Retention.FULL:
        return None
    return translator((_WHILE if match_state.winner is None else _AFTER)[match_state.retention])


def refusal(
    match_state: MatchState, tracker: TurnTracker, command: Command, translator: Translator
) -> str | None:
    """Why a command would change nothing, in a sentence; None where it would be done.

    Of a play that breaks the rules it is the sentence of the rule.
    """
    if isinstance(command, SetPlay | Undo) and is_stale(match_state, command):
        return translator("The game has gone on since: look at the turn once more.")
    if isinstance(command, StartChouette | DoInChouette | SetNames | SetScore | SetCube | AnswerCube):
        return _chouette_refusal(match_state, command, translator)
    if isinstance(command, ClaimPoints):
        return _claim_refusal(match_state, tracker, command.side, translator)
    if not isinstance(command, SetPlay):
        return None
    names = names_of(match_state, translator)
    turn = told_turn(match_state, command.side)
    if turn is None:
        return translator(
            "There is no turn of {name} that could be put right now.", name=names.of(command.side)
        )
    try:
        told_play(match_state, turn, command.notation, stands=command.stands)
    except IllegalPlay as error:
        fault = fault_of(match_state, turn, command.notation)
        return phrase_of(error).in_language(translator) if fault is None else sentence(fault, names)
    except EngineError as error:
        return phrase_of(error).in_language(translator)
    return None


def _chouette_refusal(
    match_state: MatchState,
    command: StartChouette | DoInChouette | SetNames | SetScore | SetCube | AnswerCube,
    translator: Translator,
) -> str | None:
    """Why a chouette cannot be begun, or something not be done in it."""
    match command:
        case DoInChouette():
            why = why_not_now(match_state, command.deed)
            return None if why is None else why.in_language(translator)
        case StartChouette():
            try:
                begun_by(match_state, command)
            except InvalidChouette as error:
                return phrase_of(error).in_language(translator)
        case SetCube():
            why = why_no_cube(match_state)
            return None if why is None else why.in_language(translator)
        case AnswerCube():
            why = why_no_answer(match_state, command)
            return None if why is None else why.in_language(translator)
        case SetNames() if match_state.chouette is not None:
            return translator("The names are those of who plays the chouette: they join and leave there.")
        case SetScore() if match_state.chouette is not None:
            return translator(
                "In a chouette the score comes from how each game ended: take back what was told wrongly."
            )
    return None


def _claim_refusal(
    match_state: MatchState, tracker: TurnTracker, side: Side, translator: Translator
) -> str | None:
    """Why a side cannot claim points now."""
    if not takes_claims(rules_now(match_state)):
        return translator("Nobody claims points in this game: what is due is marked without it.")
    if is_time_to_claim(match_state, side, tracker):
        return None
    return translator(
        "{name} cannot claim points now: points are claimed in one's own turn, once before the throw, or after it "
        "until a checker is touched.",
        name=names_of(match_state, translator).of(side),
    )
