"""The memory layout of `.kinelive` records and kernel calls, written for C and TypeScript.

Imports `baked` and `exports`. `make runtime-headers` writes both files; a test writes them again and
compares.
"""
