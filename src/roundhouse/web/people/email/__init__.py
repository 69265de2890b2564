"""What belongs to addresses of e-mail: letters, the links in them, and how an account comes to another address."""
