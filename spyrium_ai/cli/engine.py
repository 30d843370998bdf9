"""`spyrium-ai engine`: runs a built-in engine as a program of its own."""

from __future__ import annotations

import click


class _EngineCommand(click.Command):
    """A command whose help lists the built-in engines."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of engines."""
        from spyrium_ai.engine.registry import BUILTIN

        with formatter.section("Engines"):
            formatter.write_dl([(name, builtin.summary) for name, builtin in BUILTIN.items()])


@click.command("engine", cls=_EngineCommand, no_args_is_help=True)
@click.argument("name")
@click.argument("settings", metavar="[OPTION=VALUE]...", nargs=-1)
def command(name: str, settings: tuple[str, ...]) -> None:
    """Run the built-in engine NAME; it speaks the text protocol on stdin and stdout.

    Set options of the engine as OPTION=VALUE; the protocol's command `spyrium` lists them. `quit`
    or the end of input ends the engine.
    """
    from spyrium_ai.engine.registry import make_engine

    engine = make_engine(name, settings)  # says what is wrong before more is loaded
    from spyrium_ai.engine.protocol.server import serve

    serve(engine)
