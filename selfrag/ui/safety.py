"""What the server tells the browser to refuse, and what a person sees when a page fails."""

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from selfrag.errors import SelfragError
from selfrag.ui import words
from selfrag.ui.phrases import told

# The one inline script of Streamlit's index.html; it sets a flag for crawlers.
_STREAMLIT_INLINE_SCRIPT = "'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='"
_CONTENT_SECURITY_POLICY = {
    "default-src": "'self'",
    "img-src": "'self' data: blob:",
    "media-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "style-src": "'self' 'unsafe-inline'",
    "script-src": f"'self' {_STREAMLIT_INLINE_SCRIPT}",
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{what} {where}" for what, where in _CONTENT_SECURITY_POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class SafetyHeaders:
    """ASGI middleware that adds HEADERS to every response: a page can load from, and speak to, its own server only."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything through; add the headers where a response begins."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)


def show_failure(error: Exception) -> bool:
    """Show one sentence in place of the traceback, which Streamlit has already logged."""
    _ = words.current()
    if isinstance(error, SelfragError):
        st.error(told(str(error)))
    else:
        st.error(_("This page could not be shown. Nothing is lost: reload it, or look at the server's log."))
    return True
