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


def _turns_of(games: Sequence[Game], number: int) -> tuple[Turn, ...]:
    return games[number].turns if 0 <= number < len(games) else ()


@dataclass(slots=True)
class _Told:
    """Events told per game, and the questions among them."""

    events: list[list[Json]] = field(default_factory=list)
    questions: list[list[Json]] = field(default_factory=list)

    def late(self, games: Sequence[Game], index: int) -> None:
        """An illegal play that was told of a turn after the next had been played: unless it was told before."""
        turns = _turns_of(games, len(self.events) - 1)
        turn = turns[index] if index < len(turns) else None
        if not isinstance(turn, CheckerTurn) or turn.fault is None:
            return
        fault = _fault(turn.side, turn.frame, turn.fault, turn.after)
        known = ("event", "by", "seen")
        if all(any(event.get(key) != fault[key] for key in known) for event in self.events[-1]):
            self.add(fault)

    def add(self, event: Json) -> None:
        if not self.events:
            self.events.append([])
        self.events[-1].append(event)


def _events_by_game(happenings: tuple[FilmEvent, ...], games: Sequence[Game]) -> _Told:
    told = _Told()
    fault: Json | None = None
    asked: dict[int, Json] = {}
    setup: Json = {}
    player = Side.WHITE
    for happening in happenings:
        event, frame = happening.event, happening.frame
        match event:
            case GameStarted():
                told.events.append([])
                told.questions.append([])
                fault = None
            case FaultSeen():
                fault = _fault(event.side, frame, event.fault, event.seen)
                told.add(fault)
            case FaultCleared():
                if fault is not None:
                    fault["corrected"] = True
                fault = None
            case Amended(fault=stood, turn=index) if stood is not None and index is not None:
                told.late(games, index)
            case Reseated(plays=plays):
                turns = _turns_of(games, len(told.events) - 1)
                numbers = [k for k, turn in enumerate(turns) if isinstance(turn, CheckerTurn)]
                for index, played in zip(numbers, plays, strict=False):
                    if played.fault is not None:
                        told.late(games, index)
            case Played(fault=stood) | Amended(fault=stood) if stood is not None:
                player = event.side if isinstance(event, Played) else player
                if fault is None or fault["seen"] != position_text(event.after):
                    fault = _fault(player, frame, stood, event.after)
                    told.add(fault)
            case Played():
                player, fault = event.side, None
            case Amended():
                if fault is not None:
                    fault["corrected"] = True
                fault = None
            case Thrown():
                fault = None
            case Cocked():
                told.add(
                    {"event": "cocked", "by": SEATS[event.side], "frame": frame, "text": event.why.sentence}
                )
            case Tied():
                told.add({"event": "tie", "value": event.value, "cube": event.cube, "frame": frame})
            case Decided():
                told.add(
                    {"event": "begins", "by": SEATS[event.side], "dice": list(event.dice), "frame": frame}
                )
            case ThrownTooSoon():
                told.add(_too_soon(event, frame))
            case SetupFault():
                seen = position_text(event.seen)
                setup = {"event": "setup", "frame": frame, "seen": seen, "corrected": False}
                told.add(setup)
            case SetupFixed():
                setup["corrected"] = True
            case CubeFault():
                told.add(
                    {
                        "event": "cube",
                        "by": SEATS[event.side],
                        "frame": frame,
                        "text": event.why and event.why.sentence,
                    }
                )
            case Asked():
                question = _question(event, frame)
                asked[event.question] = question
                told.add(question)
                if told.questions:
                    told.questions[-1].append(question)
            case Settled():
                asked.get(event.question, {})["settled"] = True
            case _:
                pass
    return told


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
