"""What is installed: the versions of packages, this one's own among them."""

from importlib.metadata import PackageNotFoundError, version


def installed_version(package: str = "tableside") -> str:
    """The version of a package; empty where it is not installed, as in a folder of sources."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
