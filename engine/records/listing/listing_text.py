"""A match as plain text for people: every game in its customary notation, illegal plays and all: `write_text`.

The listing in English can be read back (engine.records.listing.listing_reader), whatever game it is
of: what a reader has to know stands between brackets, and on a line beginning with `~` where no
notation tells it, which is seldom.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.board import Side
from engine.i18n import ENGLISH, marked
from engine.match.cube import CubeAction
from engine.match.match import CheckerTurn, CubeTurn, Game, Match, Result, Turn, cube_after
from engine.position import Position
from engine.records.chouette_tags import BOX, CAPTAIN, CREW, PARTNER, STANDING
from engine.records.listing.listing_turns import NO_PLAY, exact_notation, notation
from engine.records.tableside.agreement import agreement_text, chosen_text, word
from engine.records.tableside.json_writer import GameWriter, Json, cube_data, past_of
from engine.referee.reckoning import turn_score
from engine.rules import Rules
from engine.tables.tables_game import TablesGame
from engine.trictrac import claims_between, score_sentence, takes_claims
from engine.words.wording import Names, sentence

SIGNATURE = "Tableside record, text 1"
"""The first line of a listing that can be read back."""
ANSWERS = {
    CubeAction.TAKE: marked("takes"),
    CubeAction.PASS: marked("passes"),
    CubeAction.BEAVER: marked("beavers"),
    CubeAction.RACCOON: marked("beavers, answered by a raccoon"),
}
TITLES = {
    "EventDate": marked("Date: {value}"),
    "EventTime": marked("Time: {value}"),
    "Clock": marked("Clock: {value}"),
    BOX: marked("In the box: {value}"),
    PARTNER: marked("With the box: {value}"),
    CAPTAIN: marked("Captain: {value}"),
    CREW: marked("Crew: {value}"),
    STANDING: marked("Won so far: {value}"),
}
_LONGEST_NAME = 200
EXACT = "~"
"""What a line begins with that tells in JSON what the line above it could not."""
TOLD = "+ "
"""What a line begins with that says for people what follows from the play above, or was claimed before the next."""


def write_text(
    match: Match, tags: Sequence[tuple[str, str]], names: Names, ended: Callable[[Result], str]
) -> str:
    """A match as text, in the language of the names; `tags` such as ("EventDate", "2026.11.20") stand at its head.

    `ended` tells how a game ended, in a sentence. Only what is written in English can be read back.
    """
    translator = names.translator
    is_read = translator.code == ENGLISH.code
    white, black = labels(match, names)
    if is_read:
        white, black = heading_name(match.white, Side.WHITE), heading_name(match.black, Side.BLACK)
    lines = [SIGNATURE] if is_read else []
    lines.append(translator("White: {white}, Black: {black}", white=white, black=black))
    if match.length:
        points = translator.many("Match to {count} point", "Match to {count} points", match.length)
    elif games := match.agreed.games_agreed:
        points = translator.many("Match of {count} game", "Match of {count} games", games)
    else:
        points = translator("Single games")
    lines.append(f"{points} [{agreement_text(match)}]")
    for key, value in tags:
        told = (
            translator(TITLES[key], value=value)
            if key in TITLES and is_plain(value) and is_short(value)
            else f"[{word(key)} {json.dumps(value)}]"
        )
        lines.append(told)
    for number, each in enumerate(match.games, 1):
        lines += ["", *_GameLister(match, each, names).lines(number)]
        lines.append("  " + _ending(each.result, names, ended))
    return "\n".join(lines) + "\n"


def is_plain(text: str) -> bool:
    """Whether a text stands on a line as it is."""
    return text.isprintable() and text == text.strip() != ""


def is_short(text: str) -> bool:
    """Whether a text is no longer than what people write on a line."""
    return len(text) <= _LONGEST_NAME


def heading_name(name: str, side: Side) -> str:
    """A player's name as the head of a listing has it, between quotation marks where it could be misread."""
    if not name:
        return Names().of(side)
    odd = (
        not is_plain(name)
        or not is_short(name)
        or name.startswith('"')
        or ", Black: " in name
        or name == Names().of(side)
    )
    return json.dumps(name) if odd else name


