"""The console entry point: `--version` is answered before anything else is imported."""

import sys

from sessionlens import __version__


def main() -> None:
    """Run the command line. Source of the trick: start-up cost of typer is ten times that of bare Python."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        print(f"sessionlens {__version__}")
        return
    from sessionlens.cli import run

    run()


if __name__ == "__main__":
    main()
