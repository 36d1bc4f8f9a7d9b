"""FBX files, written without any other program. Imports core, mapping and text."""
