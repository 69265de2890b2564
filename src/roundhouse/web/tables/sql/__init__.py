"""Tables to rows and back, and rows for lists."""
