"""Commands as the pages send them, checked before the referee hears of them."""
