"""What a review stands on: the graph as it was just before a person, or a policy, decided."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langgraph.checkpoint.base import CheckpointTuple

from selfrag.threads.checkpointer import Saver

_BY_POLICY, _BY_PERSON = "branch:to:approve_by_policy", "branch:to:review_evidence"


@dataclass(frozen=True)
class Stand:
    """A graph that is about to ask for a decision; `state` is what it knows, without anything of the decision."""

    checkpoint: dict[str, Any]
    metadata: dict[str, Any]

    @property
    def state(self) -> dict[str, Any]:
        """The values of the graph's state."""
        values: dict[str, Any] = self.checkpoint["channel_values"]
        return {name: value for name, value in values.items() if not name.startswith(("branch:", "__"))}


def find(saver: Saver, thread_id: str, review_id: str) -> Stand | None:
    """What that review stands on; None where it is not kept, as in threads of earlier versions."""
    for each in saver.list({"configurable": {"thread_id": thread_id, "checkpoint_ns": ""}}):
        if review_id in (_asked(each), _approved(each)):
            return Stand({**each.checkpoint}, {**each.metadata})
    return None


def copy(saver: Saver, stand: Stand, thread_id: str, changes: Mapping[str, Any]) -> None:
    """Begin a thread there, with some values of the state changed. Nothing of it is decided, by nobody.

    An answered checkpoint must not be resumed again: LangGraph would replay its first answer without a word.
    """
    asking = _asking_a_person(stand.checkpoint)
    values = {**asking["channel_values"], **changes}
    where: Any = {"configurable": {"thread_id": thread_id, "checkpoint_ns": ""}}
    metadata: Any = {key: value for key, value in stand.metadata.items() if key not in ("thread_id", "parents")}
    copied: Any = {**asking, "channel_values": values}
    saver.put(where, copied, metadata | {"parents": {}}, asking["channel_versions"])


def _asked(found: CheckpointTuple) -> str | None:
    """Id of the review that a person was shown there."""
    for _task, channel, written in found.pending_writes or ():
        if channel == "__interrupt__":
            for pause in written if isinstance(written, list | tuple) else [written]:
                if isinstance(pause.value, dict):
                    return str(pause.value.get("review_id"))
    return None


def _approved(found: CheckpointTuple) -> str | None:
    """Id of the review that a policy decided there."""
    values = found.checkpoint["channel_values"]
    return f"{values['question_id']}.{values['attempt'] + 1}" if _BY_POLICY in values else None


def _asking_a_person(checkpoint: dict[str, Any]) -> dict[str, Any]:
    """The same checkpoint, on its way to the person's review where it was on its way to the policy's."""
    if _BY_POLICY not in checkpoint["channel_values"]:
        return checkpoint
    turned = {**checkpoint}
    for part in ("channel_values", "channel_versions"):
        turned[part] = {(_BY_PERSON if key == _BY_POLICY else key): value for key, value in checkpoint[part].items()}
    updated = checkpoint.get("updated_channels")
    if updated is not None:
        turned["updated_channels"] = sorted(_BY_PERSON if name == _BY_POLICY else name for name in updated)
    return turned
