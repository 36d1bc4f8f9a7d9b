"""Output: films of scenes, and files with all of their characters. Imports the stage."""
