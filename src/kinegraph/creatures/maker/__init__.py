"""The creature maker: plans, parts, limbs, coats, plan files and plan edits. Imports body."""
