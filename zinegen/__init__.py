"""zinegen, a print shop for dungeons."""

__version__ = "0.1.0"
