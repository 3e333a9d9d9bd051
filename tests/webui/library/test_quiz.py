"""A quiz of one's own mistakes: asked, answered, and kept back while a game is on whose profile allows no aid."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec

from playing import Told

from device.library.analysis.analysis_values import Analysis, GameJudged, PlayJudged, Totals, TurnJudged
from device.library.analysis.studying import studied
from device.library.brought import brought_matches
from device.library.match_library import Library
from device.library.matches.analyses import state_of
from device.library.quiz import questions_of
from engine.board import Side
from engine.dice import Roll
from engine.match.match import CheckerTurn, Score
from engine.plays.legal import legal_plays
from engine.plays.notation import written
from engine.profile import profile_of
from engine.records.codes.game_standing import MOST_LENGTH
from webui.app import create_app

OLD = b""" 1 point match

 Game 1
 Ida : 0                              Otto : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
     Wins 1 point and the match
"""


def judge(library: Library, number: int) -> list[tuple[Side, str, str]]:
    """Every play of a match called a blunder; who made it, what it was, and what is said to be better."""
    shown = library.story(number, admitted=True)
    assert shown is not None
    match, turns, found = shown.story.match, list[TurnJudged](), list[tuple[Side, str, str]]()
    game = match.games[0]
    rules, position = match.rules(game), game.start
    for place, turn in enumerate(game.turns, 1):
        assert isinstance(turn, CheckerTurn) and isinstance(turn.roll, Roll)
        plays = [
            (written(rules, position, turn.side, each.play), each.play)
            for each in legal_plays(rules, position, turn.side, turn.roll)
        ]
        made = written(rules, position, turn.side, turn.play)
        better, play = next(((text, each) for text, each in plays if text != made), (None, None))
        if better is not None and play is not None:
            found.append((turn.side, made, better))
            moves = tuple((each.origin, each.target) for each in play.moves)
            judged = PlayJudged(turn.roll.dice, made, -0.2, better, 0.0, 0.2, moves)
            turns.append(TurnJudged(place, turn.side, play=judged))
        position = turn.after
    blunders = {side: Totals(moves=2, turns=4, decisions=2, error_play=0.4, blunders=2) for side in Side}
    analysis = studied(match, Analysis("x", 0, (GameJudged(1, blunders, tuple(turns)),)))
    library.keep_analysis(number, state_of(shown.story), analysis)
    return found


def test_a_quiz_asks_for_the_better_play_and_tells_it_then(against_cleo: Callable[..., Told]) -> None:
    told = against_cleo()
    library = Library(told.service)
    try:
        client = create_app(told.service, library=library).test_client()
        assert "No mistake is known yet" in client.get("/players/anna/quiz").text
        mistakes = judge(library, 2)
        assert 'href="/players/Anna/quiz"' in client.get("/players/anna").text
        shown = library.story(2, admitted=False)
        assert shown is not None
        for side, name in ((Side.WHITE, "anna"), (Side.BLACK, "ben")):
            own = [each[1:] for each in mistakes if each[0] is side]
            questions = questions_of(shown, side)
            assert [(each.choices[each.made], each.choices[each.best]) for each in questions] == own and own
            assert all(each.standing.to_play is Side.WHITE and len(each.choices) > 1 for each in questions)
            asked = client.get(f"/players/{name}/quiz").text
            answers = re.findall(r'href="(\?match=2&amp;at=1&amp;choice=\d)">([^<]+)', asked)
            assert {text for _, text in answers} == set(questions[0].choices)
            assert "which lost" not in asked
            right = next(html.unescape(link) for link, text in answers if text == own[0][1])
            assert f"Right: {own[0][1]}." in client.get(f"/players/{name}/quiz{right}").text
            wrong = next(html.unescape(link) for link, text in answers if text == own[0][0])
            after = client.get(f"/players/{name}/quiz{wrong}").text
            assert f"{own[0][1]} is better." in after and "0.200" in after
            german = {"Accept-Language": "de"}
            assert "0,200" in client.get(f"/players/{name}/quiz{wrong}", headers=german).text
        games = [
            replace(each, game=replace(each.game, score=Score(MOST_LENGTH + 1, 0)))
            for each in shown.story.games
        ]
        odd_view = replace(shown, story=replace(shown.story, games=tuple(games)))
        assert questions_of(odd_view, Side.WHITE) == (), "no code tells such a score"
        for odd in ("?match=x&at=-4&choice=99", "?match=99", "?match=2&at=77"):
            assert client.get(f"/players/anna/quiz{odd}").status_code == 200
        assert client.get("/players/nobody/quiz").status_code == 404

        (brought,) = brought_matches(OLD)
        mistakes = judge(library, number := library.take_in(brought))
        if find_spec("ogxm") is not None:
            file = library.download(number, "ogxm", admitted=True)
            library.delete(number, for_good=True)
            assert file is not None
            (brought,) = brought_matches(file.data)
            again = library.story(library.take_in(brought), admitted=True)
            assert again is not None and again.analysis is not None, "what the file says of its plays is kept"
            assert len(questions_of(again, Side.WHITE)) == sum(each[0] is Side.WHITE for each in mistakes)
        table = told.service.broadcaster
        table.post(replace(table.latest(), seq=table.latest().seq + 1, simulated=True))
        for name, made_up in (("anna", True), ("ida", False)):
            page = client.get(f"/players/{name}/quiz").text
            assert ('data-field="made-up" aria-label="Simulated">' in page) is made_up and "choice=" in page
    finally:
        library.close()


def test_while_a_game_without_aids_is_on_nothing_is_asked(against_cleo: Callable[..., Told]) -> None:
    told = against_cleo(profile=profile_of("tournament"))
    library = Library(told.service)
    try:
        judge(library, 2)
        page = create_app(told.service, library=library).test_client().get("/players/anna/quiz").text
        assert "does not allow before the game is over" in page and "choice=" not in page
    finally:
        library.close()
