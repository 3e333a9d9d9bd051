"""Reading SGF files of backgammon (GM[6]), GNU Backgammon's and others': `read_sgf` and `read_sgf_record`.

Of every tree the main line is read. What stands for an illegal play is a position that is put up in the
middle of a game; the property XI, Tableside's own, says how it was played.
"""

import re
from collections.abc import Sequence

from engine.board import Side
from engine.dice import Roll
from engine.errors import InvalidRecord
from engine.games import find_game
from engine.i18n import Phrase, phrase
from engine.match.cube import CubeAction
from engine.match.match import Crawford, Game, Match, Score, crawford_next
from engine.match.terms import CubeUse, Terms
from engine.plays.notation import played_out
from engine.records.bookkeeping import with_results
from engine.records.chouette_tags import CHOUETTE_TAGS
from engine.records.codes.game_standing import MOST_CUBE
from engine.records.record import MOST_GAMES, Record, Tags
from engine.records.result_remarks import results_told
from engine.records.sgf.sgf_board import moves_text, put_up
from engine.records.sgf.tree import Node, Property, SgfGame, parse_sgf
from engine.records.transcript import ITS_RESULT, MOST_ENTRIES, Transcript
from engine.records.unreadable import too_long, too_many_games
from engine.records.variations import HYPERGAMMON
from engine.tables.tables_game import TablesGame

TAGS = {
    "EventDate": "DT", "Event": "EV", "Site": "PC", "Round": "RO", "Transcriber": "AN",
    "Player 1 Elo": "WR", "Player 2 Elo": "BR",
}  # fmt: skip
"""The tags of other formats, and what they are here."""
OWN_RESULT = "XR"
"""The property, Tableside's own, of a result that the format does not tell as it was."""
OWN_TAGS = "XT"
"""The property, Tableside's own, of what was a chouette: tags that other formats have, `Box: Anna`."""
VARIATIONS = {"nackgammon": "Nackgammon"} | {
    game: f"Hypergammon{men}" for men, game in enumerate(HYPERGAMMON, 1)
}
"""The games beside backgammon that GNU Backgammon knows, and what it calls them."""
_GAMES = {name.casefold(): game for game, name in VARIATIONS.items()}
_ANSWERS = {
    "take": CubeAction.TAKE,
    "drop": CubeAction.PASS,
    "pass": CubeAction.PASS,
    "beaver": CubeAction.BEAVER,
}
_RESULT = re.compile(r"\s*([WB])\w{0,10}\s*\+\s*([0-9]{1,6})?\s*(R)?", re.IGNORECASE)
_MOVE = re.compile(r"\s*([1-6]{2})\s*([a-z]{0,16})\s*")
_TELLING = ("GNU Backgammon", "Tableside")
_SIDES = {"W": Side.WHITE, "B": Side.BLACK}


def read_sgf(text: str) -> Match:
    """The match that an SGF file records. Raises InvalidRecord."""
    return read_sgf_record(text).match


