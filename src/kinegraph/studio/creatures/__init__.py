"""Creatures in the studio: the maker, animations and what creatures play. Imports perform."""
