"""Doodle in the studio: pens, reading, live performance. Imports perform and creatures."""
