"""The messages between page and server, as typed structs. Imports document."""
