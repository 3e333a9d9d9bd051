"""What the referee says: the one sentence for the people at the table, what is waited for where there is nothing worse
to say, and what is kept of the match.
"""

from device.status.text.naming import game_name, name_of, names_of, result_sentence, roll_called
from engine.board import Kind, Seating, Side, View
from engine.dice import Roll
from engine.i18n import ENGLISH, Phrase, Translator, listed, marked, phrase
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn
from engine.plays.notation import play_text
from engine.referee.reckoning import Reckoning
from engine.rules import gives_numbers
from engine.state.events import Counts, PrematureThrow, ResignOffered, Retention, ThrownTooSoon
from engine.state.match_state import (
    MatchState,
    Phase,
    Question,
    ReadAnew,
    anybody_begins,
    next_place,
    rules_at,
    rules_now,
)
from engine.tables.tables_game import Decide, DiceSource, TablesGame
from engine.tafl.tafl_moves import EscapeCall
from engine.words.reasons import CubeReason, ThrowReason
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
_WHILE = {
    Retention.ANONYMOUS: marked("This match is kept without names: they are removed as soon as it is over."),
    Retention.OFF: marked("This match is off the record: nothing of it is kept once it is over."),
}
_AFTER = {
    Retention.ANONYMOUS: marked("This match is kept without names."),
    Retention.OFF: marked("This match was off the record: nothing of it is kept."),
}
WITHHELD = phrase("who gives the PIN is told why")
"""Why something cannot be written or read, for who has not given it: a database's address is nobody else's business."""
_ANNOUNCED = {EscapeCall.RAICHI: marked("Raichi!"), EscapeCall.TUICHU: marked("Tuichu!")}


def put(text: "str | Phrase | None", translator: Translator) -> str | None:
    """A sentence that was made elsewhere, in a language: a phrase, or a text that is one."""
    if isinstance(text, Phrase):
        return text.in_language(translator)
    return None if text is None else translator(text)


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
    reckoning: Reckoning,
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
    wait = awaited(match_state, reckoning, tradition, translator)
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


def awaited(
    match_state: MatchState,
    reckoning: Reckoning,
    tradition: Tradition = PLAIN,
    translator: Translator = ENGLISH,
) -> str:
    """What the referee waits for, after what there is to tell of the last turn."""
    if match_state.phase is Phase.NO_GAME:
        if match_state.match.agreed.is_one_game:
            return translator("Set up the starting position.")
        return translator(
            "Set up the starting position of {game}.", game=game_name(rules_now(match_state), translator)
        )
    if match_state.phase is Phase.OVER:
        return _over(match_state, translator)
    if match_state.side is None:
        return _who_begins(match_state, translator)
    side, roll = name_of(match_state, match_state.side, translator), match_state.roll
    called = "" if reckoning.call is None else translator(_ANNOUNCED[reckoning.call])
    match match_state.phase:
        case Phase.DOUBLED:
            return _doubled(match_state, reckoning, side, tradition, translator)
        case Phase.TO_MOVE if roll is None:
            return _joined(called, translator("{name} to move.", name=side))
        case Phase.TO_MOVE if roll is not None and roll.carried:
            return _joined(
                *_scored(match_state, reckoning, translator),
                _owed(match_state, match_state.side, roll, translator),
                _then(match_state, match_state.side, translator),
            )
        case Phase.TO_MOVE if roll is not None:
            if not is_thrown(match_state):
                return translator("{name} is given {roll}.", name=side, roll=roll)
            return _threw(roll, side, tradition, translator)
        case _:
            return _to_throw_now(match_state, reckoning, match_state.side, translator)


