"""Load on a class's server: pages that perform all at once, and a week's use at speed."""
