"""Tables and everything that can be done at one: a service for each concern, given what it needs."""
