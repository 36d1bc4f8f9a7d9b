"""Reading and writing whole files safely: bounded reads, atomic writes. Imports errors."""
