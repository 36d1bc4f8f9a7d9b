"""Game packs: creatures with their animations, walks and levels of detail, as files that any engine reads."""
