"""Every spelling of a game's name that the sources have finds the game."""

import re
from pathlib import Path

import pytest

from engine.errors import UnknownGame
from engine.games import _KIN, find_game
from engine.match_formats import find_match_format

SPELLINGS = """
backgammon: Backgammon, tavlla, tavlle, Brettspiel, Wurfzabel, Table, Royal Table, Tavola reale, Tablas reales, tables, modern backgammon
portes: portes, Greek portes, doors, πόρτες
plakoto: plakoto, tapa, πλακωτό
fevga: fevga, φεύγα
short_nardy: korotkie nardy, Kurzes Backgammon, venalainen lyhyt peli, venäläinen lyhyt peli, короткие нарды, short nardy, Shesh-besh, schesch-besch, Schesch-Besch, kosha, Koscha, tavlei, тавлеи, шеш-беш
long_nardy: dlinnye nardy, Narde, pitka lautapeli, pitkä lautapeli, Langes Backgammon, long nardy, длинные нарды, nardy
tavla: tavla, tawla, Turkish tavla, Frangieh, Lahi-idan lautapeli, Lähi-idän lautapeli
persian_nard: takhte nard, kavkazskie nardy, kaukasialainen lautapeli, Persian tables, Caucasian tables, кавказские нарды, takhteh nard, takhte
esir_hapis: esir, hapis, mahbusa, mahbouseh, mahbusi
moultezim: multezim, multeci, donmece, mültezim, mülteci, dönmece, moultezim
gul_bara: gul bara, Crazy Narde, Rosespring, julbahar, gül bara, gyul bara, Rosespring Backgammon
gulbar_s4: Gulbar
hypergammon: hypergammon, Hyper-Backgammon, Hyperbackgammon
hypergammon_one: Hypergammon1, 1-chequer hypergammon
hypergammon_two: Hypergammon2, 2-chequer hypergammon
longgammon: Longgammon, long gammon
acey_deucey: acey-deucey, acey deucey, Acey Deucy
khachapuri: khachapuri, tbilisskie nardy, Tbilisi tables, Tbilisian Tables, hachapury, хачапури, тбилисские нарды, ხაჭაპური, chatschapuri, Tiflis tables
dutch: Niederlaendisches Backgammon, Niederländisches Backgammon, Dutch backgammon, Holländisches Backgammon
russian_backgammon: Russian backgammon, Russisches Backgammon
american_nardy: american nardy, Amerikanisches Backgammon, American backgammon
snake: Schlange, Die Schlange, The Snake, snake
jacquet: jacquet, Jacke
jacquet_versailles: Jacquet de Versailles
matador: matador
swedish_tables: bräde, svenskt brädspel, Swedish Tables, svensk brädspel, brade, Svensk Bradspel, trappspel
lautapeli: lautapeli, suomalainen lautapeli, Finnish game, Jäämaa
wilson_1888: Wilson 1888, Wilson
verkehren: verkeer, Verkehren, revertier, verquere, verkehr
kotra: kotra, Icelandic tables
ad_elta_stelpur: ad elta stelpur, að elta stelpur, chasing the girls
chase_nardy: Verfolgungsjagd, chase nardy
icelandic_nardy: Isländisches Backgammon, Islaendisches Backgammon, Icelandic backgammon, Icelandic nardy
puff_contrary: Puff, Kontrarpuff, Contrare Puff
puff_long: langer Puff, Lange Puff, long puff
tricktrack: Tricktrack, Trick-track
trictrac: trictrac, Grand Trictrac
toccategli: toccategli, toccadiglio, Tokkadille
tokkadille_1853: Tokkadille 1853
toc: toc
giveaway: giveaway, podavki, поддавки
tablut: tablut
ping_bei: ping bei, Ping bei shuanglu, Qidan, Khitan, 平双陆, 契丹双陆, 契丹雙陸, 北双陆, Ordinary Northern, Ordinary northern tables, Shuanglu, 双陆
north_china_tables: common tables of north China
da_jian: da jian, Interval tables, 打间双陆, 打間雙陸
hui_hui: hui hui, Muslim tables, 回回双陆, 回回雙陸
san_liang: san liang, Three-point, Chinese tables, 三梁双陆, 三梁雙陸, 汉家双陆, 漢家雙陸, Three-point tables
qi_liang: qi liang, Seven-point tables, 七梁双陆, 七梁雙陸
luo_ying: luo ying, Luoying tables, 囉贏双陆, 罗赢双陆, 罗嬴双陆, 囉贏雙陸
xia_zan: xia zan, 下赞双陆, 下攢雙陸, 下趱双陆
bu_da: bu da, No-hit tables, 不打双陆, 不打雙陸
fo: fo, Buddha tables, 佛双陆, 佛雙陸
san_dui: san dui, Three-stack, 三堆双陆, 三堆雙陸
si_jia_ba: si jia ba, 四架八双陆, 四架八雙陸, Champa, Champa tables
nan_pi: nan pi, 南皮双陆, 南皮雙陸
da_shi: da shi, Tajik, Dashi tables, 大食双陆, 大食雙陸, Tajik tables
ban_sugoroku: ban-sugoroku, Dongyi, Dongyi shuanglu, 东夷双陆, 東夷雙陸, sugoroku, 盤双六, ban sugoroku
ssang_ryuk: ssang-ryuk, Ssang-Ryouk, 쌍륙
tabula: tabula
duodecim_scripta: duodecim scripta, ludus duodecim scriptorum, XII Scripta
rencontrat: rencontrat, los romanos
ludus_anglicorum: Ludus Anglicorum, Old English
doze_canes: doze canes, los doze canes, los doze hermanos, doze hermanos, twelve dogs
emperador: emperador, el emperador, emperor
provincial: Provincial
imperial: Imperial
mughrabieh: Mughrabieh, مغربية, Tawla 31, tawula 31, 31-point tawla
laquet: Laquet
quinze_tablas: quinze tablas, las quinze tablas, Fifteen tables
tawula: Tawula, tawulah
seis_dos_e_as: seis dos e as, Seys Dos y As, seys dos e as
pareia_de_entrada: Pareia de entrada, la pareia de entrada
fallas: Fallas, Fayles, Fails, Faille
tourne_case: Tourne-case, Tourne Case, tournecase
doublets: Doublets, Dubblets, Dublets, Queen's Game
ketch_dolt: Ketch-dolt, Ketch Dolt, Catch-dolt, Catch Dolt
irish: irish
toute_table: toute table, todas tablas, Toute-Table, todas_tablas
garanguet: garanguet
yahoudieh: Yahoudieh, يهودية
kiz_tavlasi: Kız tavlası, Kiz Tavlasi
dames_rabattues: dames rabattues, Tables Rabbatuees, Tables Rabattues
"""
SPELT = [
    (name, game)
    for line in SPELLINGS.strip().splitlines()
    for game, names in [line.split(": ")]
    for name in names.split(", ")
]


