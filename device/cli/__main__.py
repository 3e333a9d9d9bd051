"""`python -m device.cli` is the command `tableside`."""

from device.cli.main import main

main()
