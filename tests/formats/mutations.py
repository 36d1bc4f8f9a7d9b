"""Files gone wrong, for fuzzing readers: a valid file with a few mutations, as hypothesis can shrink them."""

from hypothesis import strategies as st

_EXTREMES = [b"\xff\xff", b"\xff\x7f", b"\x00\x80", b"\x00\x00"]
_NUMBERS = [b"nan", b"inf", b"-1", b"0", b"1e308", b"1e-320", b"999999999999999999999", b"0.1.2", b"", b"1e5"]


@st.composite
def mutated_text(draw: st.DrawFn, seed: bytes) -> bytes:
    """A text file with up to six mutations of bytes, words or lines."""
    data = seed
    for _ in range(draw(st.integers(1, 6))):
        data = draw(st.sampled_from([_flip, _delete, _duplicate, _truncate, _word, _swap_lines, _insert]))(
            draw, data
        )
    return data


@st.composite
def mutated_binary(draw: st.DrawFn, seed: bytes, head: int) -> bytes:
    """A binary file with up to six mutations, most of them in its first `head` bytes, where lengths are."""
    data = bytearray(seed)
    for _ in range(draw(st.integers(1, 6))):
        if not data:
            break
        reach = min(head if draw(st.integers(0, 4)) else len(data), len(data))
        place = draw(st.integers(0, reach - 1))
        kind = draw(st.sampled_from(["byte", "extreme", "delete", "duplicate", "truncate"]))
        if kind == "byte":
            data[place] = draw(st.integers(0, 255))
        elif kind == "extreme":
            data[place : place + 2] = draw(st.sampled_from(_EXTREMES))
        elif kind == "delete":
            del data[place : place + draw(st.integers(1, 64))]
        elif kind == "duplicate":
            data[place:place] = data[place : place + draw(st.integers(1, 64))]
        else:
            del data[place:]
    return bytes(data)


def _place(draw: st.DrawFn, data: bytes) -> int:
    return draw(st.integers(0, len(data)))


def _flip(draw: st.DrawFn, data: bytes) -> bytes:
    place = _place(draw, data)
    return data[:place] + bytes([draw(st.integers(0, 255))]) + data[place + 1 :]


def _delete(draw: st.DrawFn, data: bytes) -> bytes:
    place = _place(draw, data)
    return data[:place] + data[place + draw(st.integers(1, 40)) :]


def _duplicate(draw: st.DrawFn, data: bytes) -> bytes:
    place = _place(draw, data)
    part = data[place : place + draw(st.integers(1, 200))]
    return data[:place] + part * draw(st.integers(1, 20)) + data[place:]


def _truncate(draw: st.DrawFn, data: bytes) -> bytes:
    return data[: _place(draw, data)]


def _insert(draw: st.DrawFn, data: bytes) -> bytes:
    place = _place(draw, data)
    return data[:place] + draw(st.binary(min_size=1, max_size=8)) + data[place:]


def _word(draw: st.DrawFn, data: bytes) -> bytes:
    words = data.split(b" ")
    words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(_NUMBERS))
    return b" ".join(words)


def _swap_lines(draw: st.DrawFn, data: bytes) -> bytes:
    lines = data.split(b"\n")
    one, two = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


_TEXT_MUTATIONS = [_flip, _delete, _duplicate, _truncate, _word, _swap_lines, _insert]
