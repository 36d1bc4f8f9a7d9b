"""Files: scene files in YAML, and the characters and motions that they name. Imports the stage."""