def read_sgf_record(text: str) -> Record:
    """The match that an SGF file records, with notes. Raises InvalidRecord."""
    trees = parse_sgf(text)
    games = [each for each in trees if _text(each.root, "GM").strip() == "6"]
    if not games:
        raise InvalidRecord(phrase("this SGF file has no game of backgammon in it: none is marked GM[6]"))
    if len(games) > MOST_GAMES:
        raise InvalidRecord(too_many_games(MOST_GAMES))
    notes = list[Phrase]()
    if len(games) < len(trees):
        notes.append(phrase("the file has games in it that are not backgammon; left out"))
    root, infos = games[0].root, [_info(each.root) for each in games]
    length = max(0, infos[0].get("length", 0))
    rules = [_rules(each.root) for each in games]
    game = find_game(_variation(rules[0]))
    assert isinstance(game, TablesGame)
    # These programs say nothing of rules where there are none to tell of.
    told = any(
        "RU" in (each.name for each in one.root) or _text(one.root, "AP").startswith(_TELLING)
        for one in games
    )
    crawford = Crawford.PENDING if length > 1 else Crawford.OFF
    score, found, said = Score(), list[Game](), dict[int, str]()
    for number, (each, info) in enumerate(zip(games, infos, strict=True), 1):
        if info.get("length", length) != length:
            other = phrase(
                "game {number} is of a match to {points} points; left out",
                number=number,
                points=info["length"],
            )
            notes.append(other)
            continue
        score = Score(max(0, info.get("ws", score.white)), max(0, info.get("bs", score.black)))
        crawford = crawford_next(crawford, length, score)
        is_crawford = "crawfordgame" in rules[number - 1] if told else crawford is Crawford.ACTIVE
        taken = _taken_down(game, each, number)
        found.append(Game(taken.start, score, is_crawford, tuple(taken.turns), taken.result))
        notes += taken.notes
        if own := _text(each.root, OWN_RESULT):
            said[len(found)] = own
        if taken.result is not None:
            score = score.plus(taken.result.winner, taken.result.points)
    names = (_text(root, "PW").strip(), _text(root, "PB").strip())
    terms = Terms(
        crawford="crawford" in rules[0] if told and length else True,
        jacoby=not length and "jacoby" in rules[0],
        cube=CubeUse.OFF if "nocube" in rules[0] else CubeUse.USUAL,
    )
    empty = (
        len(found) == 1 and not found[0].turns and found[0].result is None and found[0].start == game.start
    )
    match = Match(length, *names, () if empty else tuple(found), game.id, terms=terms)
    match, more = with_results(match, said=results_told(said))
    return Record(match, (*notes, *more), _tags(root))


def _taken_down(game: TablesGame, tree: SgfGame, number: int) -> Transcript:
    taken = Transcript(game, number)
    if len(tree.nodes) > MOST_ENTRIES:
        raise InvalidRecord(too_long(number))
    thrown: tuple[Side, Roll] | None = None
    turn = Side.WHITE
    for index, node in enumerate(tree.nodes):
        where = phrase("node {number}", number=index)
        turn = _to_play(tree.nodes[index:], _SIDES.get(_text(node, "PL").strip()[:1].upper(), turn))
        move = next((each for each in node if each.name in _SIDES), None)
        if thrown is not None and not (move is not None and move.value[:1] in "123456"):
            thrown = None if _set_up(taken, node, where, turn, thrown) else thrown
        else:
            _set_up(taken, node, where, turn, None)
            thrown = None
        _cube(taken, node)
        if (dice := _dice(node)) is not None and move is None:
            thrown = (turn, dice)
        if move is not None:
            _move(taken, where, _SIDES[move.name], move.value)
            turn = _SIDES[move.name].other
    if thrown is not None:
        taken.unplayed(phrase("at its end"), thrown[1])
    if tree.cut_off:
        taken.note(phrase("at its end"), phrase("the file is cut off here"))
    _end(taken, tree.root)
    return taken


def _to_play(nodes: Sequence[Node], told: Side) -> Side:
    """Who is to play at a node: who does so next, which is surer than what the file says of it."""
    if not {"AE", "AW", "AB"} & {each.name for each in nodes[0]}:
        return told
    for node in nodes:
        for each in node:
            if each.name in _SIDES and each.value.strip().casefold() not in _ANSWERS:
                return _SIDES[each.name]
            if node is not nodes[0] and each.name in ("AE", "AW", "AB", "DI"):
                return told
    return told


