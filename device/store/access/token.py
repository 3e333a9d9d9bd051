"""Tokens, by which programs are let in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """A program that may do what the referee may: its number, what people call it, when it was let in (Unix time)."""

    id: int
    name: str
    made: float
    digest: str

    def as_json(self) -> dict[str, object]:
        """What the desk shows of it."""
        return {"id": self.id, "name": self.name, "made": self.made}
