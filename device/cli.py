"""The front door: the command `tableside`. Heavy things are imported by the commands that need them."""

import json
import logging
import signal
import sys
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from device import (
    analyse_command,
    cameras_command,
    hooks_command,
    hub_command,
    installing,
    position_command,
    records_command,
    setup,
    signalling,
    upkeep,
    workshop,
)
from device.frontdoor import (
    DATA,
    FAILED,
    FILE,
    GAME_OPTION,
    JSON_OPTION,
    NO,
    PROFILE_OPTION,
    BoardNotFound,
    FrontDoor,
    print_json,
    say,
    with_agreed,
    with_board,
    write_picture,
    write_text,
)
from device.redacting import RedactingFormatter

if TYPE_CHECKING:
    from device.access import Access
    from device.settings import ProfileSettings, Settings
    from engine.board import Shape
    from engine.profile import Profile
    from engine.rules import Rules
    from vision.board_model import BoardModel
    from vision.frame import Picture
    from vision.rectify import Corners

T = TypeVar("T")
_log = logging.getLogger(__name__)


def _way_in(access: "Access", page: str) -> str:
    """How somebody gets to change anything: by the PIN, or by the code for who is to set one."""
    if access.code is None:
        where = (
            "is the one in the settings"
            if access.is_given
            else "has been set: `tableside pin --forget` undoes it"
        )
        return f"The referee's PIN {where}."
    return f"Set it up, and a PIN for the referee, at {page}setup with the code {access.code}."


def _version() -> str:
    try:
        return version("tableside")
    except PackageNotFoundError:
        return "from a folder in which it is not installed"


