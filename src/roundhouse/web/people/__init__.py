"""Who somebody is: accounts, sessions, tokens, links by e-mail, and what each may do."""
