"""A table as a value, and what follows from it: no database, no request, no clock of the machine."""
