"""Reading Jellyfish .mat files: every play is kept as it was written, legal or not."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.board import Side
from engine.dice import Roll
from engine.errors import EngineError, InvalidRecord, InvalidRoll
from engine.games import find_game
from engine.i18n import Phrase, phrase
from engine.match.cube import CubeAction
from engine.match.match import Crawford, CubeTurn, Game, Match, Score, crawford_next, first_crawford
from engine.match.terms import Terms
from engine.plays.notation import parse_play
from engine.position import Position
from engine.records.bookkeeping import with_results
from engine.records.codes.game_standing import exponent
from engine.records.codes.snowie_position import read_snowie_position
from engine.records.codes.xgid import read_board
from engine.records.mat.cells import ASIDE, RESIGNED, MatCell
from engine.records.mat.mat_grid import Grid, GridGame, ends_within, parse_grid
from engine.records.record import Record
from engine.records.result_remarks import results_in_tags
from engine.records.transcript import MOST_ENTRIES, Transcript
from engine.records.unreadable import of_game, too_long
from engine.tables.tables_game import TablesGame

_ANSWERS = {
    "takes": CubeAction.TAKE,
    "accepts": CubeAction.TAKE,
    "drops": CubeAction.PASS,
    "passes": CubeAction.PASS,
    "rejects": CubeAction.PASS,
    "refuses": CubeAction.PASS,
    "declines": CubeAction.PASS,
}
_DOUBLES = ("doubles", "redoubles", "beavers", "raccoons")
_ENDS = {"wins": 1, "losses": -1, "loses": -1}
_GRADES = {"gammon": 2, "backgammon": 3}
_VARIATIONS = {
    "": "backgammon", "backgammon": "backgammon", "standard": "backgammon",
    "nackgammon": "nackgammon", "hypergammon": "hypergammon", "hypergammon (3)": "hypergammon",
    "longgammon": "longgammon", "hypergammon (1)": "hypergammon_one", "hypergammon (2)": "hypergammon_two",
}  # fmt: skip
"""The games that a file may name as its variation."""
_DANCE = re.compile(
    r"can(?: ?no|'|)t move|no (?:legal )?(?:move|play)s?|danced?s?|fans?|forfeits?|passe?s?|0/0|none|skips?",
    re.IGNORECASE,
)
_MARKED = re.compile(r"(?<=[\w*)])\s+(?:\?{4,}|illegal\b[?!]*)(?=\s|$)", re.IGNORECASE)
"""What some programs write behind a move that they take for illegal."""
_SET_UP = re.compile(r"set\s*pos\s*=\s*([-A-Za-z]{26})\s*/\s*(-?[0-9]{1,2})?", re.IGNORECASE)


def read_mat(text: str) -> Match:
    """The match that a .mat file records, as it was written. Raises InvalidRecord."""
    return read_mat_record(text).match


def read_mat_record(text: str) -> Record:
    """The match that a .mat file records, with notes. Raises InvalidRecord."""
    grid = parse_grid(text)
    notes: list[Phrase] = list(grid.notes)
    game = _game(grid, notes)
    games: list[Game] = []
    known: list[tuple[int, int]] = []
    lost: list[tuple[int, int]] = []
    doubtful: list[int] = []
    terms = _terms(grid)
    crawford = first_crawford(grid.length, terms)
    for number, each in enumerate(grid.games, 1):
        score = Score(*each.score)
        crawford = crawford_next(crawford, grid.length, score)
        unended = grid.unended and number == len(grid.games)
        following = grid.games[number].score if number < len(grid.games) else None
        taken = _taken_down(game, each, number, length=grid.length, unended=unended, following=following)
        doubled = any(isinstance(turn, CubeTurn) for turn in taken.turns)
        if crawford is Crawford.ACTIVE and doubled and grid.tag("Crawford") is None:
            why = phrase("the cube is used, so the match seems to be played without the Crawford rule")
            notes.append(of_game(number, why))
            crawford, terms = Crawford.OFF, replace(terms, crawford=False)
        start = Game(taken.start, score, crawford is Crawford.ACTIVE)
        games.append(replace(start, turns=tuple(taken.turns), result=taken.result))
        if each.players == grid.games[0].players[::-1] != each.players[::-1]:
            notes.append(of_game(number, phrase("the players stand the other way round than in game 1")))
        notes += taken.notes
        known += [(number, turn) for turn in taken.known]
        lost += [(number, turn) for turn in taken.lost]
        doubtful += [number] * taken.is_doubtful
    white, black = grid.games[0].players if grid.games else _names_told(grid)
    match = Match(grid.length, white, black, tuple(games), game.id, terms=terms)
    said, tags = results_in_tags(grid.tags)
    match, more = with_results(match, doubtful=doubtful, said=said)
    return Record(match, (*notes, *more), tags, tuple(known), tuple(lost))


def _game(grid: Grid, notes: list[Phrase]) -> TablesGame:
    """The game that is played, with a note where the file calls it by a name that says nothing."""
    variation = (grid.tag("Variation") or "").strip()
    plain = variation.casefold()
    if plain not in _VARIATIONS:
        notes.append(
            phrase("the variation {text} is not known here; read as backgammon", text=repr(variation[:40]))
        )
    game = find_game(_VARIATIONS.get(plain, "backgammon"))
    assert isinstance(game, TablesGame)
    return game


def _terms(grid: Grid) -> Terms:
    """What the tags say of how it is played: the Crawford rule in a match, Jacoby and beavers in single games."""

    def is_on(key: str, usual: bool) -> bool:
        said = (grid.tag(key) or "").strip().casefold()
        return said == "on" or (usual and said != "off")

    return Terms(
        crawford=is_on("Crawford", True) if grid.length else True,
        jacoby=not grid.length and is_on("Jacoby", False),
        beaver=not grid.length and is_on("Beaver", False),
    )


def _names_told(grid: Grid) -> tuple[str, str]:
    return grid.tag("Player 1") or "", grid.tag("Player 2") or ""


def _taken_down(
    game: TablesGame,
    grid: GridGame,
    number: int,
    *,
    length: int,
    unended: bool,
    following: tuple[int, int] | None,
) -> Transcript:
    """A game of a match to that `length`; `unended`: the file ends with it, and may have been cut off there;
    `following`: the score before the next one.
    """
    taken = Transcript(game, number)
    if len(grid.cells) > MOST_ENTRIES:
        raise InvalidRecord(too_long(number))
    given_up: MatCell | None = None
    last = max((at for at, cell in enumerate(grid.cells) if cell.head not in (*_ENDS, RESIGNED)), default=-1)
    for index, cell in enumerate(grid.cells):
        where = phrase("line {number}", number=cell.line)
        ends_here = unended and index == len(grid.cells) - 1
        if cell.head.isdigit():
            try:
                _play(taken, grid, cell, index >= last)
                is_whole = not ends_here or not taken.cut_off(_plain_play(cell.text))
            except InvalidRecord:
                if not ends_here:
                    raise
                is_whole = False
            if not is_whole:
                taken.note(where, ends_within(cell.text))
        elif cell.head in _DOUBLES:
            found = re.search(r"[0-9]{1,6}", cell.text)
            taken.double(where, cell.side, int(found[0]) if found and int(found[0]) else None)
        elif cell.head in _ANSWERS:
            taken.answer(where, _ANSWERS[cell.head])
        elif cell.head in _ENDS:
            _end(taken, grid, cell, length=length, ends_here=ends_here, following=following)
        elif cell.head == RESIGNED:
            given_up = cell
        else:
            _set_up(taken, cell, grid.cells[index + 1 :])
    if given_up is not None:
        score = grid.score[1 - tuple(Side).index(given_up.side)]
        _give_up(taken, given_up, length - score)
    return taken


def _end(
    taken: Transcript,
    grid: GridGame,
    cell: MatCell,
    *,
    length: int,
    ends_here: bool,
    following: tuple[int, int] | None,
) -> None:
    """The end of a game as a cell tells it. Where it stands by itself, only its column says whose it is, which may be
    the other player's: what the row before it says, the next score or the match's length is surer.
    """
    where, found = phrase("line {number}", number=cell.line), re.search(r"[0-9]{1,6}", cell.text)
    points = int(found[0]) if found else None
    if ends_here and cell.text.isdigit() and points is not None and points < taken.cube.value:
        # its last figures are missing
        points = None
    winner = _winner(cell)
    is_sure = taken.is_over if taken.result is None else taken.result.how != "resigned"
    if cell.row is None and not cell.is_named and not is_sure:
        before = dict(zip(Side, grid.score, strict=True))

        def reaches(side: Side) -> bool:
            return before[side] + (points or 1) >= length

        rows = [each for each in grid.cells if each.head in _ENDS and each.row is not None]
        told = {_winner(each) for each in rows}
        after = {**before, winner.other: before[winner.other] + (points or 1)}
        if (
            told == {winner.other}
            or (not told and following == (after[Side.WHITE], after[Side.BLACK]))
            or (
                not told and "match" in cell.text and length and not reaches(winner) and reaches(winner.other)
            )
        ):
            winner = winner.other
            name = grid.players[tuple(Side).index(winner)]
            taken.note(
                where, phrase("the result stands in the wrong column; the winner is {name}", name=name)
            )
    taken.end(where, winner, points)
    taken.break_off(where, winner.other)


def _winner(cell: MatCell) -> Side:
    """Who has won by a cell that tells the end of a game, in its own column."""
    return cell.side if _ENDS[cell.head] > 0 else cell.side.other


def _give_up(taken: Transcript, cell: MatCell, missing: int) -> None:
    """The end of a game that somebody gave up; where the file tells the result, too, that counts.

    `missing`: the points that the opponent needs for the match.
    """
    where, winner = phrase("line {number}", number=cell.line), cell.side.other
    if taken.result is None:
        found = re.search(r"[0-9]{1,6}", cell.text)
        grade = next(
            (worth for word, worth in _GRADES.items() if cell.text.casefold().startswith(word)), None
        )
        points = int(found[0]) if found else grade and grade * taken.cube.value
        if "match" in cell.text.casefold() and missing > 0:
            points = max(points or 1, missing)
        taken.end(where, winner, points)
        taken.break_off(where, cell.side)
    elif taken.result.winner is not winner and taken.result.how == "resigned":
        taken.note(where, phrase("who gave up is said to have won"))
        taken.is_doubtful = True


def _play(taken: Transcript, grid: GridGame, cell: MatCell, last: bool) -> None:
    where, text = phrase("line {number}", number=cell.line), cell.text
    try:
        roll = Roll.parse(cell.head)
    except InvalidRoll:
        taken.note(where, phrase("{text} is no roll; left out", text=cell.head))
        return
    unmarked = _MARKED.sub("", text)
    owned = unmarked != text or _is_owned(grid, cell)
    text = _plain_play(unmarked)
    illegal = re.match(r"illegal play\s*(?:\((.*)\))?", text, re.IGNORECASE)
    if illegal is not None:
        text = illegal[1] or "?"
        if text.count(";") > 30:
            try:
                _board_after(taken, grid, cell, roll, text)
            except InvalidRecord as error:
                taken.note(where, phrase("the board after an illegal play cannot be read ({why})", why=error))
                text = "?"
            else:
                taken.known += [len(taken.turns)] if taken.turns else []
                return
        else:
            taken.note(where, phrase("the file itself calls this play illegal"))
    elif ASIDE.search(text) is not None:
        taken.note(where, phrase("{text} is no play", text=repr(text[:60])))
        text = "?"
    unwritten = text.strip("? ") == ""
    if unwritten and last and (text or taken.is_over or taken.has_choice(cell.side, roll)):
        taken.unplayed(where, roll)
        return
    hidden = unwritten and text != "" and taken.has_choice(cell.side, roll)
    taken.play(where, cell.side, roll, "" if unwritten else text)
    if hidden:
        taken.lost.append(len(taken.turns))
    elif illegal is not None or owned:
        taken.known.append(len(taken.turns))


def _is_owned(grid: GridGame, cell: MatCell) -> bool:
    """Whether the file says elsewhere that the play in this cell was illegal."""
    name = grid.players[tuple(Side).index(cell.side)]
    return any(each.row == cell.row and each.is_by(name) for each in grid.owned)


def _plain_play(text: str) -> str:
    """A play as everybody writes it: hits behind the point, no commas, no marks of
    praise, and one way to say a dance.
    """
    plain = re.sub(r"\*{2,}", "*", text)
    if set(plain) - set("?! "):
        plain = plain.rstrip("?! ")
    if _DANCE.fullmatch(plain.strip(" ().-")):
        return "-"
    plain = re.sub(r"(?<=\S)\s+0/0(?=\s|$)", "", plain)
    plain = re.sub(r"/\*(bar|off|\d{1,2})", r"/\1*", plain, flags=re.IGNORECASE)
    plain = re.sub(r"(?:^|(?<=\s))\*([^\s*]+)", r"\1*", plain)
    plain = re.sub(r"\s*/\s*", "/", re.sub(r"\s+\*", "*", plain))
    return re.sub(r"(?<=[\d)*f])\s*[,;]\s*(?=\d{1,2}/|bar/)", " ", plain, flags=re.IGNORECASE)


def _board_after(taken: Transcript, grid: GridGame, cell: MatCell, roll: Roll, text: str) -> None:
    """An illegal play that is told by the board after it, as Snowie has it."""
    where = phrase("line {number}", number=cell.line)
    try:
        told = read_snowie_position(text)
    except EngineError as error:
        raise InvalidRecord(phrase("{where}: {why}", where=where, why=error)) from error
    # Whose turn 0 is differs between programs; the names say it, who is on turn first, where they differ.
    named, players = (told.white, told.black), grid.players
    swapped = named == players[::-1] if players[0] != players[1] else True
    if named != players and named != players[::-1]:
        # GNU Backgammon's way: it is the opponent's turn, whatever they are called.
        swapped = told.standing.to_play is not cell.side.other
    position = told.standing.position
    if not taken.turns and position == find_game("nackgammon").start:
        # DailyGammon puts Nackgammon's starting position up so.
        taken.begin(position)
        taken.note(where, phrase("the game begins as Nackgammon does"))
        return
    taken.note(where, phrase("the file itself calls this play illegal"))
    taken.jump(where, position.mirrored() if swapped else position, cell.side, roll)


def _set_up(taken: Transcript, cell: MatCell, following: Sequence[MatCell]) -> None:
    """A line of eXtreme Gammon's that puts up the board and the cube.

    Whose checkers are the capitals is not written down anywhere; it is the side that makes the plays that follow legal,
    or the first player's.
    """
    where, found = phrase("line {number}", number=cell.line), _SET_UP.match(cell.text)
    if found is None:
        taken.note(where, phrase("the board that is put up here cannot be read; left out"))
        return
    try:
        position = read_board(found[1], taken.game.men)
        power = int(found[2] or 0)
        exponent(1 << abs(power))
    except EngineError as error:
        raise InvalidRecord(phrase("{where}: {why}", where=where, why=error)) from error
    plays = [each for each in following if each.head.isdigit()][:1]
    ways = [
        each for each in (position, position.mirrored()) if all(_fits(taken.game, each, one) for one in plays)
    ]
    stands = ways[0] if ways else position
    if taken.turns:
        taken.jump(where, stands, taken.turns[-1].side, None)
    else:
        taken.begin(stands)
    taken.put_cube(1 << abs(power), None if power == 0 else Side.BLACK if power > 0 else Side.WHITE)


def _fits(game: TablesGame, position: Position, cell: MatCell) -> bool:
    """Whether a play is legal in a position."""
    try:
        parse_play(game, position, cell.side, Roll.parse(cell.head), cell.text)
    except EngineError:
        return False
    return True
