"""The command line: what its commands have in common, and the commands, one a module."""