@click.group(cls=FrontDoor, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(_version(), prog_name="tableside")
@click.option(
    "--debug", is_flag=True, help="Log everything, and show where in the program an error came from."
)
def main(debug: bool) -> None:
    """A referee and a scribe for backgammon and its relatives, played on a real board in front of a camera."""
    level = logging.DEBUG if debug else logging.WARNING
    to_terminal = logging.StreamHandler()
    to_terminal.setFormatter(RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level, handlers=[to_terminal], force=True)


@main.command()
@click.option(
    "--camera", metavar="NAME|FILE|URL", help="Where the pictures come from; by default the best there is."
)
@click.option(
    "--board",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="The board's model, as `tableside calibrate` makes it; by default board.json in the data folder.",
)
@click.option("--lights", metavar="NAME", help="What the lamps hang on: auto, gpio, simulated, off.")
@with_agreed
@PROFILE_OPTION
@click.option("--host", metavar="H", help="The address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), metavar="P", help="The port to listen on.")
@click.option("--data", type=DATA, help="The folder of the log and the board.")
@click.option("--config", type=FILE, metavar="FILE", help="The settings file.")
@click.option(
    "--diary",
    type=FILE,
    metavar="FILE",
    help="Keep every message there, so that the evening can be refereed again.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in this computer's browser.")
def run(
    camera: str | None, board: Path | None, lights: str | None, game: str | None, options: Sequence[str],
    match_length: int | None, terms: Sequence[str], host: str | None, port: int | None, data: Path | None,
    config: Path | None, diary: Path | None, open_page: bool, profile: str | None,
) -> None:  # fmt: skip
    """Referee a table until Ctrl-C: camera, lamps, log and pages."""
    from device.agreed import agreed

    settings = _settings(config)
    settings = _with_chosen(replace(settings, table=_but(settings.table, data=data)), camera=camera is None)
    settings = replace(
        settings,
        camera=_but(settings.camera, source=camera, board=None if board is None else str(board)),
        lights=_but(settings.lights, backend=lights),
        match=agreed(settings.match, game, match_length, options, terms),
        profile=settings.profile if profile is None else _profile_settings(profile),
        web=_but(settings.web, host=host, port=port),
    )
    from device.address import addresses
    from device.doctor import Health, check_port
    from device.running import start_table
    from device.systemd import manager_here
    from webui import serve

    free = check_port(settings.web.host, settings.web.port)
    if free.health is not Health.OK:
        raise click.ClickException(f"{free.found}: choose another with --port")
    # Its complaints that somebody had to wait a moment are for nobody in the room.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    running = start_table(settings, diary, waits=camera is None)
    pages = addresses(settings.web.host, settings.web.port)
    manager = manager_here(running.service, settings.web)

    def end(*_: object) -> None:
        # Followers of the event stream hold a thread each until the board is closed.
        running.service.close_boards()
        raise SystemExit

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)

    def ready() -> None:
        where = " or ".join(pages)
        click.echo(f"Open {where} on any phone in the room.")
        click.echo(_way_in(running.service.access, pages[0]))
        click.echo(
            f"Camera: {running.camera}. Lamps: {running.lights}. Ctrl-C ends it; nothing that was shown is lost."
        )
        for each in running.missing:
            click.echo(f"Missing: {each}.")
        manager.start()
        if open_page:
            webbrowser.open(f"http://127.0.0.1:{settings.web.port}/")

    try:
        serve(
            running.service,
            settings.web.host,
            settings.web.port,
            ready,
            running,
            settings.announce.language,
            running.setup,
            settings.web.names.split(","),
            running.library,
        )
    except SystemExit:
        _log.info("told to end")
    finally:
        manager.stop()
        running.stop()


@main.command()
@click.argument("images", type=FILE, nargs=-1, required=True, metavar="IMAGE...")
@with_board
@GAME_OPTION
@click.option(
    "--overlay", type=FILE, metavar="OUT.png", help="Write the picture with what was read drawn in."
)
@JSON_OPTION
def read(
    images: Sequence[Path], board: Path | None, corners: "Corners | None", game: str | None, overlay: Path | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Read what stands on the board in pictures."""
    _one_board(board, corners)
    if overlay is not None and len(images) > 1:
        raise click.UsageError("--overlay takes one picture at a time")
    from device.boards import examined
    from device.errors import DeviceError
    from device.readings import reading_json, reading_text
    from vision.errors import VisionError
    from vision.frame import load_picture

    rules, shape = _game(game), _shape(game)
    status = 0
    for image in images:
        try:
            picture = load_picture(image)
            model = _model(board, corners, picture, shape)
            observation, tops = examined(model, picture)
        except (VisionError, DeviceError, BoardNotFound) as error:
            say(f"{image}: {error}")
            status = max(status, NO if isinstance(error, BoardNotFound) else FAILED)
            continue
        if overlay is not None:
            from vision.overlay import overlay as draw

            write_picture(overlay, draw(picture, model, observation, tops))
        if as_json:
            print_json(reading_json(str(image), observation, rules))
        else:
            click.echo(reading_text(str(image), observation, rules))
    sys.exit(status)


@main.command()
@click.argument("film", type=FILE)
@with_board
@click.option(
    "--near",
    type=click.Choice(["light", "dark"]),
    default=None,
    help="Which checkers the near player has, where the film does not begin with a starting position.",
)
@with_agreed
@PROFILE_OPTION
@JSON_OPTION
@click.option(
    "-o",
    "output",
    type=FILE,
    metavar="match.mat",
    help="Where the record is written: .mat, .sgf, .json or .txt.",
)
def watch(
    film: Path, board: Path | None, corners: "Corners | None", near: str | None, game: str | None,
    options: Sequence[str], match_length: int | None, terms: Sequence[str], as_json: bool, output: Path | None,
    profile: str | None,
) -> None:  # fmt: skip
    """Watch a film of a game as fast as possible, and write its record."""
    _one_board(board, corners)
    from device.agreed import agreed
    from device.film import length_of, watch_film
    from device.records.converting import written_for
    from device.settings import MatchSettings
    from device.telling import watched_json
    from engine.board import Kind
    from vision.board_model import BoardModel

    match = agreed(MatchSettings(length=0), game, match_length, options, terms)
    refereed = _profile(profile)
    where = BoardModel.load(board) if board else corners
    assert where is not None
    total, _ = length_of(film)
    with click.progressbar(
        length=total, label="watching", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        watched = _board_or_no(
            lambda: watch_film(
                film, where, near=Kind(near) if near else None, programme=match.programme,
                match_length=match.length, terms=match.terms, profile=refereed, progress=lambda done, _: bar.update(done - bar.pos),
            )
        )  # fmt: skip
    record = written_for(output or Path("match.mat"), watched.record)
    if output is not None:
        write_text(output, record.text, record.remarks)
    if as_json:
        print_json(watched_json(watched))
    elif output is None:
        click.echo(record.text, nl=False)
    else:
        click.echo(f"{len(watched.record.games)} games in {output}, {watched.frames} frames.")


@main.command()
@click.argument("game", metavar="ID", required=False)
@click.option(
    "--terms", "what", flag_value="terms", help="What can be agreed on for a match: cube, stakes, Crawford."
)
@click.option(
    "--profiles", "what", flag_value="profiles", help="How a match can be refereed: at home, in a tournament."
)
@click.option(
    "--traditions", "what", flag_value="traditions", help="What rolls can be called in several languages."
)
@JSON_OPTION
def games(game: str | None, what: str | None, as_json: bool) -> None:
    """List the games, or tell one's rules; or list what else can be agreed on."""
    from device import agreements
    from device.catalogue import game_json, game_lines, game_text, listed
    from engine.games import all_games, find_game
    from engine.programmes import all_series, find_series

    if what is not None:
        if game is not None:
            raise click.UsageError(f"--{what} is the same for every game: leave {game!r} out")
        told, text = agreements.LISTS[what]
        if as_json:
            for each in told():
                print_json(each)
        else:
            click.echo(text())
    elif game is not None:
        found = find_series(game) or find_game(game)
        if as_json:
            print_json(game_json(found, with_rules=True))
        else:
            click.echo(game_text(found))
    else:
        everything = listed(all_games(), all_series())
        if as_json:
            for one in everything:
                print_json(game_json(one))
        else:
            click.echo(game_lines(everything))


@main.command()
@click.option("--game", metavar="ID", help="The game, by id or name; see `tableside games`.")
@click.option(
    "--position", metavar="P", help="The position, like 'W: 24(2) 13(5) 8(3) 6(5) B: 24(2) 13(5) 8(3) 6(5)'."
)
@click.option("--roll", metavar="3-1", help="The roll, in a game with dice.")
@click.option("--to-play", type=click.Choice(["W", "B"]), default="W", help="Whose turn it is.")
@click.option(
    "--option", "options", multiple=True, metavar="K=V", help="A variation of the game; may be repeated."
)
@click.option("--batch", is_flag=True, help="Answer questions on standard input, one object of JSON a line.")
@JSON_OPTION
def plays(
    game: str | None, position: str | None, roll: str | None, to_play: str, options: Sequence[str], batch: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """List the legal plays of a roll."""
    from device.plays import answer, answer_json, asked_of, option_of, playable

    if batch:
        if game or position or roll or options:
            raise click.UsageError("with --batch the questions are read from standard input")
        for line in sys.stdin.buffer:
            if line.strip():
                print_json(answer_json(_json_or_none(line)))
        return
    if not (game and position):
        raise click.UsageError(
            "give --game, --position and --roll, or --batch; only a game without dice has no --roll"
        )
    agreed = dict(map(option_of, options))
    asked = asked_of(
        {"game": game, "position": position, "roll": roll or None, "to_play": to_play, "options": agreed}
    )
    if as_json:
        print_json(answer(asked))
        return
    for play in playable(asked):
        ends = f"  ({play.ends})" if play.ends else ""
        click.echo(f"{play.notation or 'cannot play':<24} {play.result}{ends}")


@main.command()
@click.option("-o", "output", type=FILE, required=True, metavar="film.mp4", help="Where the film is written.")
@click.option("--truth", type=FILE, metavar="truth.json", help="Where the truth about it is written.")
@with_agreed
@PROFILE_OPTION
@click.option("--seed", type=int, default=0, metavar="N", help="The same number makes the same film.")
@click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), help="How long the film lasts at most."
)
def simulate(
    output: Path, truth: Path | None, game: str | None, options: Sequence[str], match_length: int | None,
    terms: Sequence[str], seed: int, seconds: float | None, profile: str | None,
) -> None:  # fmt: skip
    """Make a film of a simulated game, hands, mistakes and all."""
    from device.agreed import agreed
    from device.settings import MatchSettings
    from device.simulate import write_film

    match = agreed(MatchSettings(length=0), game, match_length, options, terms)
    film = write_film(
        output, truth, match.programme, seed, match_length=match.length, terms=match.terms, seconds=seconds,
        profile=_profile(profile),
    )  # fmt: skip
    click.echo(f"{film.frames} frames, {film.seconds:.0f} s, {film.games} games in {output}.")


def _serve_hub(*hub_and_place: Any) -> None:
    from webui.hub import serve_hub

    serve_hub(*hub_and_place)


def _settings(config: Path | None) -> "Settings":
    from device.settings import find_settings_file, load_settings

    return load_settings(config or find_settings_file())


def _with_chosen(settings: "Settings", *, camera: bool) -> "Settings":
    """The settings with what was chosen in the set-up; a file of that which is damaged is told of, and counts for nothing."""
    from device.errors import SettingsError
    from device.settings.chosen import with_chosen

    try:
        return with_chosen(settings, camera=camera)
    except SettingsError as error:
        say(error)
        return settings


def _but(table: Any, **changes: object) -> Any:
    """A table of settings with those changed that the command line names."""
    return replace(table, **{name: value for name, value in changes.items() if value is not None})


def _game(name: str | None) -> "Rules | None":
    from engine.games import find_game

    return None if name is None else find_game(name)


def _shape(name: str | None) -> "Shape | None":
    rules = _game(name)
    return None if rules is None else rules.shape


def _profile(name: str | None) -> "Profile":
    from engine.profile import profile_of

    return profile_of(name or "home")


def _profile_settings(name: str) -> "ProfileSettings":
    """A profile as it is: one that is named on the command line takes nothing from the settings file."""
    from device.settings import ProfileSettings

    return ProfileSettings(name)


def _one_board(board: Path | None, corners: "Corners | None") -> None:
    if (board is None) == (corners is None):
        raise click.UsageError("say where the board is, either with --board board.json or with --corners")


def _model(
    board: Path | None, corners: "Corners | None", picture: "Picture", shape: "Shape | None"
) -> "BoardModel":
    from device.boards import loaded, measured

    if board is not None:
        return loaded(board, shape)
    assert corners is not None
    return _board_or_no(lambda: measured(corners, picture, shape))


def _board_or_no(make: Callable[[], T]) -> T:
    from vision.errors import PictureError

    try:
        return make()
    except PictureError as error:
        raise BoardNotFound(str(error)) from error


def _json_or_none(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


for _command in (
    cameras_command.cameras, setup.calibrate, setup.markers, upkeep.doctor, upkeep.backup, upkeep.restore,
    records_command.check, records_command.convert, position_command.position, hooks_command.hooks, analyse_command.analyse,
    workshop.keep, workshop.bench,
    installing.address, installing.settings, installing.pin, installing.wiring, signalling.signals,
    hub_command.hub_command(_serve_hub),
):  # fmt: skip
    main.add_command(_command)

if __name__ == "__main__":
    main()
