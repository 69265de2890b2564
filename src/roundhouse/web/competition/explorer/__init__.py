"""All finished games that everybody may see, as they are found again: by what is known, by opening, by position."""
