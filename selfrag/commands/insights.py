"""How graders and people agree, and what questions took."""

import argparse
from collections.abc import Iterator
from typing import Any

from selfrag.commands.opening import open_for_reading
from selfrag.commands.printing import out
from selfrag.insights.report import report
from selfrag.insights.rows import FACETS
from selfrag.settings import Settings

NONE = {"collection": "(deleted)", "model": "(unknown)"}


def insights(arguments: argparse.Namespace, settings: Settings) -> int:
    """The figures of the page of the same name, of all time; days are UTC."""
    with open_for_reading(settings) as service:
        figures = report(service.judged())
    for line in [figures] if arguments.json else lines(figures):
        out(line)
    return 0


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """The figures in words."""
    for key, what in (("passages", "Passages kept or dropped"), ("sentences", "Sentences left or contested")):
        yield f"{what}:"
        yield f"  overall: {_agreement(figures[key]['overall'])}"
        for facet in FACETS:
            for group in figures[key][facet]:
                yield f"  {facet} {group['name'] or NONE.get(facet, '')}: {_agreement(group)}"
    yield _threshold(figures["threshold"])
    error = figures["reliability"]["error"]
    yield f"calibration error: {_percent(error)}"
    overall, decisions = figures["questions"]["overall"], figures["decisions"]["overall"]
    spent = " · ".join(f"{overall[name]:.1f} {name}" for name in ("calls", "tokens", "seconds", "rewrites", "writes"))
    yield f"questions: {overall['questions']} · each {spent} · thumbs {overall['up']} up, {overall['down']} down"
    if decisions["n"]:
        yield f"decisions: {decisions['n']} · median {decisions['median']:.0f} s · 90 % within {decisions['p90']:.0f} s"


def _agreement(group: dict[str, Any]) -> str:
    shares = [f"{name} {_percent(group[name]['value'])}" for name in ("precision", "recall", "agreement")]
    kappa = "–" if group["kappa"] is None else f"{group['kappa']:.2f}"
    return " · ".join([f"n {group['n']}", *shares, f"kappa {kappa}", f"unsure {group['unsure']['n']}"])


def _threshold(told: dict[str, Any]) -> str:
    if told["kind"] == "missing":
        kinds = [kind for kind in ("kept", "dropped") if told[kind]]
        needs = [f"{told['more']} more judgements"] if told["more"] else []
        return "threshold: needs " + " and ".join([*needs, *(f"one passage that was {kind}" for kind in kinds)])
    changed = f"{told['changed']} of {told['n']} passages would change"
    agreed = f"agreement {_percent(told['then'])} instead of {_percent(told['now'])}"
    elsewhere = f"on questions it was not learned from {_percent(told['elsewhere'])}"
    return f"threshold: {told['at']:.2f} · {changed} · {agreed} · {elsewhere}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"
