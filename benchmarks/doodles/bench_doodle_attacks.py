"""Lines that copy the cards and are spoiled in one way each: which motions break.

The drawings are the examples of the gesture table itself. "to the left" is the whole line mirrored, read for
a character that turns to where its line goes. Seeds [SEED, attack, number].
"""

import argparse
from collections import Counter
from collections.abc import Sequence

import numpy as np

from benchmarks.doodles.alignment import aligned, said, word_of
from benchmarks.doodles.writers import SETTINGS
from benchmarks.synthetic.copied_cards import ATTACKS, copy_cards
from benchmarks.synthetic.writer import WrittenLine, random_words
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.doodles.line.motion import STAND
from kinegraph.doodles.line.way import read_turning

SEED, LINES, TARGET = 41, 40, 0.93
LEFT = "to the left"


def written(attack: str, number: int) -> WrittenLine:
    """The measured line of a number; its first word goes forward, as its character faces that way."""
    rng = np.random.default_rng([SEED, [*ATTACKS, LEFT].index(attack), number])
    words = random_words(rng, int(rng.integers(3, 9)))
    while words[0].backward or words[0].name == "stomp":
        words = random_words(rng, int(rng.integers(3, 9)))
    words = words[:-1] if words[-1].name == STAND else words
    line = copy_cards(words, "nothing" if attack == LEFT else attack, rng)
    if attack != LEFT:
        return line
    return WrittenLine(Stroke(line.stroke.points * [-1.0, 1.0], line.stroke.times), words)


def measure(attack: str, lines: int) -> Counter[tuple[str, str]]:
    """Pairs of words meant and read."""
    pairs: Counter[tuple[str, str]] = Counter()
    for number in range(lines):
        line = written(attack, number)
        read = [word_of(piece) for piece in read_turning(line.stroke, SETTINGS).pieces]
        pairs.update(aligned([said(word.name, word.backward, word.turns) for word in line.words], read))
    return pairs


def main(options: Sequence[str] = ()) -> bool:
    """Prints the table; True if an attack leaves fewer words right than the target."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks doodle_attacks", description=__doc__)
    asked.add_argument("--attacks", nargs="+", choices=[*ATTACKS, LEFT], default=[*ATTACKS, LEFT])
    asked.add_argument("--lines", type=int, default=LINES, help="of each attack")
    chosen = asked.parse_args(options)
    missed = False
    print(f"{chosen.lines} lines for each attack, seeds [{SEED}, attack, 0..{chosen.lines - 1}]; ", end="")
    print(f"target {TARGET:.0%} of the words")
    for attack in chosen.attacks:
        pairs = measure(attack, chosen.lines)
        words = sum(count for (meant, _), count in pairs.items() if meant != "-")
        wrong = Counter({pair: count for pair, count in pairs.items() if pair[0] != pair[1]})
        right = 1.0 - sum(wrong.values()) / words
        mistakes = "; ".join(f"{a} > {b} {count}" for (a, b), count in wrong.most_common(5))
        print(f"  {attack:24}{right:7.1%} of {words:4}   {mistakes}", flush=True)
        missed |= right < TARGET
    return missed


if __name__ == "__main__":
    main()
