"""Where the setups and deals of a game come from, as records and saved games say it."""

SEEDED = "seed"  # the dealer draws them
MANUAL = "manual"  # people type what lies on their table
DEALS = (SEEDED, MANUAL)
