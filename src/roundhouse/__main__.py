"""`python -m roundhouse` is the command `roundhouse`."""
from roundhouse.cli import main

main()
