"""From strokes to a body: links, joints, proportions, the drawn skin. Imports ink."""
