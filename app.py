"""The web application: `streamlit run app.py`."""

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from selfrag.ui.desk import lifespan
from selfrag.ui.safety import SafetyHeaders, show_failure


def health(_: Request) -> JSONResponse:
    """Answers as soon as the server can take requests."""
    return JSONResponse({"status": "ok"})


app = st.App(
    "selfrag/ui/shell.py",
    lifespan=lifespan,
    routes=[Route("/health", health)],
    middleware=[Middleware(SafetyHeaders)],
    on_script_error=show_failure,
)
