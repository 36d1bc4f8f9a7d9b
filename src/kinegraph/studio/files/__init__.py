"""Import, export and films. Imports every room before it."""
