"""glTF 2.0: characters, skins, clips and keyed animations. Imports core, text and mapping."""
