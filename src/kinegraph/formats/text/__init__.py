"""Text files as tokens, numbers and typed structures, with errors that give the line. Imports core."""
