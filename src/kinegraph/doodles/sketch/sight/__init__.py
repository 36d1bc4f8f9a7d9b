"""The sight: a small fitted network that sees what a drawing shows. Imports only ink and arrays."""
