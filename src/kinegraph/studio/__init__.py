"""The studio: a document on disk, a server on loopback, and the messages it exchanges with pages."""
