"""`kinegraph batch`: one job over a library of files, in local processes or on a cluster."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kinegraph.batch.jobs.all_jobs import AnyJob
    from kinegraph.batch.ledger import Counts
    from kinegraph.batch.run import Progress, Tell

SOME_FAILED = 1
_LOG_SECONDS = 10.0

batch = typer.Typer(
    help="Do one job with every file of a library; a second run does only what is missing.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_setting = partial(typer.Option, rich_help_panel="Settings of the job")
_team = partial(typer.Option, rich_help_panel="Workers and report")

Inputs = Annotated[
    list[str] | None,
    typer.Argument(metavar="INPUTS...", help="Folders, patterns ('lib/**/*.bvh'), lists (.txt) and files."),
]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Folder for the results.")]
Cluster = Annotated[
    str | None, _team(metavar="ADDRESS", help="Dask scheduler to use, such as tcp://127.0.0.1:8786.")
]
Workers = Annotated[
    int | None, _team(min=0, help="Local processes. Default: one for each processor; 0: only this process.")
]
Resume = Annotated[
    bool, _team("--resume", help="Continue the last batch of DIR with its inputs and settings.")
]
Report = Annotated[
    Path | None, _team(metavar="DIR", help="Folder for the report. Default: report, in the output folder.")
]
AsJson = Annotated[bool, _team("--json", help="Print the counts as JSON.")]
To = Annotated[str, _setting(metavar="ENDING", help="Format of the results, such as glb or bvh.")]
Scale = Annotated[float | None, _setting(help="Metres per unit, for formats that do not state it.")]


@batch.command()
def info(
    output: Output,
    inputs: Inputs = None,
    scale: Scale = None,
    cluster: Cluster = None,
    workers: Workers = None,
    resume: Resume = False,
    report: Report = None,
    as_json: AsJson = False,
) -> None:
    """Describe every file, as JSON and in the report."""

    def job() -> "AnyJob":
        from kinegraph.batch.jobs.info import InfoJob

        return InfoJob(scale=scale)

    _run(job, inputs, output, cluster, workers, resume, report, as_json)


@batch.command()
def convert(
    output: Output,
    inputs: Inputs = None,
    to: To = "glb",
    fps: Annotated[float | None, _setting(help="Resample clips to this many frames per second.")] = None,
    factor: Annotated[float | None, _setting(help="Scale everything by this factor.")] = None,
    scale: Scale = None,
    cluster: Cluster = None,
    workers: Workers = None,
    resume: Resume = False,
    report: Report = None,
    as_json: AsJson = False,
) -> None:
    """Convert every file to another format."""

    def job() -> "AnyJob":
        from kinegraph.batch.jobs.convert import ConvertJob

        return ConvertJob(to=_ending(to), fps=fps, factor=factor, scale=scale)

    _run(job, inputs, output, cluster, workers, resume, report, as_json)


@batch.command()
def keys(
    output: Output,
    inputs: Inputs = None,
    to: To = "glb",
    keep: Annotated[
        str | None, _setting(metavar="PERCENT", help="Keep this share of the frames. Default: automatic.")
    ] = None,
    accuracy: Annotated[
        str | None, _setting(metavar="P", help="Largest error, in % of the largest distance between poses.")
    ] = None,
    significance: Annotated[
        str | None, _setting(metavar="P", help="Improvement in % that each further key must bring (10).")
    ] = None,
    detail: Annotated[bool, _setting("--detail", help="Add a fourth layer for detail.")] = False,
    contacts: Annotated[bool, _setting(help="Set keys where feet land and lift off.")] = True,
    smooth: Annotated[bool, _setting("--smooth", help="Remove the captures' noise first.")] = False,
    thin: Annotated[bool, _setting("--thin", help="Remove keys that single curves do not need.")] = False,
    fit: Annotated[str, _setting(metavar="preview|final", help="Quality of the curve fit.")] = "final",
    onto: Annotated[str, _setting(metavar="RIG", help="Key every motion on the rig of this file.")] = "",
    mapping: Annotated[
        str, _setting(metavar="FILE", help="Which joints of RIG follow which; `keys map` writes one.")
    ] = "",
    scale: Scale = None,
    cluster: Cluster = None,
    workers: Workers = None,
    resume: Resume = False,
    report: Report = None,
    as_json: AsJson = False,
) -> None:
    """Reduce every motion to the keyframes an animator would set."""

    def job() -> "AnyJob":
        from kinegraph.batch.jobs.key_options import KeyOptions
        from kinegraph.batch.jobs.keys import KeysJob

        options = KeyOptions(
            keep=keep,
            accuracy=accuracy,
            significance=significance,
            detail=detail,
            contacts=contacts,
            smooth=smooth,
            thin=thin,
        )
        return KeysJob(to=_ending(to), options=options, fit=fit, scale=scale, onto=onto, mapping=mapping)

    _run(job, inputs, output, cluster, workers, resume, report, as_json)


@batch.command()
def retarget(
    output: Output,
    inputs: Inputs = None,
    creature: Annotated[
        str | None, _setting(help="cast:NAME, seed:N, a .kinecreature plan or a character's file.")
    ] = None,
    to: To = "glb",
    fps: Annotated[float, _setting(min=1, max=240, help="Frames per second of the results.")] = 60.0,
    scale: Scale = None,
    cluster: Cluster = None,
    workers: Workers = None,
    resume: Resume = False,
    report: Report = None,
    as_json: AsJson = False,
) -> None:
    """Play every motion on a creature."""

    def job() -> "AnyJob":
        from kinegraph.batch.jobs.retarget import RetargetJob
        from kinegraph.core.errors import InvalidValue

        if creature is None:
            raise InvalidValue("Name the creature to play on: --creature cast:bear, for instance.")
        return RetargetJob(creature=_absolute(creature), to=_ending(to), fps=fps, scale=scale)

    _run(job, inputs, output, cluster, workers, resume, report, as_json)


@batch.command()
def render(
    output: Output,
    inputs: Inputs = None,
    to: Annotated[str, _setting(metavar="png|gif|mp4", help="Pictures or films.")] = "png",
    style: Annotated[str | None, _setting(help="sheet, strip or turntable.")] = None,
    size: Annotated[str | None, _setting(metavar="WxH", help="Width and height in pixels.")] = None,
    theme: Annotated[str, _setting(help="dark or light.")] = "dark",
    fps: Annotated[float | None, _setting(help="Frames per second of a film.")] = None,
    camera: Annotated[str | None, _setting(metavar="AZ,EL", help="Camera angles in degrees.")] = None,
    count: Annotated[int | None, _setting(help="Number of poses or views.")] = None,
    scale: Scale = None,
    cluster: Cluster = None,
    workers: Workers = None,
    resume: Resume = False,
    report: Report = None,
    as_json: AsJson = False,
) -> None:
    """Make a picture or a film of every motion."""

    def job() -> "AnyJob":
        from kinegraph.batch.jobs.render import RenderJob

        return RenderJob(
            to=_ending(to),
            style=style,
            size=size,
            theme=theme,
            fps=fps,
            camera=camera,
            count=count,
            scale=scale,
        )

    _run(job, inputs, output, cluster, workers, resume, report, as_json)


@batch.command()
def grid(
    output: Output,
    inputs: Inputs = None,
    creatures: Annotated[
        int, _setting(min=0, max=100_000, help="Number of random creatures; the cast is added.")
    ] = 10,
    seed: Annotated[int, _setting(min=0, help="Seed of the creatures and the variants.")] = 0,
    frames: Annotated[int, _setting(min=4, max=10_000, help="Frames to play on each creature.")] = 60,
    scale: Scale = None,
    cluster: Cluster = None,
    workers: Workers = None,
    resume: Resume = False,
    report: Report = None,
    as_json: AsJson = False,
) -> None:
    """Play every motion on random creatures and score how well it fits them."""

    def job() -> "AnyJob":
        from kinegraph.batch.jobs.grid import GridJob

        return GridJob(creatures=creatures, seed=seed, frames=frames, scale=scale)

    _run(job, inputs, output, cluster, workers, resume, report, as_json)


def _ending(word: str) -> str:
    return f".{word.lower().lstrip('.')}"


def _absolute(creature: str) -> str:
    """A creature's file by its whole path: workers may have another working folder."""
    return creature if creature.startswith(("cast:", "seed:")) else str(Path(creature).resolve())


