"""`python -m zinegen`, and the `zinegen` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line. Ctrl-C while it loads ends it without a word, as it does later on."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from zinegen.cli import run

    run()


if __name__ == "__main__":
    main()
