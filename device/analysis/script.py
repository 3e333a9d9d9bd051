"""What GNU Backgammon is told to do, in its own Python: analyse a match, and print what it found between two lines."""

BEGIN, END = "<<<tableside", "tableside>>>"
"""The lines before and after what it found, which is JSON on one line."""

_TEXT = """
import json
import os

import gnubg

ply, threads = os.environ["TABLESIDE_PLY"], os.environ["TABLESIDE_THREADS"]
commands = ["set display off", "set automatic game off", "set threads " + threads, "set lang C"]
for kind in ("chequerplay", "cubedecision"):
    commands.append("set analysis %s evaluation plies %s" % (kind, ply))
if os.environ["TABLESIDE_CUBE"] == "off":
    commands += ["set analysis chequerplay evaluation cubeful off", "set analysis cube off"]
commands.append("load match " + os.environ["TABLESIDE_MATCH"])
for command in commands:
    gnubg.command(command)
gnubg.command("analyse match")
found = gnubg.match(1, 1, 1, 1)
for game in found["games"]:
    for record in game["game"]:
        analysis = record.get("analysis", {})
        analysis.pop("probs", None)
        moves = analysis.get("moves", [])
        if moves:
            made = moves[analysis["imove"]]
            analysis["moves"] = [{"move": each["move"], "score": each["score"]} for each in (moves[0], made)]
print("BEGIN")
print(json.dumps(found["games"], default=repr))
print("END")
"""
SCRIPT = _TEXT.replace("BEGIN", BEGIN).replace("END", END)
"""The script; what it is to do stands in its environment."""
