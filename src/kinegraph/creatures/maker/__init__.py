"""From a plan to a creature: parts, limbs, coat, plan files and plan edits. Imports body."""
