"""The commands of `kinegraph creatures`; they import the engine inside their functions."""
