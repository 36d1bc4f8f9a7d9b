"""Targets: characters look at, reach for and follow things over what they play. Imports `mixing`."""