def opening_sentence(
    match_state: MatchState, reckoning: Reckoning, translator: Translator = ENGLISH
) -> str | None:
    """Who begins, where the dice that decided it are the first throw."""
    if (
        match_state.phase is not Phase.TO_MOVE
        or match_state.side is None
        or match_state.roll is None
        or not reckoning.opens
    ):
        return None
    name = name_of(match_state, match_state.side, translator)
    if rules_now(match_state).decide is Decide.LOW_DIE:
        return translator("{name} threw the lower die and begins.", name=name)
    return translator("{name} threw the higher die and begins.", name=name)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _threw(roll: Roll, side: str, tradition: Tradition, translator: Translator) -> str:
    word = roll_called(roll, tradition)
    if word is None:
        return translator("{name} threw {roll}.", name=side, roll=roll)
    return translator("{name} threw {roll}, {called}.", name=side, roll=roll, called=word)


def _doubled(
    match_state: MatchState, reckoning: Reckoning, side: str, tradition: Tradition, translator: Translator
) -> str:
    value, beavers = match_state.cube.next_value, CubeAction.BEAVER in reckoning.may
    take, drop = tradition.says_take, tradition.says_pass
    if take and drop:
        if beavers:
            return translator(
                "{name} doubles to {value}: take ({take}) or pass ({drop}), or beaver?",
                name=side,
                value=value,
                take=take,
                drop=drop,
            )
        return translator(
            "{name} doubles to {value}: take ({take}) or pass ({drop})?",
            name=side,
            value=value,
            take=take,
            drop=drop,
        )
    if beavers:
        return translator("{name} doubles to {value}: take or pass, or beaver?", name=side, value=value)
    return translator("{name} doubles to {value}: take or pass?", name=side, value=value)


def _to_throw_now(match_state: MatchState, reckoning: Reckoning, side: Side, translator: Translator) -> str:
    name, other = (name_of(match_state, each, translator) for each in (side, side.other))
    if match_state.beaver is not None:
        return _beavered(match_state, reckoning, match_state.beaver.side, translator)
    if match_state.begins is side and match_state.game and not match_state.game.turns:
        if _source(match_state) is DiceSource.THROWN:
            return translator("{name} begins, and throws.", name=name)
        return translator("{name} begins, and is given a number.", name=name)
    if reckoning.passes:
        return translator("{name} is closed out and passes: {other} to throw.", name=name, other=other)
    return _joined(
        *_scored(match_state, reckoning, translator),
        _danced(match_state, translator),
        _last_turn(match_state, side, translator),
        _to_throw(match_state, side, translator),
    )


def _who_begins(match_state: MatchState, translator: Translator) -> str:
    decide = rules_now(match_state).decide
    if decide is Decide.AGREED:
        if _source(match_state) is DiceSource.THROWN:
            return translator("Agree who begins: they throw.")
        return translator("Agree who begins: they are given a number.")
    if anybody_begins(match_state):
        return translator("Who begins throws.")
    if decide is Decide.LOW_DIE:
        return translator("Throw a die each: who throws lower begins.")
    return translator("Throw a die each: who throws higher begins.")


def _scored(match_state: MatchState, reckoning: Reckoning, translator: Translator) -> tuple[str, ...]:
    return reckoning.score.sentences(names_of(match_state, translator)) if reckoning.score else ()


def _owed(match_state: MatchState, side: Side, roll: Roll, translator: Translator) -> str:
    """That a side plays the numbers that the other left over, or either of two."""
    if roll.either:
        return translator(
            "{name} first plays the {high} or the {low}, whichever {opponent} has left.",
            name=name_of(match_state, side, translator),
            opponent=name_of(match_state, side.other, translator),
            high=max(roll.dice),
            low=min(roll.dice),
        )
    return translator(
        "{name} plays {opponent}'s {numbers} first.",
        name=name_of(match_state, side, translator),
        opponent=name_of(match_state, side.other, translator),
        numbers=listed(roll.dice, translator),
    )


def _then(match_state: MatchState, side: Side, translator: Translator) -> str:
    """Who throws once a side has played the numbers that were left over, where that is not the same side."""
    if match_state.position is None or not match_state.position.past.thrower_again:
        return ""
    return translator("Then {name} throws again.", name=name_of(match_state, side.other, translator))


