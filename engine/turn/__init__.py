"""What lies before the referee: the board and the dice as they were seen, and the case that is made of them."""
