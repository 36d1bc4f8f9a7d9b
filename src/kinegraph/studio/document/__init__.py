"""Records in one SQLite file, their edits and history, and their arrays as blobs. Imports the engine."""
