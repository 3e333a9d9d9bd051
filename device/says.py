"""What the referee says: the one sentence for the people at the table."""

from engine.beginning import anybody_begins, is_opening, next_place, rules_at, rules_now
from engine.board import Shape, Side, View
from engine.cube import CubeAction
from engine.dice import Roll
from engine.doubling import may_do
from engine.events import Counts, Hasty, ResignOffered, ThrownTooSoon
from engine.ledger import TIE, Ledger, Phase, Question
from engine.match import CheckerTurn, Result
from engine.outcome import Outcome
from engine.reading import is_closed_out
from engine.rollnames import PLAIN, Tradition, roll_names
from engine.tables import Decide, DiceSource, TablesGame
from engine.tafl.game import TaflGame
from engine.tafl.result import announcement
from engine.throws import ON_A_CHECKER
from engine.trictrac import scored, told
from engine.wording import Names

_CAMERA = {
    View.CLEAR: "The view is clear.",
    View.MOVING: "Something is moving on the board.",
    View.HAND: "A hand is over the board.",
    View.COVERED: "Something covers the board: take it away.",
    View.MOVED: (
        "The board or the camera has been moved too far to follow: put it back as it was, or calibrate again."
    ),
    View.DARK: "It is too dark to see the board: switch a light on.",
    View.LOST: "The camera gives no pictures: check its cable.",
}
_LAY_IT = "lay it and what it lacks to seven as dice"
_BLIND = (View.COVERED, View.MOVED, View.DARK, View.LOST)


def name_of(ledger: Ledger, side: Side) -> str:
    """What to call the player of one side; White or Black where nobody has told a name."""
    if side is Side.WHITE:
        return ledger.match.white or "White"
    return ledger.match.black or "Black"


def camera_sentence(view: View, *, reads: bool = True) -> str:
    """What the camera can see of the board, which it `reads` or not, being of its shape or another."""
    if view is View.CLEAR and not reads:
        return "The camera does not read this board: tell the referee every move on his page."
    return _CAMERA[view]


def question_sentence(ledger: Ledger, question: Question) -> str:
    """The referee's question, for the people to answer."""
    name = None if question.side is None else name_of(ledger, question.side)
    match question.what:
        case "play":
            return f"Which of these did {name or 'the player'} play?"
        case "roll":
            return f"Was this play of {name or 'the player'} wrong, or were the dice misread?"
        case "missed":
            return f"Nobody saw what {name or 'the player'} threw: which of these was it?"
        case "unseen":
            return "I could not see the board for a while, and do not know what was played: is it right as it stands?"
        case "resigned":
            return (
                "The board was set up anew: who gave the last game up, and for how much? Say so under Resign."
            )
        case what:
            return what


def cocked_sentence(why: str) -> str:
    """Why a throw does not count."""
    return f"The throw does not count: {why}."


def cube_sentence(why: str) -> str:
    """Why the cube may not be moved as it was."""
    return f"Put the cube back: {why}."


def hasty_sentence(ledger: Ledger, hasty: ThrownTooSoon) -> str:
    """What becomes of a throw that was made too soon."""
    thrower, other = name_of(ledger, hasty.side), name_of(ledger, hasty.side.other)
    if ledger.phase is Phase.TO_THROW and ledger.side is hasty.side and not ledger.must_put_right:
        return f"Throw again, {thrower}: that was too soon."
    if hasty.why is Hasty.FAULT:
        return f"{thrower}'s throw does not count: {other}'s play is illegal and has to be put right first."
    match hasty.counts:
        case Counts.NO:
            return f"{thrower}'s throw does not count: {other} has not finished. Throw again afterwards."
        case Counts.LATER:
            return f"{thrower} threw {hasty.roll} too soon: it counts, and {other} finishes first."
        case Counts.UNLESS_ASKED:
            return f"{thrower} threw {hasty.roll} too soon: it counts unless {other} wants it thrown again."


