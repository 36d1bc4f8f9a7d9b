"""The web server: sockets, uploads, the guard. Imports handlers."""
