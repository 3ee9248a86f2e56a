"""Typeset: a dungeon and its pictures come in, PDF pages go out."""
