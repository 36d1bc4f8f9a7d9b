"""Scene files for the tests and the fuzzer."""

BEN = """
characters:
  - name: ben
    from: cast:bear
"""
MANY = """
name: Meeting
length: 6
fps: 24
light: light
characters:
  - name: ben
    from: cast:bear
    at: [1, 2]
    facing: 90
    clips:
      - {play: walk, trim: [0.5, 2], speed: 0.5}
      - {play: wave, fade: 0.4, repeat: 2}
    layers:
      - parts: {head: 1, left arm: 0.5}
        kind: additive
        clips: [{play: looking around, start: 1, weight: 0.7}]
    targets:
      - {look: fay.head, start: 1, stop: 2}
      - {reach: ball, part: left arm, weight: 0.5}
  - {name: fay, from: "cast:figure", at: [1, 0.1, 4], facing: 180}
props:
  - {name: ball, kind: ball, at: [0, 0, 1], size: 0.4, push: [0, 0, 1]}
  - {name: cup, kind: box, at: [1, 0.4, 2.2], size: [0.1, 0.2, 0.1], held: [{by: ben, start: 1, stop: 2}]}
shake_hands: [ben, fay]
shots:
  - {at: [4, 1, 4], look_at: ben.head}
  - {start: 3, follow: fay, keys: [{time: 3, at: [1, 1, 1], look_at: ball}, {time: 5, at: [2, 1, 1]}]}
"""