def setup_sentence(ledger: Ledger) -> str:
    """What is wrong with the starting position, in each player's own numbering."""
    start, wrong = rules_now(ledger).start, ledger.setup
    assert wrong is not None
    amiss = []
    for side in Side:
        own, other = start.of(side), wrong.of(side)
        bar = len(own) - 1
        beside = "in hand" if any(start.past.hand) else "on the bar"
        places = [
            f"{own[site]} {beside if site == bar else f'on his {site}'}, not {other[site]}"
            for site in range(bar, 0, -1)
            if own[site] != other[site]
        ]
        if places:
            amiss.append(f"{name_of(ledger, side)} should have {', '.join(places)}")
    return f"The board is set up wrongly: {'; '.join(amiss)}."


def resign_sentence(ledger: Ledger, offer: ResignOffered) -> str:
    """An offer to give up, and the question whether it is accepted."""
    points = offer.grade * ledger.cube.value
    worth = "1 point" if points == 1 else f"{points} points"
    loser, winner = name_of(ledger, offer.side), name_of(ledger, offer.side.other)
    return f"{loser} offers to give up for {worth}: does {winner} accept or play on?"


def plain_fault(ledger: Ledger, side: Side) -> str:
    """That a play is illegal, and no more: what would have been legal is for the players to find."""
    return f"{name_of(ledger, side)}'s play is not legal."


def status(
    ledger: Ledger, fault: str | None = None, camera: str | None = None, tradition: Tradition = PLAIN
) -> str:
    """The one sentence that matters most now: what blinds the referee, a fault, a question, what is waited for.

    `fault` is the sentence of the ledger's fault, where there is one; `camera` what is known of the camera's ailment;
    `tradition` what rolls are called besides by their numbers.
    """
    if ledger.view in _BLIND:
        return camera or _CAMERA[ledger.view]
    if ledger.hasty is not None and ledger.must_put_right:
        return hasty_sentence(ledger, ledger.hasty)
    if fault is not None:
        return fault
    if ledger.resigning is not None:
        return resign_sentence(ledger, ledger.resigning)
    if ledger.setup is not None:
        return setup_sentence(ledger)
    if ledger.cube_fault is not None:
        return cube_sentence(ledger.cube_fault)
    if ledger.cocked is not None:
        if ledger.cocked.startswith(TIE):
            return f"{ledger.cocked[0].upper()}{ledger.cocked[1:]}: throw again."
        if ledger.cocked == ON_A_CHECKER:
            return f"{ON_A_CHECKER[0].upper()}{ON_A_CHECKER[1:]}, else throw again."
        return "The dice are cocked: throw again."
    if ledger.hasty is not None:
        return hasty_sentence(ledger, ledger.hasty)
    if ledger.questions:
        return question_sentence(ledger, ledger.questions[-1])
    return _waited_for(ledger, tradition)


def result_sentence(ledger: Ledger, result: Result) -> str:
    """How a game ended: `Anna wins a gammon: 4 points.`"""
    if result.winner is None:
        why = {
            "repetition": "The same board for the third time, so it is a draw",
            "no move": "There is no move to be made, so it is a draw",
        }
        return f"{why.get(result.how, 'A draw')}: nobody wins a point."
    winner, loser = name_of(ledger, result.winner), name_of(ledger, result.winner.other)
    points = "1 point" if result.points == 1 else f"{result.points} points"
    match result.how:
        case "single":
            return f"{winner} wins: {points}."
        case "passed":
            return f"{loser} passes: {winner} wins {points}."
        case "resigned":
            return f"{loser} resigns: {winner} wins {points}."
        case "flag":
            return f"{loser}'s time is up: {winner} wins {points}."
        case "escape":
            return f"The king has escaped: {winner} wins {points}."
        case "capture":
            return f"The king is captured: {winner} wins {points}."
        case "no move":
            return f"{loser} cannot move: {winner} wins {points}."
        case "repetition":
            return f"{loser} has brought the same board about for the third time: {winner} wins {points}."
        case how:
            article = "an" if how[:1] in "aeiou" else "a"
            return f"{winner} wins {article} {how}: {points}."