def _set_up(
    taken: Transcript, node: Node, where: Phrase, turn: Side, thrown: tuple[Side, Roll] | None
) -> bool:
    """Put the board up as a node says, if it says so: at the start, or after a turn that is not written as a play."""
    try:
        position = put_up(node, taken.position, taken.game.men)
    except InvalidRecord as error:
        raise InvalidRecord(phrase("{where}: {why}", where=where, why=error)) from error
    if position is None:
        return False
    told = _text(node, "XI")
    side, roll = thrown if thrown is not None else (turn.other, None)
    found = _MOVE.fullmatch(told[1:])
    if told[:1] in _SIDES and told[1:].strip("-") == "":
        side = _SIDES[told[:1]]
    elif told[:1] in _SIDES and found is not None:
        side, roll = _SIDES[told[:1]], Roll.parse(found[1])
        text = moves_text(found[2], side)
        outcome = None if text is None else played_out(taken.game, taken.position, side, text)
        if outcome is not None and outcome.position == position:
            taken.take_as_it_was(side, roll, outcome)
            return True
    if taken.turns or told or roll is not None:
        taken.jump(where, position, side, roll)
    else:
        taken.begin(position)
    return True


def _cube(taken: Transcript, node: Node) -> None:
    value, owner = _text(node, "CV").strip(), _text(node, "CP") or _text(node, "CO")
    if value.isascii() and value.isdigit() and len(value) < 7:
        number = int(value)
        if number >= 1 and number & (number - 1) == 0 and number <= MOST_CUBE:
            taken.put_cube(number, taken.cube.owner)
    if owner.strip():
        taken.put_cube(None, _SIDES.get(owner.strip()[:1].upper()))


def _dice(node: Node) -> Roll | None:
    plain = _text(node, "DI").strip()
    return Roll.parse(plain) if re.fullmatch("[1-6]{2}", plain) else None


def _move(taken: Transcript, where: Phrase, side: Side, value: str) -> None:
    plain = value.strip().casefold()
    if plain == "double":
        taken.double(where, side)
    elif plain in _ANSWERS:
        taken.answer(where, _ANSWERS[plain])
    elif plain:
        found = _MOVE.fullmatch(value)
        text = moves_text(found[2], side) if found is not None else None
        if found is None or text is None:
            raise InvalidRecord(
                phrase(
                    "{where}: {text} is neither a play nor the cube; a play looks like 31hefe",
                    where=where,
                    text=repr(value.strip()[:40]),
                )
            )
        taken.play(where, side, Roll.parse(found[1]), text)


def _end(taken: Transcript, root: Node) -> None:
    told = _text(root, "RE")
    found = _RESULT.match(told)
    if found is not None:
        taken.end(ITS_RESULT, _SIDES[found[1].upper()], int(found[2]) if found[2] else None)
    elif told.strip():
        taken.note(ITS_RESULT, phrase("{text} says of nobody that they won", text=repr(told.strip()[:40])))


def _info(root: Node) -> dict[str, int]:
    """What the root says of the match: length, game, ws and bs."""
    values = [value for each in root if each.name == "MI" for value in each.values]
    found: dict[str, int] = {}
    for value in values:
        key, _, number = value.partition(":")
        if (told := re.fullmatch(r"\s*([0-9]{1,6})\s*", number)) is not None:
            found.setdefault(key.strip().casefold(), int(told[1]))
    return found


def _rules(root: Node) -> frozenset[str]:
    return frozenset(part.strip().casefold() for part in _text(root, "RU").split(":"))


def _variation(rules: frozenset[str]) -> str:
    return next((game for name, game in _GAMES.items() if name in rules), "backgammon")


def _tags(root: Node) -> Tags:
    told = [(key, " ".join(_text(root, name).split())) for key, name in TAGS.items()]
    own = (value for each in root if each.name == OWN_TAGS for value in each.values)
    parts = (each.partition(": ") for each in own)
    return (
        *((key, value.replace("-", ".") if key == "EventDate" else value) for key, value in told if value),
        *((key, value) for key, _, value in parts if key in CHOUETTE_TAGS and value),
    )


def _text(node: Sequence[Property], name: str) -> str:
    return next((each.value for each in node if each.name == name), "")