def _last_turn(match_state: MatchState, side: Side, translator: Translator) -> str:
    """That the side on turn has one turn left, the opponent having finished."""
    position = match_state.position
    if position is None or position.past.last_turn is not side:
        return ""
    return translator("{name} has one turn left.", name=name_of(match_state, side, translator))


def _again(turn: CheckerTurn, side: Side) -> bool:
    """Whether a side that throws now had the last throw, too."""
    past, carried = turn.after.past, turn.roll is not None and turn.roll.carried
    return past.thrower_again if carried else past.again and turn.side is side


def _to_throw(match_state: MatchState, side: Side, translator: Translator) -> str:
    """That a side is to throw, or to throw again, or to be given a number, as the game has it."""
    name, turn = name_of(match_state, side, translator), match_state.last_turn
    match _source(match_state):
        case DiceSource.OPPONENT_IN_SECRET:
            return translator(
                "{opponent} picks a number for {name}: lay it and what it lacks to seven as dice.",
                name=name,
                opponent=name_of(match_state, side.other, translator),
            )
        case DiceSource.CHANCE:
            return translator(
                "A number for {name} is left to chance: lay it and what it lacks to seven as dice.", name=name
            )
        case DiceSource.THROWN:
            if isinstance(turn, CheckerTurn) and _again(turn, side):
                return translator("{name} throws again.", name=name)
            return translator("{name} to throw.", name=name)


def is_thrown(match_state: MatchState) -> bool:
    """Whether the numbers of the game that is played are thrown with dice."""
    return not gives_numbers(rules_now(match_state))


def _source(match_state: MatchState) -> DiceSource:
    rules = rules_now(match_state)
    return rules.source_of_dice if isinstance(rules, TablesGame) else DiceSource.THROWN


def _beavered(match_state: MatchState, reckoning: Reckoning, doubler: Side, translator: Translator) -> str:
    """What is said after a beaver: where the cube is, and what who doubled first can do about it."""
    first, other = (name_of(match_state, each, translator) for each in (doubler, doubler.other))
    said = translator("{name} beavers: the cube is at {value}.", name=other, value=match_state.cube.value)
    may = reckoning.may
    match CubeAction.PASS in may, CubeAction.RACCOON in may:
        case True, True:
            can = translator("{name} throws, or passes, or says raccoon.", name=first)
        case True, False:
            can = translator("{name} throws, or passes.", name=first)
        case False, True:
            can = translator("{name} throws, or says raccoon.", name=first)
        case _:
            can = translator("{name} throws.", name=first)
    return _joined(said, can)


def _danced(match_state: MatchState, translator: Translator) -> str:
    turn = match_state.last_turn
    if isinstance(turn, CheckerTurn) and not turn.play.moves and turn.side is not match_state.side:
        return translator("{name} cannot play.", name=name_of(match_state, turn.side, translator))
    return ""


def _over(match_state: MatchState, translator: Translator) -> str:
    result, names = match_state.game.result if match_state.game else None, names_of(match_state, translator)
    said = result_sentence(result, names) if result else translator("The game is over.")
    return _joined(said, _match_won(match_state, translator) or _next_game(match_state, translator))


def _match_won(match_state: MatchState, translator: Translator) -> str:
    winner, score = match_state.winner, match_state.score
    if winner is None:
        return ""
    return translator(
        "{name} wins the match, {points} to {others}.",
        name=name_of(match_state, winner, translator),
        points=score.of(winner),
        others=score.of(winner.other),
    )


def _next_game(match_state: MatchState, translator: Translator) -> str:
    if match_state.match.agreed.is_one_game:
        return translator("Set up the starting position for the next game.")
    return translator(
        "Set up the starting position of {game}, the next game.",
        game=game_name(rules_at(match_state, next_place(match_state)), translator),
    )
