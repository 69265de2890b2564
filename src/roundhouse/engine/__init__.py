"""What every game is made of: the contract, dice, sets of hexes, auctions."""
