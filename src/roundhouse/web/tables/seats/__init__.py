"""Who sits where: new tables, sitting down and getting up, bots in place of people, and seats that were lost."""