def _run(
    job: "Callable[[], AnyJob]",
    inputs: list[str] | None,
    output: Path,
    cluster: str | None,
    workers: int | None,
    resume: bool,
    report: Path | None,
    as_json: bool,
) -> None:
    from kinegraph.batch.report.write import write_report
    from kinegraph.batch.run import resume_batch, run_batch
    from kinegraph.core.errors import InvalidValue

    if resume == bool(inputs):
        raise InvalidValue("Name the inputs of a new batch, or continue the last one with --resume.")
    with _Bar(quiet=as_json) as bar:
        if resume:
            counts = resume_batch(output, cluster=cluster, workers=workers, progress=bar.show)
        else:
            counts = run_batch(
                job(), inputs or (), output, cluster=cluster, workers=workers, progress=bar.show
            )
    page = write_report(output, report or output / "report")
    _print(counts, page, as_json)
    if counts.failed:
        raise typer.Exit(SOME_FAILED)


class _Bar:
    """Progress on standard error: a bar in a terminal, a line now and then in a log."""

    def __init__(self, *, quiet: bool) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as RichProgress

        self._console = Console(stderr=True)
        self._quiet, self._terminal = quiet, self._console.is_terminal
        self._logged = 0.0
        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[words]}"))
        hidden = quiet or not self._terminal
        self._bar = RichProgress(*columns, console=self._console, transient=True, disable=hidden)
        self._task = self._bar.add_task("batch", total=None, words="Looking for files")

    def __enter__(self) -> "_Bar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    @property
    def show(self) -> "Tell":
        """Shows how far the batch is."""
        return self._show

    def _show(self, progress: "Progress") -> None:
        import time

        words = progress_words(progress)
        self._bar.update(self._task, completed=progress.done, total=progress.files, words=words)
        now = time.monotonic()
        if not self._quiet and not self._terminal and now - self._logged > _LOG_SECONDS:
            self._logged = now
            typer.echo(f"{progress.done} of {progress.files} files, {words}", err=True)


def progress_words(progress: "Progress") -> str:
    """Rate, remaining time and failures, as a person reads them."""
    words = []
    if progress.failed:
        words.append(f"{progress.failed} failed")
    if progress.rate is not None:
        words.append(f"{3600.0 * progress.rate:,.0f} per hour")
    if progress.seconds_left is not None:
        words.append(f"{_duration(progress.seconds_left)} left")
    return ", ".join(words) or "starting"


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 90:
        return f"{whole} s"
    if whole < 5400:
        return f"{round(whole / 60)} min"
    return f"{whole / 3600:.1f} h"


def _print(counts: "Counts", page: Path, as_json: bool) -> None:
    made = counts.done - counts.reused
    if as_json:
        import json

        facts = {"files": counts.files, "made": made, "reused": counts.reused, "failed": counts.failed}
        typer.echo(json.dumps(facts | {"report": str(page)}, indent=2))
        return
    typer.echo(
        f"{counts.files} files: {made} made, {counts.reused} were there already, {counts.failed} failed\n"
        f"→ {page}"
    )
