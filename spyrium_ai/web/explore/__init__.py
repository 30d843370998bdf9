"""Games and positions analysed in the browser."""
