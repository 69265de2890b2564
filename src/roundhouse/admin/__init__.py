"""What a host does with a house's database: proved backups, moves to another one, checks. See `roundhouse admin`."""
