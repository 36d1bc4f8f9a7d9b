"""C3D: captured markers and events. Imports core, text and mapping."""
