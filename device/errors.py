"""The errors of the device rooms; docs/errors.md draws all of them."""


class DeviceError(RuntimeError):
    """The base of all errors of the device rooms; its text tells a person what happened and what to do next."""


class SettingsError(DeviceError):
    """A settings file that is wrong."""


class GameFileError(DeviceError):
    """A file that is to be a game of somebody's own, and makes no sense."""


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


class CertificateError(DeviceError):
    """A certificate for HTTPS that cannot be used, made or kept."""


class LibraryError(DeviceError):
    """A match that is not there, or cannot be deleted now."""


class PhotoError(DeviceError):
    """A photograph that cannot be opened, or in which no board lies where it is said to."""


class PicturesError(DeviceError):
    """The pictures of decisions cannot be kept, or are not there."""


class LightsError(DeviceError):
    """The lamps or buttons cannot be driven."""


class NotNow(DeviceError):
    """Something cannot be done at this step, or while something else is being done."""


class BrokerError(DeviceError):
    """There is no broker to be had."""


class PairingError(DeviceError):
    """A table that could not be paired with its hub."""


class WireError(DeviceError):
    """A payload that is none of ours."""
