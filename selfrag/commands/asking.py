"""Questions: asked, decided on, gone on with."""

import argparse
import sys
from collections.abc import Sequence

from selfrag.commands.decisions import decision_of
from selfrag.commands.following import follow
from selfrag.commands.printing import finish, out, say
from selfrag.errors import ReviewError, SelfragError
from selfrag.graph.state import Policy
from selfrag.ports import WEB
from selfrag.service import Service
from selfrag.settings import Settings
from selfrag.terminal import ask_for_decision
from selfrag.wiring import open_service

POLICIES: dict[str, Policy] = {"approve-all": "approve_all", "approve-relevant": "never"}


def ask(arguments: argparse.Namespace, settings: Settings) -> int:
    """Ask, and on a terminal decide on each review; else the first one waits."""
    review = arguments.review or ("ask" if sys.stdin.isatty() and not arguments.json else "stop")
    with open_service(settings) as service:
        run = service.ask(
            arguments.question,
            thread_id=arguments.thread,
            sources=sources_of(service, arguments.collection, arguments.web),
            strategy=arguments.strategy,
            policy=policy_of(review),
            draft_review=True if arguments.draft_review else seen_before(review),
        )
        follow(run)
        while review == "ask" and service.show(run.key)["status"] == "waiting":
            decision = ask_for_decision(service.show(run.key))
            if decision is None:
                break
            try:
                follow(service.resume(run.key, decision))
            except ReviewError as error:
                say(str(error))
        return finish(service.show(run.key), arguments.json)


def sources_of(service: Service, titles: Sequence[str], web: bool) -> list[str]:
    """Ids of what may be searched; none stands for all collections. Raises UnknownCollection."""
    chosen = [service.collection(title).id for title in titles]
    if web:
        return [*(chosen or [collection.id for collection in service.collections()]), WEB]
    return chosen


def policy_of(review: str) -> Policy:
    """Who approves passages; that nobody but a person lets a query out is no matter of policy."""
    return POLICIES.get(review, "always")


def seen_before(review: str) -> bool | None:
    """Whether a person sees the answer before it is final: nobody where a policy decides, else as the thread has it."""
    return False if review in POLICIES else None


def resume(arguments: argparse.Namespace, settings: Settings) -> int:
    """Answer the pause that waits."""
    with open_service(settings) as service:
        try:
            decision = decision_of(arguments, service.waiting_review(arguments.thread))
            follow(service.resume(arguments.thread, decision, arguments.by))
        except SelfragError as error:
            if arguments.json:
                out(service.show(arguments.thread) | {"error": str(error)})
            raise
        return finish(service.show(arguments.thread), arguments.json)


def continue_(arguments: argparse.Namespace, settings: Settings) -> int:
    """Take up what was cut off."""
    with open_service(settings) as service:
        follow(service.continue_(arguments.thread))
        return finish(service.show(arguments.thread), arguments.json)
