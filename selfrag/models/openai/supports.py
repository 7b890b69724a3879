"""Which passages claims are judged by, and which of them carry a verdict."""

from collections.abc import Sequence

from selfrag.models.verdicts import Support
from selfrag.ports import Claim, IsSup, Passage


def judging(claims: Sequence[Claim], passages: Sequence[Passage]) -> list[Passage]:
    """The passages that the claims cite, or all where one of them cites none."""
    cited = [{passage["id"] for passage in passages} & set(claim["passage_ids"]) for claim in claims]
    if not all(cited):
        return list(passages)
    wanted = set().union(*cited)
    return [passage for passage in passages if passage["id"] in wanted]


def is_sup(claim: Claim, support: Support, passages: Sequence[Passage]) -> IsSup:
    """With the passages that the model named, or those that the claim cites where it named none that exist."""
    named = [passage["id"] for n, passage in enumerate(passages, 1) if n in support.passages]
    cited = [passage["id"] for passage in passages if passage["id"] in claim["passage_ids"]]
    carried = named or cited if support.verdict in ("fully", "partially") else []
    return IsSup(
        verdict=support.verdict,
        passage_ids=carried,
        score=support.score,
        reason=support.reason,
        basis=support.basis,
    )
