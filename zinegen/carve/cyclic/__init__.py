"""Cyclic dungeons (document 003): dice come in, levels that are cycles of cycles go out."""
