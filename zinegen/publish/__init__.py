"""Publish: a dungeon and its pictures come in, a site goes out."""
