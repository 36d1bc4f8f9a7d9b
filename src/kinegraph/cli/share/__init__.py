"""`kinegraph share`: pages to send to a friend. Imports the engine inside functions, as all commands do."""
