"""The `pitboss` command: a group that imports a command only when it is called.

Each entry names the function and the line that `--help` shows for it, so that listing the commands,
or running a quick one, never pays for the imports of a slow one.
"""

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec, resolve_name
from typing import NamedTuple

import click

from pitboss import __version__
from pitboss.errors import PitbossError

EXIT_USAGE = 2
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells count it


class Loader(NamedTuple):
    target: str  # "module:function"; a module that begins with a dot is one of `pitboss.commands`
    help: str

    @property
    def module(self) -> str:
        return resolve_name(self.target.partition(":")[0], "pitboss.commands")

    def load(self) -> click.Command:
        command = getattr(import_module(self.module), self.target.partition(":")[2])
        assert isinstance(command, click.Command), self.target
        return command


# The four uses, in the order of `--help`.
USES: dict[str, dict[str, Loader]] = {
    "Play it": {
        "play": Loader(".play:command", "Play a game in the terminal."),
        "replay": Loader(".replay:command", "Run a .round file again and show it."),
        "rules": Loader(".rules:command", "Show a game: tables, clauses, rulings."),
    },
    "Run it": {
        "serve": Loader(".serve:command", "Run the house: tables, players, money."),
        "backup": Loader(".backup:command", "Write a house into one file, verified."),
        "restore": Loader(".restore:command", "Restore a house from a backup."),
        "move": Loader(".move:command", "Move a house to another database."),
        "paper": Loader(".paper:command", "Draw layouts, signs and cards of a house."),
    },
    "Price it": {
        "par": Loader(".par:command", "Price a game: exact edges and returns."),
        "sweep": Loader(".sweep:command", "Every paytable in a range, priced exactly."),
        "session": Loader(".session:command", "Add up many rounds: quantiles, ruin."),
        "strategy": Loader(".strategy:command", "Show optimal play and its value."),
        "simulate": Loader(".simulate:command", "Deal many rounds; compare with par."),
        "compile": Loader(".par:compile_command", "Compile the odds ahead of time."),
    },
    "Prove it": {
        "check": Loader(".check:command", "Check an operator's rules submission."),
        "game": Loader(".rules:game_command", "Check or show a file of own rules."),
        "audit": Loader(".audit:command", "Check a house's books against its log."),
        "verify": Loader(".verify:command", "Derive a round's deck from its seed."),
        "export": Loader(".export:command", "Write a house's rounds to files."),
        "corpus": Loader(".data.corpus:command", "Write dealt rounds as .round files."),
        "shuffles": Loader(".shuffles:command", "Shuffles and raw words for a lab."),
    },
}
COMMANDS = {name: entry for group in USES.values() for name, entry in group.items()}


class ReaderLeft(Exception):
    """A closed pipe, under a name that click does not turn into exit code 1."""


class Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, entry in COMMANDS.items() if find_spec(entry.module)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return COMMANDS[cmd_name].load() if cmd_name in self.list_commands(ctx) else None

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderLeft from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            names = self.list_commands(ctx)
            close = get_close_matches(args[0].casefold(), names) if args else []
            if not close or args[0].startswith("-"):
                raise
            raise click.UsageError(
                f"no command {args[0]!r}; did you mean {' or '.join(close)}", ctx
            ) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        names = self.list_commands(ctx)
        longest = max(map(len, names), default=0)
        for use, group in USES.items():
            rows = [(name.ljust(longest), group[name].help) for name in group if name in names]
            if rows:
                with formatter.section(use):
                    formatter.write_dl(rows)


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pitboss", message="%(prog)s %(version)s")
def cli() -> None:
    """Four house-banked poker games, declared once: play, run, price and prove them.

    \b
    Completion in bash: eval "$(_PITBOSS_COMPLETE=bash_source pitboss)"; also zsh_source and
    fish_source.
    """


def main(argv: Sequence[str] | None = None) -> None:
    """Never returns. Exit code 0 is success, 1 a failed check, 2 invalid input."""
    sys.exit(_run(sys.argv[1:] if argv is None else argv))


def _run(argv: Sequence[str]) -> int:
    try:
        result = cli.main(list(argv), prog_name="pitboss", standalone_mode=False)
        # Flush here, so that a closed pipe is noticed before the interpreter exits.
        sys.stdout.flush()
    except PitbossError as error:
        _complain(str(error))
        return EXIT_USAGE
    except ImportError as error:
        from pitboss.extras import explain

        if (refusal := explain(error)) is None:
            raise
        _complain(str(refusal))
        return EXIT_USAGE
    except click.exceptions.NoArgsIsHelpError as error:
        _complain(error.format_message(), prefix="")
        return EXIT_USAGE
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        hint = f"; {context.command_path} --help shows how" if context else ""
        _complain(" ".join(error.format_message().split()).rstrip(".") + hint)
        return EXIT_USAGE
    except (BrokenPipeError, ReaderLeft):
        # The reader (head, a pager) has left. Point stdout away so that nothing is written on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (click.Abort, KeyboardInterrupt):
        _complain("", prefix="")
        return EXIT_INTERRUPTED
    return result if isinstance(result, int) else 0


def _complain(text: str, prefix: str = "pitboss: ") -> None:
    click.echo(prefix + text, err=True)
