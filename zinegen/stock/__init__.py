"""Stock: a carved dungeon comes in, the same with its inhabitants, treasure and written keys goes out."""
