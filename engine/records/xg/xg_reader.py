"""Reading eXtreme Gammon's .xg files: `read_xg_record`. They are not written: nothing here
could try what XG makes of it.

The records of 2,560 bytes are described at extremegammon.com/XGformat.aspx: a header of the match, then for
every game a header, its cube decisions and moves, and a footer.
"""

from engine.errors import InvalidRecord
from engine.i18n import phrase
from engine.match.match import Match
from engine.records.bookkeeping import with_results
from engine.records.record import MOST_GAMES, Record
from engine.records.unreadable import damaged, too_many_games
from engine.records.xg.xg_archive import MAGIC, match_file
from engine.records.xg.xg_game import GameReading
from engine.records.xg.xg_header import read_header

RECORD = 2560
"""The bytes of a record."""
_MOST_NOTES = 200
_HEADER_MATCH, _HEADER_GAME, _CUBE, _MOVE, _FOOTER_GAME, _FOOTER_MATCH = range(6)


def is_xg(data: bytes) -> bool:
    """Whether a file begins as .xg files do."""
    return data.startswith(MAGIC)


def read_xg_record(data: bytes) -> Record:
    """The match that an .xg file records, with notes; of a game that cannot be read, what
    comes before. Raises InvalidRecord.
    """
    main, notes = match_file(data)
    if len(main) < RECORD or main[8] != _HEADER_MATCH:
        raise InvalidRecord(damaged(".xg", phrase("it does not begin with the header of a match")))
    header = read_header(main[:RECORD])
    games: list[GameReading] = []
    for at in range(RECORD, len(main) - RECORD + 1, RECORD):
        record = main[at : at + RECORD]
        kind = record[8]
        if kind == _HEADER_GAME:
            if len(games) == MOST_GAMES:
                raise InvalidRecord(too_many_games(MOST_GAMES))
            games.append(GameReading(header, len(games) + 1, record))
        elif kind in (_CUBE, _MOVE, _FOOTER_GAME) and not games:
            raise InvalidRecord(damaged(".xg", phrase("a turn comes before the first game")))
        elif kind == _CUBE:
            games[-1].decision(record)
        elif kind == _MOVE:
            games[-1].move(record)
        elif kind == _FOOTER_GAME:
            games[-1].footer(record)
        elif kind != _FOOTER_MATCH and games:
            games[-1].unknown()
    read = [each.game() for each in games]
    broken = next((each.broken for each in games if each.broken), None)
    if broken is not None and not any(each.turns or each.result for each in read):
        raise InvalidRecord(damaged(".xg", broken))
    match = Match(header.length, header.white, header.black, tuple(read), header.game.id, terms=header.terms)
    match, more = with_results(match)
    found = (*notes, *(note for each in games for note in each.notes), *more)
    if len(found) > _MOST_NOTES:
        found = (*found[:_MOST_NOTES], f"there are {len(found) - _MOST_NOTES} more such notes")
    return Record(match, found, header.tags)
