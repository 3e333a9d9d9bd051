"""What several tests share: here, and for those of cameras in a folder of its own."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "cameras")]
