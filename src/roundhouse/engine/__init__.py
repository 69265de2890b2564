"""What every game is made of: the contract, dice, sets of hexes, auctions."""
import copyreg

from roundhouse.engine.auction import Auction
from roundhouse.engine.pickles import auction_made_of

# A state in plain Python keeps its auction as it is.
copyreg.pickle(Auction, auction_made_of)
