"""A template that extends another -> a mistake where it fills a block that none of those above it prints.

Jinja passes such a block over without a word, so that one letter amiss leaves a page as it was.
"""

from __future__ import annotations

import difflib
from pathlib import Path

from jinja2 import Environment, TemplateNotFound, TemplateSyntaxError, nodes
from jinja2.compiler import CodeGenerator, Frame


def watch_blocks(env: Environment, folder: Path) -> None:
    """Have the templates of a folder looked through before they are compiled.

    A fault is a TemplateSyntaxError. Those of other folders are not looked at: in place of what they extend a layout
    may put a template that leaves blocks out.
    """

    class Watched(CodeGenerator):
        def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
            if self.filename and folder in Path(self.filename).parents:
                _look(node, self.environment, self.filename)
            super().visit_Template(node, frame)

    env.code_generator_class = Watched


def _look(tree: nodes.Template, env: Environment, file: str) -> None:
    above = _names_above(tree, env, (file,))
    for block in _outermost(tree) if above else ():
        if block.name not in above:
            near = difflib.get_close_matches(block.name, sorted(above), n=1, cutoff=0.6)
            hint = f"did you mean {near[0]!r}?" if near else f"there is: {', '.join(sorted(above))}"
            said = f"what it extends has no block {block.name!r}, so this would not be printed; {hint}"
            raise TemplateSyntaxError(said, block.lineno, None, file)


def _outermost(tree: nodes.Template) -> list[nodes.Block]:
    """The blocks that stand in no other of the same template: those inside are printed where they stand."""
    blocks = list(tree.find_all(nodes.Block))
    inside = {id(inner) for outer in blocks for inner in outer.find_all(nodes.Block)}
    return [block for block in blocks if id(block) not in inside]


def _names_above(tree: nodes.Template, env: Environment, files: tuple[str, ...]) -> set[str]:
    """The blocks of all that a template extends; none where it extends nothing, or what cannot be told beforehand.

    Args: files: the template's own, after those that extend it.
    """
    found: set[str] = set()
    for extends in tree.find_all(nodes.Extends):
        if not isinstance(extends.template, nodes.Const) or env.loader is None:
            return set()
        name = str(extends.template.value)
        try:
            source, file, _ = env.loader.get_source(env, name)
        except TemplateNotFound:
            return set()  # said where it is printed, with its line
        if file is None or file in files:
            base = f"base:{name.rpartition(':')[2]}"
            remedy = f"write {base!r}" if base in env.list_templates() else "write all of it anew"
            raise TemplateSyntaxError(f"{name!r} extends itself; {remedy}", extends.lineno, None, files[-1])
        parent = env.parse(source, name, file)
        found |= {block.name for block in parent.find_all(nodes.Block)} | _names_above(parent, env, (*files, file))
    return found
