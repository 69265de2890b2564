"""Pages beside the tables: home, lists, accounts, settings, rules."""
