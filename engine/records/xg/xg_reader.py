"""Reading eXtreme Gammon's .xg files: `read_xg_record`.

The records of 2,560 bytes are described at extremegammon.com/XGformat.aspx: a header of the match, then for
every game a header, its cube decisions and moves, and a footer.
"""

from engine.errors import InvalidRecord
from engine.i18n import phrase
from engine.match.match import Match
from engine.records.bookkeeping import with_results
from engine.records.record import MOST_GAMES, Record
from engine.records.result_remarks import Told, results_told
from engine.records.unreadable import damaged, too_many_games
from engine.records.xg.xg_archive import MAGIC, comments_in, match_file
from engine.records.xg.xg_game import GameReading
from engine.records.xg.xg_header import read_header
from engine.records.xg.xg_records import AT_KIND, RECORD, XgEntry, text_of

_MOST_NOTES = 200


def is_xg(data: bytes) -> bool:
    """Whether a file begins as .xg files do."""
    return data.startswith(MAGIC)


def read_xg_record(data: bytes) -> Record:
    """The match that an .xg file records, with notes; of a game that cannot be read, what
    comes before. Raises InvalidRecord.
    """
    main, notes = match_file(data)
    if len(main) < RECORD or main[AT_KIND] != XgEntry.HEADER_MATCH:
        raise InvalidRecord(damaged(".xg", phrase("it does not begin with the header of a match")))
    header = read_header(main[:RECORD])
    games: list[GameReading] = []
    for at in range(RECORD, len(main) - RECORD + 1, RECORD):
        record = main[at : at + RECORD]
        kind = record[AT_KIND]
        if kind == XgEntry.HEADER_GAME:
            if len(games) == MOST_GAMES:
                raise InvalidRecord(too_many_games(MOST_GAMES))
            games.append(GameReading(header, len(games) + 1, record))
        elif kind in (XgEntry.CUBE, XgEntry.MOVE, XgEntry.FOOTER_GAME) and not games:
            raise InvalidRecord(damaged(".xg", phrase("a turn comes before the first game")))
        elif kind == XgEntry.CUBE:
            games[-1].decision(record)
        elif kind == XgEntry.MOVE:
            games[-1].move(record)
        elif kind == XgEntry.FOOTER_GAME:
            games[-1].footer(record)
        elif kind != XgEntry.FOOTER_MATCH and games:
            games[-1].unknown()
    read = [each.game() for each in games]
    broken = next((each.broken for each in games if each.broken), None)
    if broken is not None and not any(each.turns or each.result for each in read):
        raise InvalidRecord(damaged(".xg", broken))
    match = Match(header.length, header.white, header.black, tuple(read), header.game.id, terms=header.terms)
    match, more = with_results(match, said=_said(games, data))
    found = (*notes, *(note for each in games for note in each.notes), *more)
    if len(found) > _MOST_NOTES:
        found = (
            *found[:_MOST_NOTES],
            phrase("there are {count} more such notes", count=len(found) - _MOST_NOTES),
        )
    return Record(match, found, header.tags)


def _said(games: list[GameReading], data: bytes) -> Told:
    """The results that remarks of ours tell, at the ends of the games."""
    if all(game.comment < 0 for game in games):
        return {}
    comments = dict(enumerate(comments_in(data)))
    return results_told(
        {number: text_of(comments.get(game.comment, "")) for number, game in enumerate(games, 1)}
    )
