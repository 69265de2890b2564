"""The house without a server: one static folder in which a browser is the whole house. `make site` writes it."""
