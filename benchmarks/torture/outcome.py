"""Outcome: what a driver did, and what went wrong."""

from dataclasses import dataclass, field


@dataclass
class Outcome:
    """The result of one driver.

    done: How often each thing was done, by its name: {"kills": 150}.
    failures: One sentence for each loss, with what repeats it.
    """

    done: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def count(self, name: str, times: int = 1) -> None:
        """Adds to what was done."""
        self.done[name] = self.done.get(name, 0) + times
