"""BVH: a skeleton and one dense motion as text. Imports core, text and mapping."""
