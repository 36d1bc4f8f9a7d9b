"""A class: one server, a document and a process for each student, a page for the teacher. Imports server."""
