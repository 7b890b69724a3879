"""The same question with two strategies."""

import argparse

from selfrag.commands.asking import policy_of, seen_before, sources_of
from selfrag.commands.following import follow
from selfrag.commands.printing import HAPPENED, out, say
from selfrag.settings import Settings
from selfrag.terminal import describe_beside
from selfrag.wiring import open_service


def compare(arguments: argparse.Namespace, settings: Settings) -> int:
    """Ask in a thread for each strategy, and show them beside each other."""
    with open_service(settings) as service:
        sources, policy = sources_of(service, arguments.collection, arguments.web), policy_of(arguments.review)
        seen = seen_before(arguments.review)
        runs = service.compare(arguments.question, arguments.strategy, sources, policy, seen)
        for strategy, run in zip(arguments.strategy, runs, strict=True):
            say(f"{strategy}, thread {run.key}:")
            follow(run)
        views = [service.show(run.key) for run in runs]
    out({"question": arguments.question, "runs": views} if arguments.json else describe_beside(views))
    for view in views:
        if view["error"]:
            say(view["error"])
    return 0 if all(view["status"] in HAPPENED for view in views) else 1
