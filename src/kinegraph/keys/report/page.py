"""The report's page: one HTML file that needs no network and no script."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from kinegraph.core.files.report_folder import maker_tag
from kinegraph.keys.choices import KeyChoices
from kinegraph.keys.keyed_motion import KeyedMotion
from kinegraph.keys.report.plots import channel_plots, error_plot
from kinegraph.keys.report.strips import shown_keys
from kinegraph.keys.report.tables import joint_table, key_list, stance_table


def report_page(
    choices: KeyChoices, result: KeyedMotion, sentence: str, strips: Sequence[tuple[str, str]]
) -> str:
    """The page as HTML.

    sentence: The figure that matters, as people read it first.
    strips: File names of the key strips, dark and light.
    """
    name = escape(choices.clip.name)
    sections = [
        _section(
            "How many keys",
            _HOW_MANY,
            f"<figure class=panel>{error_plot(choices, len(result.keys.frames))}</figure>",
        ),
        _section("Keys", _strip_words(result), _strips(strips, name) + key_list(choices, result)),
        _section("Curves, before and after", _CURVES, _curves(choices, result)),
        _section(
            "Joints",
            "How far each joint is from where it was, over the hierarchy.",
            _panel(joint_table(result.error, choices.clip.skeleton, choices.start)),
        ),
        _section("Stances", *_stances(choices, result)),
    ]
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8">{maker_tag(MAKER)}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Keys of {name}</title><style>{report_style()}</style></head><body><main>"
        f'<header><h1>Keys of {name}</h1><p class="figure">{escape(sentence)}</p>'
        f"{_facts(choices, result)}</header>{''.join(sections)}{_footer(choices)}</main></body></html>\n"
    )


MAKER = "keys"
_HOW_MANY = (
    "For every number of keys the best choice, and how far the joint that is then farthest off lies from the "
    "motion: what good curves through those keys can reach. The scale is logarithmic."
)
_CURVES = (
    "The channels that move most. Grey: the original. Thin: the keyed curve with its handles. Dots are "
    "keyposes, diamonds breakdowns."
)


def report_style() -> str:
    """The style of report pages, in both themes."""
    return Path(__file__).with_name("style.css").read_text(encoding="utf-8")


def _panel(content: str) -> str:
    return f'<div class="panel">{content}</div>'


def _section(title: str, words: str, content: str) -> str:
    return f"<section><h2>{title}</h2><p>{words}</p>{content}</section>"


def _facts(choices: KeyChoices, result: KeyedMotion) -> str:
    clip, error, seconds = choices.clip, result.error, choices.seconds
    kept = 100.0 * len(result.keys.frames) / len(clip)
    spent = seconds.table + seconds.selection + result.fit_seconds
    facts = [
        (f"{len(clip) / clip.fps:.2f} s", f"at {clip.fps:g} fps"),
        (f"{kept:.1f}%", "of the frames are keys"),
        (f"{1000.0 * float(result.distances.mean()):.2f} mm", "mean error"),
        (f"{100.0 * error.worst.largest / error.height:.2f}%", "of the height at worst"),
        (f"{1000.0 * error.worst_stance_drift:.1f} mm", "stance drift at most"),
        (f"{spent:.2f} s", "to find them"),
    ]
    spans = "".join(f"<span><b>{escape(figure)}</b> {escape(words)}</span>" for figure, words in facts)
    return f'<div class="facts">{spans}</div>'


def _strip_words(result: KeyedMotion) -> str:
    shown, all_keys = len(shown_keys(result.keys)), len(result.keys.frames)
    which = "" if shown == all_keys else f" {shown} of the {all_keys} keys are shown, evenly spread."
    return f"Keyposes in amber, breakdowns in blue, and the original between them in grey.{which}"


def _strips(strips: Sequence[tuple[str, str]], name: str) -> str:
    pictures = [
        f'<picture><source srcset="{dark}" media="(prefers-color-scheme: dark)">'
        f'<img src="{light}" alt="Key poses of {name}, part {number}"></picture>'
        for number, (dark, light) in enumerate(strips, 1)
    ]
    return f"<div class=strips>{''.join(pictures)}</div>"


def _curves(choices: KeyChoices, result: KeyedMotion) -> str:
    figures = [
        f'<figure class="panel"><figcaption>{escape(plot.title)}</figcaption>{plot.picture}</figure>'
        for plot in channel_plots(choices, result)
    ]
    return f'<div class="curves">{"".join(figures)}</div>'


def _stances(choices: KeyChoices, result: KeyedMotion) -> tuple[str, str]:
    if not result.error.stances:
        return "Nothing stands on the ground in this motion.", ""
    words = "How far what stands on the ground slides along it, in the original and in the result."
    return words, _panel(stance_table(result.error, choices.start))


def _footer(choices: KeyChoices) -> str:
    layered = choices.settings.objective is None
    leading = f"Keyposes follow {', '.join(choices.leading)}." if layered and choices.leading else ""
    layers = ", ".join(
        f"{plan.objective} to {100.0 * plan.thresholds.accuracy:g}%" for plan in choices.settings.plans
    )
    sentences = [leading, f"{'Layers' if layered else 'Objective'}: {layers}.", *choices.notes]
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences if sentence)
    return f"<footer><ul>{items}</ul></footer>"
