"""The settings as a whole, and where things are by them."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from device.store.settings.club_settings import FeedSettings, HookSettings, HubSettings, MqttSettings
from device.store.settings.pin_settings import (
    ButtonSettings,
    BuzzerSettings,
    DisplaySettings,
    LightSettings,
    StripSettings,
)
from device.store.settings.table_settings import (
    AnalysisSettings,
    AnnounceSettings,
    BackupSettings,
    CameraSettings,
    MatchSettings,
    PictureSettings,
    ProfileSettings,
    TableSettings,
    WebSettings,
)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, each field a table of a TOML file; every one may be left out."""

    table: TableSettings = field(default_factory=TableSettings)
    match: MatchSettings = field(default_factory=MatchSettings)
    profile: ProfileSettings = field(default_factory=ProfileSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    pictures: PictureSettings = field(default_factory=PictureSettings)
    backup: BackupSettings = field(default_factory=BackupSettings)
    web: WebSettings = field(default_factory=WebSettings)
    announce: AnnounceSettings = field(default_factory=AnnounceSettings)
    lights: LightSettings = field(default_factory=LightSettings)
    strip: StripSettings = field(default_factory=StripSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    buzzer: BuzzerSettings = field(default_factory=BuzzerSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    analysis: AnalysisSettings = field(default_factory=AnalysisSettings)
    hub: HubSettings = field(default_factory=HubSettings)
    mqtt: MqttSettings = field(default_factory=MqttSettings)
    feed: FeedSettings = field(default_factory=FeedSettings)
    hooks: tuple[HookSettings, ...] = ()

    @property
    def board_file(self) -> Path:
        """The file of the board's model."""
        return Path(self.camera.board) if self.camera.board else self.table.data / "board.json"

    @property
    def backup_folder(self) -> Path:
        """The folder of the backups that are made by themselves."""
        return Path(self.backup.folder).expanduser() if self.backup.folder else self.table.data / "backups"

    @property
    def database_url(self) -> str:
        """The database's URL, for games on a real board."""
        return self.table.database or f"sqlite:///{self.table.data / 'tableside.db'}"

    @property
    def hub_folder(self) -> Path:
        """The folder of what a hub keeps, apart from a table's."""
        return self.table.data / "hub"

    @property
    def hub_mqtt(self) -> MqttSettings:
        """The broker as a hub goes to it: on its own computer, as a rule, unless the settings name one."""
        return self.mqtt if self.mqtt.host else replace(self.mqtt, host="127.0.0.1")

    @property
    def hub_database_url(self) -> str:
        """The URL of a hub's database."""
        return self.hub.database or f"sqlite:///{self.hub_folder / 'hub.db'}"
