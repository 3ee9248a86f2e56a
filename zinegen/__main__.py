"""`python -m zinegen`, and the `zinegen` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from zinegen.cli import run

    run()


if __name__ == "__main__":
    main()
