"""A match as a page shows it: games and steps, each with all that a drawing of the board needs."""

from collections.abc import Callable
from dataclasses import dataclass

from device.library.matches.event_time import EventTime
from device.library.matches.listed_match import ListedMatch, game_title
from device.library.matches.story import GameTold, StepKind, Story, StoryMark, StoryStep, counted
from device.library.matches.story_reader import sensible
from device.shape import Json
from device.status.snapshot.table_snapshot import Snapshot, snapshot_of
from device.status.text.naming import names_of
from device.status.text.narrator import event_sentence
from device.store.pictures.ring import Reference
from engine.board import Side
from engine.errors import EngineError
from engine.i18n import Translator
from engine.records.codes.game_standing import GameStanding
from engine.records.codes.xgid import write_xgid
from engine.records.variations import variation_of
from engine.state.match_state import MatchState
from engine.words.wording import Names

Dates = Callable[[EventTime], float | None]
"""When a moment was, seconds since 1970."""
Frames = Callable[[Reference], tuple[str, ...]]
"""The names of an event's pictures."""
_SHOWN = (
    "position", "seen", "seating", "to_play", "roll", "carried", "either", "roll_name", "cube", "score", "last_play",
)  # fmt: skip
"""What a step has as a snapshot has it."""


def xgid_of(match_state: MatchState) -> str | None:
    """The XGID of how a game stands, White being X; None where no game is on, or none of those that XGIDs are for."""
    game, side = match_state.game, match_state.cube.offered_by or match_state.side
    if (
        game is None
        or match_state.position is None
        or side is None
        or variation_of(match_state.match.rules(game)) is None
    ):
        return None
    terms, length = match_state.match.terms, match_state.match.length
    offered = match_state.cube.offered_by is not None
    standing = GameStanding(
        match_state.position,
        side,
        None if offered else match_state.roll,
        match_state.cube.value,
        match_state.cube.owner,
        game.score,
        length,
        crawford=game.crawford,
        jacoby=not length and terms.jacoby,
        beaver=not length and terms.beaver,
        offered=offered,
    )
    try:
        return write_xgid(standing)
    except EngineError:
        # A board that was left against the rules, or a cube of 3: XGIDs have no such thing.
        return None


@dataclass(frozen=True, slots=True)
class StoryView:
    """A match with its games and steps, as everybody may see it, or only who has given the PIN."""

    listed: ListedMatch
    story: Story
    dates: Dates
    frames: Frames
    downloads: tuple[str, ...]
    analysis: Json | None = None

    def as_json(self, translator: Translator) -> Json:
        """The answer of `GET /api/matches/N`. Raises LogError."""
        with sensible(self.story.number):
            return self._as_json(translator)

    def _as_json(self, translator: Translator) -> Json:
        match_state = self.story.match_state
        told = snapshot_of(match_state, desk=True, translator=translator).as_json(0.0)["match"]
        assert isinstance(told, dict)
        return {
            **self.listed.as_json(translator),
            "profile": match_state.profile.name,
            "terms": told["terms"],
            "programme": told["programme"],
            "crawford": match_state.match.terms.crawford,
            "downloads": list(self.downloads),
            "analysis": self.analysis,
            "games": [self._game(game, translator) for game in self.story.games],
        }

    def _game(self, told: GameTold, translator: Translator) -> Json:
        match, game = self.story.match, told.game
        names = names_of(self.story.match_state, translator)
        snapshot = _snapshot(told.steps[-1].match_state, translator)
        _, faults, questions, corrections = counted((told,))
        ending = [step for step in told.steps if step.kind is StepKind.RESULT]
        identity, result = match.chosen(game).game_id, game.result
        return {
            "number": told.number,
            "game": identity,
            "name": game_title(identity, translator),
            "board": snapshot.as_json(0.0)["game"],
            "result": result
            and {
                "winner": result.winner.value if result.winner else None,
                "points": result.points,
                "how": result.how,
            },
            "says": event_sentence(ending[-1].event, names) if ending and result else None,
            "score": {"W": game.score.white, "B": game.score.black},
            "crawford": game.crawford,
            "turns": len(game.turns),
            "faults": faults,
            "questions": questions,
            "corrections": corrections,
            "steps": [self._step(step, names) for step in told.steps],
        }

    def _step(self, step: StoryStep, names: Names) -> Json:
        match_state, translator = step.match_state, names.translator
        snapshot = _snapshot(match_state, translator).as_json(0.0)
        game, clock = snapshot["game"], match_state.clock
        assert isinstance(game, dict)
        is_fault = step.kind is StepKind.FAULT or StoryMark.FAULT in step.marks
        asked = snapshot["question"] if step.kind is StepKind.QUESTION else None
        asked_text = asked["text"] if isinstance(asked, dict) else None
        frames = dict.fromkeys(name for each in step.references for name in self.frames(each))
        return {
            "seq": step.seq,
            "kind": step.kind.value,
            "side": step.side.value if step.side else None,
            "time": self.dates(step.moment),
            "source": step.source.value,
            "turn": step.turn,
            "says": asked_text if asked_text else _sentence(step, names),
            "marks": [mark.value for mark in step.marks],
            "fault": snapshot["fault"] if is_fault else None,
            "question": asked,
            **{name: snapshot[name] for name in _SHOWN},
            "won": snapshot["marks"],
            "labels": _labels(snapshot),
            "phase": game["phase"],
            "xgid": xgid_of(match_state),
            "clock": None if clock is None else {side.value: round(clock.left(side), 1) for side in Side},
            "frames": list(frames),
        }


def _snapshot(match_state: MatchState, translator: Translator) -> Snapshot:
    return snapshot_of(match_state, desk=True, translator=translator)


def _labels(snapshot: Json) -> Json:
    """Those labels of a snapshot that a step is shown with, and as whom its points are numbered."""
    told = snapshot["labels"]
    assert isinstance(told, dict)
    duties = {side.value: {"duty": told[side.value]["duty"]} for side in Side}
    return {"cube": told["cube"], "counted_by": told["counted_by"], **duties}


def _sentence(step: StoryStep, names: Names) -> str:
    told = event_sentence(step.event, names)
    return told if step.also is None else f"{told} {event_sentence(step.also, names)}"
