"""The settings: a TOML file, checked as a whole, with a sensible value for all that it leaves out."""

from device.settings.reading import checked_settings, find_settings_file, load_settings, parse_settings
from device.settings.tables import (
    AnnounceSettings,
    ButtonSettings,
    BuzzerSettings,
    CameraSettings,
    DisplaySettings,
    LightSettings,
    MatchSettings,
    PictureSettings,
    ProfileSettings,
    Settings,
    StripSettings,
    TableSettings,
    WebSettings,
    data_folder,
)

__all__ = [
    "AnnounceSettings",
    "ButtonSettings",
    "BuzzerSettings",
    "CameraSettings",
    "DisplaySettings",
    "LightSettings",
    "MatchSettings",
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
