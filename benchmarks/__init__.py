"""Speed, told as ratios to what a user would otherwise use; `make bench` runs them all."""
