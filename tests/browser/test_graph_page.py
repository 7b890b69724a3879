"""The graph page in a browser: drawn without asking anybody, and what collections are called is text in it."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from selfrag.__main__ import main
from selfrag.graph.strategies.labels import SEAM
from selfrag.samples import sample_files
from tests.browser.acts import STEAK, ask, card, thread_of

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"
# The picture is an image of its own, out of reach of the page's scripts: keep what it was made of.
KEEP = """() => {
    const make = URL.createObjectURL.bind(URL);
    window.kept = {};
    URL.createObjectURL = blob => {
        const address = make(blob);
        window.kept[address] = blob;
        return address;
    };
}"""
PICTURES = "() => Promise.all([...document.querySelectorAll('[data-testid=stMermaidChart] img')].map(" + (
    "async image => [image.alt, image.naturalWidth, await window.kept[image.src].text()]))"
)
ARE_DRAWN = "count => [...document.querySelectorAll('[data-testid=stMermaidChart] img')]" + (
    ".filter(image => image.naturalWidth > 200).length >= count"
)
TITLES = (
    '"]; x["y',
    "<img src=x onerror=a()>",
    "</text><script>a()",
    "#quot; &lt; #60; #",
    "`**bold**` *i* __u__",
    "end\nend subgraph",
    "%%{init: {'a': 1}}%%",
    "style x: #f00;",
    "1. one",
    "- two",
    "# three",
    "[a](https://a.invalid)",
    "fa:fa-user $$x^2$$",
    "x --> y;z & w|v|",
    "<br/> \\n \\ /",
    "https://a.invalid/p.png",
    "강남 와인 목록",
)


def pictures(page: Any, count: int) -> dict[str, Any]:
    """The pictures that are drawn, by what they are called; each is as wide as it says."""
    page.locator("[data-testid=stMermaidChart] img").nth(count - 1).wait_for()
    page.wait_for_function(ARE_DRAWN, arg=count)
    found = {alt: ElementTree.fromstring(svg) for alt, width, svg in page.evaluate(PICTURES) if width > 200}
    assert len(found) == count
    return found


def words(picture: Any) -> str:
    """All that is written in it, without spaces: where a line breaks is the picture's affair."""
    return "".join("".join("".join(text.itertext()).split()) for text in picture.iter(f"{SVG}text")).replace(SEAM, "")


def made_of(picture: Any) -> set[str]:
    return {element.tag.removeprefix(SVG) for element in picture.iter()}


@pytest.mark.slow
def test_the_graph_is_drawn_offline_with_a_branch_for_each_collection(
    page: Any, server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.kill()
    titles = ["<b>Menu</b> [1](x)", 'Wine "end"; --> #35;', "House `guide`"]
    with monkeypatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("OPENAI_", "SELFRAG_", "TAVILY_"))]:
            patch.delenv(name)
        patch.setenv("SELFRAG_DATA_DIR", str(server.data_dir))
        for title, path in zip(titles, sample_files(), strict=True):
            assert main(("ingest", str(path), "--collection", title)) == 0
    server.start()
    page.add_init_script(f"({KEEP})()")
    page.goto(server.url)
    ask(page, STEAK)
    card(page)
    page.goto(f"{server.url}/graph?thread={thread_of(page)}")
    (picture,) = pictures(page, 1).values()
    seen = words(picture)
    for title in titles:
        assert f"✓{''.join(title.split())}·" in seen
    for said in ("Send×3inparallel", "Sendinparallel", "eachsource", "merge_hits", "review_evidencewaitsforyou"):
        assert said in seen
    assert made_of(picture).isdisjoint({"a", "b", "img", "image", "script", "foreignObject"})
    assert page.get_by_role("img", name="Graph of Self-RAG").is_visible()
    page.get_by_text("Waits for you").wait_for()


@pytest.mark.slow
def test_a_hostile_title_is_seen_as_it_is(page: Any, serve: Callable[..., Any]) -> None:
    server = serve(Path(__file__).parent / "mermaid_page.py", health="/_stcore/health")
    page.add_init_script(f"({KEEP})()")
    page.goto(server.url)
    page.get_by_text("all shown").wait_for()
    drawn = pictures(page, len(TITLES))
    plain = made_of(drawn[f"Picture {len(TITLES) - 1}"])
    for number, title in enumerate(TITLES):
        picture = drawn[f"Picture {number}"]
        assert f"search_collection✓{''.join(title.split())}·1" in words(picture), title
        assert made_of(picture) == plain, title
        assert "decide_retrieval" in words(picture)
    assert page.get_by_test_id("stMermaidError").count() == 0
