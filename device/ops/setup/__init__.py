"""The set-up wizard behind its pages: from a camera out of the box to the first game, step by step.

Steps and verdicts are values and pure functions; `wizard.Wizard` holds them together for everybody who sets
the table up, and does what is slow in a thread of its own.
"""
