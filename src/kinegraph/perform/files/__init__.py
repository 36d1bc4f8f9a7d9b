"""Packages and scripts: performances as files. Imports every other room of perform."""
