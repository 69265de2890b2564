"""How messages get out: connections to mail servers and to the addresses of others, with deadlines and rules."""
