"""The commands of `tableside`, one a module, each named as the command is; a new module
in this folder is a new command.
"""
