"""What the referee says: the one sentence for the people at the table."""

from engine.board import Side, View
from engine.ledger import Ledger, Phase, Question
from engine.match import CheckerTurn, Result

_CAMERA = {
    View.CLEAR: "The view is clear.",
    View.MOVING: "Something is moving on the board.",
    View.HAND: "A hand is over the board.",
    View.COVERED: "Something covers the board: take it away.",
    View.MOVED: "The board or the camera has been moved: put it back, or calibrate again.",
    View.DARK: "It is too dark to see the board: switch a light on.",
    View.LOST: "The camera gives no pictures: check its cable.",
}
_BLIND = (View.COVERED, View.MOVED, View.DARK, View.LOST)


def name_of(ledger: Ledger, side: Side) -> str:
    """What to call the player of one side; White or Black where nobody has told a name."""
    if side is Side.WHITE:
        return ledger.match.white or "White"
    return ledger.match.black or "Black"


def camera_sentence(view: View) -> str:
    """What the camera can see of the board."""
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


def status(ledger: Ledger, fault: str | None = None, camera: str | None = None) -> str:
    """The one sentence that matters most now: what blinds the referee, a fault, a question, what is waited for.

    `fault` is the sentence of the ledger's fault, where there is one; `camera` what is known of the camera's ailment.
    """
    if ledger.view in _BLIND:
        return camera or _CAMERA[ledger.view]
    if fault is not None:
        return fault
    if ledger.cube_fault is not None:
        return cube_sentence(ledger.cube_fault)
    if ledger.cocked is not None:
        return "The dice are cocked: throw again."
    if ledger.questions:
        return question_sentence(ledger, ledger.questions[-1])
    return _waited_for(ledger)


def result_sentence(ledger: Ledger, result: Result) -> str:
    """How a game ended: `Anna wins a gammon: 4 points.`"""
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
        case how:
            return f"{winner} wins a {how}: {points}."


def _waited_for(ledger: Ledger) -> str:
    side = None if ledger.side is None else name_of(ledger, ledger.side)
    match ledger.phase:
        case Phase.NO_GAME:
            return "Set up the starting position."
        case Phase.OVER:
            return _over(ledger)
        case Phase.DOUBLED:
            return f"{side} doubles to {ledger.cube.value * 2}: take or pass?"
        case Phase.TO_MOVE:
            return f"{side} threw {ledger.roll}."
        case Phase.TO_THROW if side is None:
            return "Throw a die each: who throws higher begins."
        case Phase.TO_THROW:
            return f"{_danced(ledger)}{side} to throw."


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
    return f"{said} Set up the starting position for the next game."
