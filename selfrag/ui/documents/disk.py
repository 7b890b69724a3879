"""What the data directory takes on the disk, and the way to get space back."""

import streamlit as st

from selfrag.service import Service
from selfrag.ui import amounts, words
from selfrag.ui.documents import dialogs

KINDS = {
    "files": words.later("Original files"),
    "vectors": words.later("Vectors"),
    "fulltext": words.later("Full text"),
    "pictures": words.later("Pictures of pages"),
    "catalog": words.later("Text of pages, questions and answers"),
    "checkpoints": words.later("Steps of questions, to go on from"),
}


def draw(service: Service) -> None:
    """A line for each kind once it is unfolded; nothing is measured before."""
    _ = words.current()
    fold = st.expander(_("Disk use"), key="disk-use", icon=":material/hard_drive:", on_change="rerun")
    if not fold.open:
        return
    with fold:
        use = service.disk_use()
        lines = [f"| {_(label)} | {amounts.size(getattr(use, kind))} |" for kind, label in KINDS.items()]
        head = f"| {_('Together')} | {amounts.size(use.total)} |"
        st.markdown("\n".join([head, "|---|--:|", *lines]), width="content")
        with st.container(horizontal=True, vertical_alignment="center"):
            busy = service.ingest_under_way() is not None
            st.button(
                _("Give space back"),
                key="compact",
                on_click=_compact,
                args=(service,),
                disabled=busy,
                help=_("Deleted documents leave free space behind; this returns it to the disk."),
            )
            if busy:
                st.caption(_("Wait until the files under way are added."))
            elif use.reclaimable:
                st.caption(_("At least {size} can be given back.", size=amounts.size(use.reclaimable)))


def _compact(service: Service) -> None:
    _ = words.current()
    gained: list[int] = []
    if dialogs.attempt(lambda: gained.append(service.compact())):
        st.toast(_("{size} given back.", size=amounts.size(gained[0])))
