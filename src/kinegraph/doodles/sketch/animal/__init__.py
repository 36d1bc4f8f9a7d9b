"""Four-legged animals from the side: drawings become creatures. Imports ink, sketch and sketch/front."""
