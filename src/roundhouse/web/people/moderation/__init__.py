"""What hosts and moderators do with people's accounts, what players tell them of, and the log of all that."""
