"""Frame by frame: evaluation, stepping, actors and herds. Imports binding, gait and ik."""
