"""From strokes to motions: gestures, grammar, readers, teaching. Imports ink and props."""
