"""Blobs: big arrays, stored once under the hash of their bytes."""

import hashlib


def blob_hash(data: bytes) -> str:
    """The name under which `data` is stored: its SHA-256, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
