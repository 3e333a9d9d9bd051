"""Rights: what lies in a data folder belongs to those whom the folder belongs to, whoever made it.

The service runs as a user of its own; people of its group, or root, look things up beside it and bring
backups back. None of them may leave a file there that the service cannot write.
"""

import os
import stat
from pathlib import Path


def hand_over(path: Path, folder: Path) -> None:
    """Give a file or folder the owner of `folder`, where root asks for it, and let the group write where it may write
    in `folder`. Raises OSError.
    """
    there, mine = folder.stat(), path.stat()
    if os.geteuid() == 0:
        os.chown(path, there.st_uid, there.st_gid)
    if there.st_mode & stat.S_IWGRP:
        mode = stat.S_IMODE(mine.st_mode)
        wanted = mode | (0o070 if stat.S_ISDIR(mine.st_mode) else 0o060)
        if wanted != mode:
            path.chmod(wanted)
