"""Commands for scenes, and for motions of one character on another, one a file."""
