"""Writes web/src/protocol/generated.ts from the studio's message structs; `--check` only compares."""

from kinegraph.studio.protocol.typescript import main

if __name__ == "__main__":
    main()