def label_of(name: str) -> str:
    """A player's name as it stands before their turns: on one line, and no longer than what people write there."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    return line if is_short(line) else f"{line[: _LONGEST_NAME - 1]}…"


def labels(match: Match, names: Names) -> tuple[str, str]:
    """What the players are called before their turns: by their colours where they have no names, or the same."""
    colours = Names(translator=names.translator)
    white, black = (
        label_of(match.white) or colours.of(Side.WHITE),
        label_of(match.black) or colours.of(Side.BLACK),
    )
    return (white, black) if white != black else (colours.of(Side.WHITE), colours.of(Side.BLACK))


def _ending(result: Result | None, names: Names, ended: Callable[[Result], str]) -> str:
    if result is None:
        return names.translator("The game was not finished.")
    winner = "-" if result.winner is None else result.winner.value
    return f"{ended(result)} [{winner} {result.points} {word(result.how)}]"


class _GameLister:
    """The listing of one game."""

    def __init__(self, match: Match, game: Game, names: Names) -> None:
        self.match, self.game, self.names = match, game, names
        self.rules: Rules = match.rules(game)
        self.translator = names.translator
        self.is_read = self.translator.code == ENGLISH.code
        self.writer = GameWriter(match, game)
        self.labels = dict(zip(Side, labels(match, names), strict=True))

    def lines(self, number: int) -> Iterator[str]:
        """The heading, how the game began where that is not the usual start, and its turns."""
        each = self.game
        yield f"{self._heading(number)} [{self._kind(number)}]"
        cube, listed = cube_after(each), cube_after(_as_listed(each))
        if self.is_read and (cube.value, cube.owner) != (listed.value, listed.owner):
            yield f"  {EXACT} {_json({'cube': cube_data(cube)})}"
        if _differ(each.start, self.rules.start) or _begins_elsewhere(each):
            yield from self._board(each.start, self.rules.start)
        position, width = each.start, max(map(len, self.labels.values()))
        for count, turn in enumerate(each.turns, 1):
            if isinstance(turn, CheckerTurn) and turn.before is not None and _differ(turn.before, position):
                yield from (f"{'':6}{TOLD}{said}" for said in self._claimed(turn, position))
                yield from self._board(turn.before, position)
                position = turn.before
            text, *below = self._turn(turn, position)
            yield f"{count:4}. {self.labels[turn.side]:<{width}}  {text}".rstrip()
            yield from (f"{'':6}{line}" for line in below)
            position = turn.after if isinstance(turn, CheckerTurn) else position

    def _heading(self, number: int) -> str:
        each, translator = self.game, self.translator
        name = self.rules.called.in_language(translator)
        score = f"{each.score.white}:{each.score.black}"
        if each.crawford:
            return translator(
                "Game {number}, {name}, score {score}, Crawford game", number=number, name=name, score=score
            )
        return translator("Game {number}, {name}, score {score}", number=number, name=name, score=score)

    def _kind(self, number: int) -> str:
        usual = self.match.agreed.is_one_game or self.game.place == number - 1
        place = "" if usual else f"; place {self.game.place + 1}"
        return chosen_text(self.match.chosen(self.game)) + place

    def _board(self, board: Position, instead_of: Position) -> Iterator[str]:
        """From what board it goes on."""
        yield "  " + self.translator("It was followed from {position}", position=board)
        more = self.writer.board("board", board, past_of(instead_of))
        del more["board"]
        if more and self.is_read:
            yield f"  {EXACT} {_json(more)}"

    def _turn(self, turn: Turn, position: Position) -> Iterator[str]:
        """What was done, and the lines below it."""
        translator = self.translator
        if isinstance(turn, CubeTurn):
            offer = translator("doubles to {value}", value=turn.value)
            other = self.labels[turn.side.other]
            yield offer if turn.answer is None else f"{offer}; {other} {translator(ANSWERS[turn.answer])}"
            return
        exact = exact_notation(self.rules, position, turn) if self.is_read else None
        text = exact or notation(self.rules, position, turn)
        roll = "" if turn.roll is None else f"{turn.roll}: "
        unseen = f" ({translator('nobody saw it')})" if turn.inferred else ""
        yield f"{roll}{text if text != NO_PLAY else translator('no play')}{unseen}"
        if turn.fault is not None:
            yield f"! {translator('Illegal, and stood:')} {sentence(turn.fault, self.names)}"
        if self.is_read and exact is None:
            yield f"{EXACT} {_json(self.writer.turn(replace(turn, before=None, frame=0), position))}"
        score = turn_score(self.rules, turn, position)
        yield from (f"{TOLD}{said}" for said in (score.sentences(self.names) if score else ()))

    def _claimed(self, turn: CheckerTurn, position: Position) -> Iterator[str]:
        """What players claimed since the turn before, where they do."""
        rules = self.rules
        if turn.before is None or not isinstance(rules, TablesGame) or not takes_claims(rules):
            return
        for claim in claims_between(position.past, turn.before.past, turn.side):
            yield self.translator.many(
                "{name} claimed {count} point.",
                "{name} claimed {count} points.",
                claim.points,
                name=self.names.of(claim.side),
            )
            yield from (score_sentence(rules, score, self.names) for score in claim.scores)


def _as_listed(each: Game) -> Game:
    """A game of whose cube nothing is known but its turns."""
    turns = (replace(turn, before=None) if isinstance(turn, CubeTurn) else turn for turn in each.turns)
    return replace(each, turns=tuple(turns), cube=None)


def _begins_elsewhere(each: Game) -> bool:
    """Whether a person set the board before the first turn: the first board that is told is that of the start."""
    first = each.turns[0] if each.turns else None
    return isinstance(first, CheckerTurn) and first.before is not None and _differ(first.before, each.start)


def _differ(one: Position, other: Position) -> bool:
    return one != other or one.past != other.past


def _json(data: Json) -> str:
    return json.dumps(data, ensure_ascii=True)
