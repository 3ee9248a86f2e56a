"""Draw: a dungeon comes in, display lists go out, written as SVG or as PDF operators."""
