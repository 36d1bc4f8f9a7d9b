"""Maya: Python scripts that set keys with weighted tangents. Imports core, mapping and text."""
