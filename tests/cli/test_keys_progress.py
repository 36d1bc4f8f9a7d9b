"""Progress of long commands: the share, and an estimate once there is something to go by."""

import pytest

from kinegraph.cli.keys_summary import Remaining


@pytest.mark.parametrize(
    ("seconds", "share", "line"),
    [
        (1.0, 0.5, "Working ... 50%"),
        (10.0, 0.01, "Working ... 1%"),
        (10.0, 0.25, "Working ... 25%, about 30 s left"),
        (60.0, 0.1, "Working ... 10%, about 9 min left"),
        (60.0, 1.0, "Working ... 100%"),
    ],
)
def test_an_estimate_follows_from_time_and_share(seconds: float, share: float, line: str) -> None:
    lines: list[str] = []
    now = [100.0]
    told = Remaining(lines.append, lambda: now[0]).tell("Working")
    now[0] += seconds
    told(share)
    assert lines == [line]
