"""Carve: a recipe comes in, a dungeon of bare walls goes out. Dice are rolled here."""
