"""What several tests of cameras share lies in a folder of its own."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "cameras"))
