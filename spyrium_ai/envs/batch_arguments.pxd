"""What a batch is given: seeds, and arrays with an entry for each game."""

cdef object seeds_of_games(object seed, int n)
cdef object array_of(object values, str name, str kinds, int n, str what)
