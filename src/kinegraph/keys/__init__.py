"""Salient poses: dense motion in, the few keyposes and breakdowns that an animator would have set out."""