def called(roll: Roll | None, tradition: Tradition) -> str | None:
    """What a roll is called in a tradition; None where there is no roll, or nothing to call it but its numbers."""
    return next(iter(roll_names(roll, tradition)), None) if roll else None


def _waited_for(ledger: Ledger, tradition: Tradition) -> str:
    side = None if ledger.side is None else name_of(ledger, ledger.side)
    match ledger.phase:
        case Phase.NO_GAME:
            if ledger.match.agreed.is_one_game:
                return "Set up the starting position."
            return f"Set up the starting position of {rules_now(ledger).name}."
        case Phase.OVER:
            return _over(ledger)
        case Phase.DOUBLED:
            taking, passing = (
                word + (f" ({theirs})" if theirs else "")
                for word, theirs in (("take", tradition.says_take), ("pass", tradition.says_pass))
            )
            beaver = ", or beaver" if CubeAction.BEAVER in may_do(ledger) else ""
            return f"{side} doubles to {ledger.cube.next_value}: {taking} or {passing}{beaver}?"
        case Phase.TO_MOVE if ledger.roll is None:
            return f"{_announced(ledger)}{side} to move."
        case Phase.TO_MOVE if ledger.roll is not None and ledger.roll.carried:
            return f"{_scored(ledger)}{side} plays {_owed(ledger, ledger.roll)} first."
        case Phase.TO_MOVE:
            name = called(ledger.roll, tradition)
            return f"{side} threw {ledger.roll}{f', {name}' if name else ''}."
        case Phase.TO_THROW if side is None:
            return _who_begins(ledger)
        case Phase.TO_THROW if ledger.beaver is not None:
            return _beavered(ledger, ledger.beaver.side)
        case Phase.TO_THROW if ledger.begins is ledger.side and ledger.game and not ledger.game.turns:
            return f"{side} begins{_and_throws(ledger)}."
        case Phase.TO_THROW if _passes(ledger):
            assert ledger.side is not None
            return f"{side} is closed out and passes: {name_of(ledger, ledger.side.other)} to throw."
        case Phase.TO_THROW:
            return f"{_scored(ledger)}{_danced(ledger)}{_last_turn(ledger)}{_to_throw(ledger)}"


def _announced(ledger: Ledger) -> str:
    """That the king can escape, where the players have agreed to have that said."""
    rules, position = rules_now(ledger), ledger.position
    if not isinstance(rules, TaflGame) or position is None:
        return ""
    found = announcement(rules, position)
    return "" if found is None else f"{found.value.capitalize()}! "


def _who_begins(ledger: Ledger) -> str:
    if rules_now(ledger).decide is Decide.AGREED:
        return f"Agree who begins: he{_and_throws(ledger).removeprefix(', and')}."
    if anybody_begins(ledger):
        return "Who begins throws."
    lower = rules_now(ledger).decide is Decide.LOW_DIE
    return f"Throw a die each: who throws {'lower' if lower else 'higher'} begins."


def opening_sentence(ledger: Ledger) -> str | None:
    """Who begins, where the dice that decided it are the first throw."""
    if (
        ledger.phase is not Phase.TO_MOVE
        or ledger.side is None
        or ledger.roll is None
        or not is_opening(ledger)
    ):
        return None
    lower = rules_now(ledger).decide is Decide.LOW_DIE
    return f"{name_of(ledger, ledger.side)} threw the {'lower' if lower else 'higher'} die and begins."


def scores(ledger: Ledger, turn: CheckerTurn) -> tuple[str, ...]:
    """What a turn scored by the way, a sentence each; nothing for a play that broke the rules."""
    rules = rules_now(ledger)
    if not isinstance(rules, TablesGame) or turn.fault or turn.before is None or turn.roll is None:
        return ()
    found = scored(rules, turn.before, turn.side, turn.roll, Outcome(turn.after, turn.play))
    names = Names(name_of(ledger, Side.WHITE), name_of(ledger, Side.BLACK))
    return tuple(told(rules, each, names) for each in found)


