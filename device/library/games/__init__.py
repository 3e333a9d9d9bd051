"""The games as people and programs ask about them: which there are, what is agreed on, plays, positions, chances."""
