"""The settings: a TOML file, checked as a whole, with a sensible value for all that it leaves out."""

from device.settings.club import HookSettings, HubSettings, MqttSettings
from device.settings.pins import ButtonSettings, BuzzerSettings, DisplaySettings, LightSettings, StripSettings
from device.settings.reading import checked_settings, find_settings_file, load_settings, parse_settings
from device.settings.tables import (
    AnalysisSettings,
    AnnounceSettings,
    CameraSettings,
    MatchSettings,
    PictureSettings,
    ProfileSettings,
    TableSettings,
    WebSettings,
    data_folder,
)
from device.settings.whole import Settings

__all__ = [
    "AnalysisSettings",
    "AnnounceSettings",
    "ButtonSettings",
    "BuzzerSettings",
    "CameraSettings",
    "DisplaySettings",
    "HookSettings",
    "HubSettings",
    "LightSettings",
    "MatchSettings",
    "MqttSettings",
    "PictureSettings",
    "ProfileSettings",
    "Settings",
    "StripSettings",
    "TableSettings",
    "WebSettings",
    "checked_settings",
    "data_folder",
    "find_settings_file",
    "load_settings",
    "parse_settings",
]
