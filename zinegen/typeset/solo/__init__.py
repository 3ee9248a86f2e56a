"""Solo play: a dungeon comes in, numbered paragraphs go out, as a booklet or as web pages.

`sections` finds the places and the ways between them; `rooms` writes the paragraphs of one place; `story` puts them
together and `numbers` shuffles them; `book` makes the booklet. `zinegen.publish.solo` makes the pages.
"""
