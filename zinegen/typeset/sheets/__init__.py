"""The reference sheets: a dungeon comes in, pages to fill in with a keyboard or a pencil go out.

`book` says on which page of the booklet an area stands; `form` is what a sheet is made of and how it is shared out
over pages; a module a kind of sheet makes its pages; `bind` sets them all and joins them into one PDF.
"""
