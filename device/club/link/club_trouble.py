"""Club trouble: what is wrong with the connection of a hub to its tables, as it may be told to whom."""

from dataclasses import dataclass

from engine.i18n import Phrase


@dataclass(frozen=True, slots=True)
class ClubTrouble:
    """What is wrong, in a sentence: the `whole` of it may name hosts and databases, and is for who has been let in;
    `public` is for everybody, None: the whole is.
    """

    whole: Phrase
    public: Phrase | None = None

    def told(self, *, whole: bool) -> Phrase:
        """The sentence for who may know the whole of it, or for who may not."""
        return self.whole if whole or self.public is None else self.public

    def __str__(self) -> str:
        return str(self.whole)
