"""The motion library: an index of folders, searched by figures and likeness. Imports the rest of batch."""
