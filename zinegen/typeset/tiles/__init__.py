"""Cut-out tiles: a tile set and a dungeon come in, sheets to print at true size and cut go out, as pictures."""
