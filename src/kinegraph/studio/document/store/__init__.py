"""The SQLite file of a document: opening, checking, following and compacting it. Imports only core errors and
`document.blobs`.
"""
