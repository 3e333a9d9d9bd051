"""How a snapshot shows what the people at the board are asked."""

from dataclasses import dataclass
from typing import Self

from device.shape import Shaped, flag, many, maybe, of, shaped, text, whole
from device.status.board_json import DICE, POSITION, SEATING, dice, position_json, seating_json
from device.status.text.naming import names_of, result_sentence
from device.status.text.status_text import question_sentence, seating_sentence
from engine.board import Seating
from engine.dice import Roll
from engine.i18n import Translator
from engine.match.match import Result
from engine.plays.notation import play_text
from engine.position import Position
from engine.referee.reckoning import Reckoning
from engine.rules import Rules
from engine.state.events import Candidate
from engine.state.match_state import MatchState, Question, rules_now
from engine.turn.context import SWEPT


@shaped(
    {
        "position": of(lambda view: position_json(view.position, view.rules), POSITION),
        "notation": maybe(text()),
        "roll": of(lambda view: dice(view.roll), DICE),
        "legal": flag(),
        "text": text(),
        "seating": of(
            lambda view: seating_json(view.seating),
            maybe({**SEATING, "description": "By which it stands so, where that is asked."}),
        ),
    }
)
@dataclass(frozen=True, slots=True)
class ChoiceView(Shaped):
    """One of the answers to a question: the board it means, the play and throw that lead there, a line of
    text; the seating, if that is asked.
    """

    position: Position
    notation: str | None
    roll: Roll | None
    legal: bool
    text: str
    rules: Rules
    seating: Seating | None = None

    @classmethod
    def of(
        cls,
        match_state: MatchState,
        question: Question,
        candidate: Candidate,
        win: Result | None,
        translator: Translator,
    ) -> Self:
        """An answer, and what it would win."""
        return cls(
            candidate.position,
            play_text(candidate.play) if candidate.play else None,
            candidate.roll,
            candidate.legal,
            _choice_text(match_state, question, candidate, win, translator),
            rules_now(match_state),
            candidate.seating,
        )


def _choice_text(
    match_state: MatchState,
    question: Question,
    candidate: Candidate,
    win: Result | None,
    translator: Translator,
) -> str:
    """An answer in a line: the play with its roll, what was won, where a board that is drawn comes from, or who sits
    how.
    """
    if candidate.seating is not None:
        return seating_sentence(match_state, candidate.seating, translator)
    if candidate.play is None:
        return _board_text(question, candidate, translator)
    if question.what == SWEPT:
        names = names_of(match_state, translator)
        return translator("The game is over.") if win is None else result_sentence(win, names)
    text = play_text(candidate.play) or translator("no play")
    roll = candidate.roll if candidate.roll and not candidate.roll.carried else None
    if roll and candidate.legal:
        return translator("{play} with {roll}", play=text, roll=roll)
    if roll:
        return translator("{play} with {roll} (illegal)", play=text, roll=roll)
    return text if candidate.legal else translator("{play} (illegal)", play=text)


def _board_text(question: Question, candidate: Candidate, translator: Translator) -> str:
    """Where a board comes from: what the camera sees is believed of one that was hidden, else what is on record; or
    that with it the game goes on.
    """
    if question.what in ("missed", SWEPT):
        return translator("The game is not over: it goes on from this board")
    is_first = candidate is question.candidates[0]
    if is_first is (question.what == "unseen"):
        return translator("As the camera sees it")
    return translator("As it was before") if question.what == "unseen" else translator("As it is on record")


@shaped(
    {
        "number": whole(1),
        "text": text(),
        "candidates": many(ChoiceView.SHAPE, "The first is believed meanwhile."),
    },
    name="Question",
)
@dataclass(frozen=True, slots=True)
class QuestionView(Shaped):
    """The question that the people are asked now; its candidates are numbered from 0, the likeliest first.

    `of_last_play`: it doubts how the last turn was played, and no turn has been played since.
    """

    number: int
    text: str
    candidates: tuple[ChoiceView, ...]
    of_last_play: bool

    @classmethod
    def of(
        cls, match_state: MatchState, reckoning: Reckoning, translator: Translator, *, hidden: bool
    ) -> Self | None:
        """The latest question that is open; without its boards where those are `hidden`."""
        if not match_state.questions:
            return None
        question = match_state.questions[-1]
        choices = () if hidden else zip(question.candidates, reckoning.wins, strict=True)
        turns = len(match_state.game.turns) if match_state.game else 0
        return cls(
            question.number,
            question_sentence(match_state, question, translator),
            tuple(ChoiceView.of(match_state, question, each, win, translator) for each, win in choices),
            question.what in ("play", "roll") and question.turns == turns > 0,
        )