def _scored(ledger: Ledger) -> str:
    turn = ledger.last_turn
    if not isinstance(turn, CheckerTurn):
        return ""
    return "".join(f"{sentence} " for sentence in scores(ledger, turn))


def _owed(ledger: Ledger, roll: Roll) -> str:
    """Numbers that were carried over, as `Anna's 5 and 5`."""
    assert ledger.side is not None
    *others, last = map(str, roll.dice)
    numbers = f"{', '.join(others)} and {last}" if others else last
    return f"{name_of(ledger, ledger.side.other)}'s {numbers}"


def _last_turn(ledger: Ledger) -> str:
    """That the side on turn has one turn left, the opponent having finished."""
    side, position = ledger.side, ledger.position
    if side is None or position is None or position.past.last_turn is not side:
        return ""
    return f"{name_of(ledger, side)} has one turn left. "


def _to_throw(ledger: Ledger) -> str:
    """That a side is to throw, or to throw again, or to be given a number, as the game has it."""
    assert ledger.side is not None
    side, turn = name_of(ledger, ledger.side), ledger.last_turn
    match _source(ledger):
        case DiceSource.OPPONENT_IN_SECRET:
            return f"{name_of(ledger, ledger.side.other)} picks a number for {side}: {_LAY_IT}."
        case DiceSource.CHANCE:
            return f"A number for {side} is left to chance: {_LAY_IT}."
        case DiceSource.THROWN:
            again = isinstance(turn, CheckerTurn) and turn.side is ledger.side and turn.after.past.again
            return f"{side} throws again." if again else f"{side} to throw."


def _and_throws(ledger: Ledger) -> str:
    """What who begins does now."""
    return ", and throws" if _source(ledger) is DiceSource.THROWN else ", and is given a number"


def _source(ledger: Ledger) -> DiceSource:
    rules = rules_now(ledger)
    return rules.source_of_dice if isinstance(rules, TablesGame) else DiceSource.THROWN


def _beavered(ledger: Ledger, doubler: Side) -> str:
    """What is said after a beaver: where the cube is, and what who doubled first can do about it."""
    said = f"{name_of(ledger, doubler.other)} beavers: the cube is at {ledger.cube.value}."
    may = may_do(ledger)
    can = ["throws"] + ["passes"] * (CubeAction.PASS in may) + ["says raccoon"] * (CubeAction.RACCOON in may)
    return f"{said} {name_of(ledger, doubler)} {', or '.join(can)}."


def _passes(ledger: Ledger) -> bool:
    """Whether the side on turn can enter with no throw, and passes without throwing (rules 6.7)."""
    side, position = ledger.side, ledger.position
    if side is None or position is None or not ledger.profile.auto_pass_closed_out:
        return False
    if position.shape is Shape.TAFL:
        return False
    return is_closed_out(rules_now(ledger), position, side)


def _danced(ledger: Ledger) -> str:
    turn = ledger.last_turn
    if isinstance(turn, CheckerTurn) and not turn.play.moves and turn.side is not ledger.side:
        return f"{name_of(ledger, turn.side)} cannot play. "
    return ""


def _over(ledger: Ledger) -> str:
    result = ledger.game.result if ledger.game else None
    said = result_sentence(ledger, result) if result else "The game is over."
    if ledger.winner is not None:
        score = ledger.score
        points = f"{score.of(ledger.winner)} to {score.of(ledger.winner.other)}"
        return f"{said} {name_of(ledger, ledger.winner)} wins the match, {points}."
    match, place = ledger.match, next_place(ledger)
    if match.agreed.is_one_game:
        return f"{said} Set up the starting position for the next game."
    return f"{said} Set up the starting position of {rules_at(ledger, place).name}, the next game."
