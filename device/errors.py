"""The errors of the device rooms.

DeviceError
|-- SettingsError    a settings file that is wrong; the message lists all that is
|-- StoreError       the event log cannot be opened, read or written
|-- CodecError       text that is no event or message of ours
|-- LogError         a log whose events are well formed, but make no sense one after the other
|-- CameraError      no camera, or one that gives no pictures
|-- PicturesError    the pictures of decisions cannot be kept, or are not there
|-- LockError        somebody else works with the data folder
|-- AccessError      a PIN or a token that cannot be set
|-- BackupError      a backup that cannot be made, read or brought back
|-- AnalysisError    GNU Backgammon is not there, or did not analyse a match
|-- RecordError      a file that is no record of a match, or a format that nobody here writes
`-- LightsError      lamps or buttons that cannot be driven
"""


class DeviceError(RuntimeError):
    """The base of all errors of the device rooms; its text tells a person what happened and what to do next."""


class SettingsError(DeviceError):
    """A settings file that is wrong."""


class StoreError(DeviceError):
    """The event log cannot be opened, read or written."""


class DiaryError(DeviceError):
    """The diary of messages cannot be read or written."""


class CodecError(DeviceError):
    """A text that is no event or message of ours."""


class LogError(DeviceError):
    """A log that makes no sense: no game can have gone so."""


class CameraError(DeviceError):
    """There is no such camera, or it gives no pictures."""


class LockError(DeviceError):
    """Another process works with the data folder."""


class BackupError(DeviceError):
    """A backup that cannot be made, read or brought back."""


class AnalysisError(DeviceError):
    """GNU Backgammon is not there, or did not analyse a match."""


class HookError(DeviceError):
    """A hook that could not be told what happened."""


class RecordError(DeviceError):
    """A file that is no record of a match, or a format that nobody here writes."""


class AccessError(DeviceError):
    """A PIN or a token that cannot be set."""


class LibraryError(DeviceError):
    """A match that is not there, or cannot be deleted now."""


class PicturesError(DeviceError):
    """The pictures of decisions cannot be kept, or are not there."""


class LightsError(DeviceError):
    """The lamps or buttons cannot be driven."""
