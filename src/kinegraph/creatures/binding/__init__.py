"""An animation meets a body: selection, ownership, variants, specialization. Imports body and animation."""
