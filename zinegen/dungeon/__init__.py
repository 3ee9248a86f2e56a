"""The dungeon itself: its records, its geometry, its fairness, its file."""