@pytest.mark.parametrize(("name", "game"), SPELT)
def test_a_spelling_finds_its_game(name: str, game: str) -> None:
    assert find_game(name).id == game
    assert find_game(name.upper()).id == game


def test_a_game_of_the_sources_that_is_not_played_here_names_those_nearest_to_it() -> None:
    with pytest.raises(
        UnknownGame, match=r"'Medio Emperador' is not played here; nearest to it are Emperador"
    ):
        find_game("Medio Emperador")
    with pytest.raises(UnknownGame, match=r"'la bufa cortesa' is not played here; nearest to it are Pareia"):
        find_game("la bufa cortesa")
    assert all(_known(near) for games in _KIN.values() for near in games)
    assert not any(map(_known, _KIN))


def test_of_a_list_of_thousands_that_nobody_plays_few_are_told() -> None:
    with pytest.raises(UnknownGame) as told:
        find_match_format("pachisi," * 9000)
    assert str(told.value).count("pachisi") == 10


OTHERS_TOO = {"long_nardy", "tavla", "short_nardy", "tricktrack", "trictrac", "tablut"}
"""Games that a family's name may mean, or that a name is shared with."""


def told_names(text: str) -> list[tuple[str, set[str]]]:
    """The names in the lines `Names:` and in the headings of the games, each with the games of its section."""
    found: list[tuple[str, set[str]]] = []
    for section in re.split(r"^### (?=[AB]\d)", text, flags=re.MULTILINE)[1:]:
        heading = re.split(r" - S\d", section.splitlines()[0])[0]
        ids = {name for name in re.findall(r"`([a-z_0-9]+)`", section.split("\n## ")[0]) if _known(name)}
        ids_of_heading = re.findall(r"`([a-z_0-9]+)`", heading)
        found += [(name, ids) for name in ids_of_heading]
        listed = re.search(r"^Names: (.*?)(?:\. SOURCE|\.$|$)", section, flags=re.MULTILINE)
        if listed is None or not ids_of_heading:
            continue
        bare = re.sub(r"\([^)]*\)|S4 |\"", "", listed[1])
        for name in re.split(r"[;,/]", bare.split(" is a cousin")[0]):
            name = re.sub(r"^\s*(?:(?:fi|sq|de|ru|tr|el|bg|fa|ar|en|nl|sv|fr|ka|is|it)\s)?", "", name).strip()
            found.append((name, ids))
    for row in re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]*aliases of ([^|]+) \|", text, flags=re.MULTILINE):
        families = OTHERS_TOO | {"backgammon", "persian_nard"}
        found += [(re.sub(r"\([^)]*\)", "", name).strip(), families) for name in row[0].split(",")]
    return [each for each in found if each[0]]


def _known(name: str) -> bool:
    try:
        find_game(name)
    except UnknownGame:
        return False
    return True


def test_every_name_in_the_rules_finds_a_game_of_its_section(shared: Path) -> None:
    names = told_names((shared / "rules.md").read_text(encoding="utf-8"))
    assert len(names) > 90
    wrong = []
    for name, games in names:
        if name.endswith("_match") or name == "mixed_match":
            assert find_match_format(name)
            continue
        try:
            game = find_game(name).id
        except UnknownGame as error:
            wrong.append(str(error))
            continue
        if game not in games and not (game in OTHERS_TOO and games):
            wrong.append(f"{name} finds {game}, not one of {sorted(games)}")
    assert not wrong
