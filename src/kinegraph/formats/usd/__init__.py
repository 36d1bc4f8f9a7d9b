"""USD: UsdSkel characters with samples and splines. Imports core, text and mapping."""
