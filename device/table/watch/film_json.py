"""What was seen in a film as the JSON of `tableside watch --json`, with the players called near and far."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from device.shape import Json
from device.simulator.truth import played_json, squares_text
from device.table.watch.empty_record import SENTENCES, Nothing
from device.table.watch.film import FilmEvent, Watched
from engine.board import Seating, Shape, Side
from engine.match.match import CheckerTurn, Game, Score, Turn
from engine.play import Fault
from engine.plays.notation import play_text
from engine.position import Position, side_text
from engine.state.events import (
    Amended,
    Asked,
    Candidate,
    Cocked,
    CubeFault,
    Decided,
    Event,
    FaultCleared,
    FaultSeen,
    GameStarted,
    Played,
    Reseated,
    Settled,
    SetupFault,
    SetupFixed,
    Thrown,
    ThrownTooSoon,
    Tied,
)
from engine.words.wording import Names, sentence

SEATS = {Side.WHITE: "near", Side.BLACK: "far"}
NAMES = Names("near", "far")


def watched_json(watched: Watched) -> Json:
    """The object that `tableside watch --json` prints."""
    record = watched.record
    told = _events_by_game(watched.happenings, watched.match_state.record.games)
    questions = [event for events in told.questions for event in events]
    nothing = watched.nothing
    return {
        "games": [
            _game(game, told.events[index] if index < len(told.events) else [])
            for index, game in enumerate(record.games)
        ],
        "questions": questions,
        "frames": watched.frames,
        "film_seconds": round(watched.film_seconds, 2),
        "wall_seconds": round(watched.wall_seconds, 2),
        "nothing": None if nothing is None else {"why": nothing.value, "text": nothing_sentence(nothing)},
    }


def nothing_sentence(nothing: Nothing) -> str:
    """Why nothing could be recorded, and what to do, for people."""
    return f"nothing could be recorded: {SENTENCES[nothing]}"


def position_text(position: Position) -> str:
    """A position with the sides called near and far: `near: bar(1) hand(2) 24(2) ... far: ...`, or `near: Ke5 ...`."""
    if position.shape is Shape.TAFL:
        return f"near: {squares_text(position.white)} far: {squares_text(position.black)}"
    hand, pinned = position.past.hand, position.past.pinned
    near, far = side_text(position.white, hand[0], pinned[0]), side_text(position.black, hand[1], pinned[1])
    return f"near: {near} far: {far}"


def _game(game: Game, events: list[Json]) -> Json:
    result = game.result
    score = game.score
    if result is not None:
        score = score.plus(result.winner, result.points)
    return {
        "game": game.chosen.game_id if game.chosen else None,
        "start": position_text(game.start),
        "crawford": game.crawford,
        "turns": [_turn(turn) for turn in game.turns],
        "events": events,
        "result": result
        and {
            "winner": SEATS[result.winner] if result.winner else None,
            "points": result.points,
            "how": result.how,
        },
        "score": _score(score),
    }


def _score(score: Score) -> Json:
    return {"near": score.white, "far": score.black}


def _turn(turn: Turn) -> Json:
    if not isinstance(turn, CheckerTurn):
        answer = turn.answer.value if turn.answer else None
        return {"player": SEATS[turn.side], "double": turn.value, "answer": answer}
    told: Json = {
        "player": SEATS[turn.side],
        "roll": list(turn.roll.dice) if turn.roll else None,
        **played_json(turn.play),
        "notation": play_text(turn.play),
        "result": position_text(turn.after),
    }
    if turn.fault is not None:
        told["illegal"] = {"rule": turn.fault.rule, "text": sentence(turn.fault, NAMES)}
    if turn.inferred:
        told["inferred"] = True
    return told


@dataclass(slots=True)
class _Told:
    """Events told per game, and the questions among them; `games` are those of the record.

    `fault` is the illegal play that was told last and may still be put right, `setup` the wrong set-up, `asked` the
    questions by their number, `player` who has played last.
    """

    games: Sequence[Game]
    events: list[list[Json]] = field(default_factory=list)
    questions: list[list[Json]] = field(default_factory=list)
    fault: Json | None = None
    setup: Json = field(default_factory=dict)
    asked: dict[int, Json] = field(default_factory=dict)
    player: Side = Side.WHITE

    def happen(self, event: Event, frame: int) -> None:
        """Tell of another event, read from a frame."""
        match event:
            case GameStarted():
                self.events.append([])
                self.questions.append([])
                self.fault = None
            case Played() | Amended() | Reseated() | Thrown():
                self._play(event, frame)
            case FaultSeen():
                self._illegal(_fault(event.side, frame, event.fault, event.seen))
            case FaultCleared():
                self._put_right()
            case SetupFault():
                seen = position_text(event.seen)
                self.setup = {"event": "setup", "frame": frame, "seen": seen, "corrected": False}
                self._add(self.setup)
            case SetupFixed():
                self.setup["corrected"] = True
            case Asked():
                question = self.asked[event.question] = _question(event, frame)
                self._add(question)
                if self.questions:
                    self.questions[-1].append(question)
            case Settled():
                self.asked.get(event.question, {})["settled"] = True
            case Cocked() | Tied() | Decided() | ThrownTooSoon() | CubeFault():
                self._add(_aside(event, frame))
            case _:
                pass

    def _play(self, event: Played | Amended | Reseated | Thrown, frame: int) -> None:
        """What plays, and throws after them, say of illegal ones."""
        match event:
            case Amended(fault=Fault(), turn=int(index)):
                self._late(index)
            case Reseated(plays=plays):
                numbers = (k for k, turn in enumerate(self._turns) if isinstance(turn, CheckerTurn))
                for index, played in zip(list(numbers), plays, strict=False):
                    if played.fault is not None:
                        self._late(index)
            case Played(fault=Fault() as stood) | Amended(fault=Fault() as stood):
                self.player = event.side if isinstance(event, Played) else self.player
                if self.fault is None or self.fault["seen"] != position_text(event.after):
                    self._illegal(_fault(self.player, frame, stood, event.after))
            case Played():
                self.player, self.fault = event.side, None
            case Amended():
                self._put_right()
            case Thrown():
                self.fault = None

    def _illegal(self, fault: Json) -> None:
        self.fault = fault
        self._add(fault)

    def _put_right(self) -> None:
        if self.fault is not None:
            self.fault["corrected"] = True
        self.fault = None

    def _late(self, index: int) -> None:
        """An illegal play that was told of a turn after the next had been played: unless it was told before."""
        turn = self._turns[index] if index < len(self._turns) else None
        if not isinstance(turn, CheckerTurn) or turn.fault is None:
            return
        fault = _fault(turn.side, turn.frame, turn.fault, turn.after)
        known = ("event", "by", "seen")
        if all(any(event.get(key) != fault[key] for key in known) for event in self.events[-1]):
            self._add(fault)

    @property
    def _turns(self) -> tuple[Turn, ...]:
        """The turns of the game that is being told."""
        number = len(self.events) - 1
        return self.games[number].turns if 0 <= number < len(self.games) else ()

    def _add(self, event: Json) -> None:
        if not self.events:
            self.events.append([])
        self.events[-1].append(event)


def _events_by_game(happenings: tuple[FilmEvent, ...], games: Sequence[Game]) -> _Told:
    told = _Told(games)
    for happening in happenings:
        told.happen(happening.event, happening.frame)
    return told


def _aside(event: Cocked | Tied | Decided | ThrownTooSoon | CubeFault, frame: int) -> Json:
    """What is told of dice and the cube."""
    match event:
        case Cocked():
            return {"event": "cocked", "by": SEATS[event.side], "frame": frame, "text": event.why.sentence}
        case Tied():
            return {"event": "tie", "value": event.value, "cube": event.cube, "frame": frame}
        case Decided():
            return {"event": "begins", "by": SEATS[event.side], "dice": list(event.dice), "frame": frame}
        case ThrownTooSoon():
            return _too_soon(event, frame)
        case CubeFault():
            why = event.why and event.why.sentence
            return {"event": "cube", "by": SEATS[event.side], "frame": frame, "text": why}


def _fault(side: Side, frame: int, fault: Fault, seen: Position) -> Json:
    return {
        "event": "illegal",
        "by": SEATS[side],
        "frame": frame,
        "rule": fault.rule,
        "text": sentence(fault, NAMES),
        "seen": position_text(seen),
        "corrected": False,
    }


def _too_soon(event: ThrownTooSoon, frame: int) -> Json:
    return {
        "event": "too_soon",
        "by": SEATS[event.side],
        "frame": frame,
        "roll": list(event.roll.dice),
        "why": event.why.value,
        "counts": event.counts.value,
    }


def _question(event: Asked, frame: int) -> Json:
    return {
        "event": "question",
        "what": event.what,
        "by": SEATS[event.side] if event.side else None,
        "frame": frame,
        "candidates": [_candidate(each) for each in event.candidates],
    }


def _candidate(candidate: Candidate) -> Json:
    return {
        "roll": list(candidate.roll.dice) if candidate.roll else None,
        "notation": play_text(candidate.play) if candidate.play else None,
        "result": position_text(candidate.position),
        "legal": candidate.legal,
        "p": round(candidate.weight, 3),
        **({} if candidate.seating is None else _seated(candidate.seating)),
    }


def _seated(seating: Seating) -> Json:
    """Which checkers the near player has, on which hand they bear off, and whether it is so in a mirrored picture."""
    seats: Json = {"near": seating.near.value, "home": "right" if seating.home_right else "left"}
    return seats if seating.hand_right else {**seats, "mirrored": True}
