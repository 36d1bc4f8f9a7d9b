"""The report of a batch: pages with pictures, errors and figures, and a CSV. Imports the rest of batch."""
