"""Making, describing, renaming and removing collections on the documents page; the samples, each in its own."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from selfrag.documents.collections import Collection
from selfrag.samples import EXAMPLE_QUESTIONS
from selfrag.ui import desk
from tests.ui.test_pages import GUIDE, button, ingest, opened, shown, wait

ASK_KO = "스테이크와 어울리는 와인을 추천해 주세요. 가격도 알려 주세요."


def collections() -> list[tuple[str, str | None, int]]:
    return [(each.title, each.description, each.documents) for each in desk.service().collections()]


def only() -> Collection:
    [collection] = desk.service().collections()
    return collection


def create(app: AppTest, title: str, description: str = "") -> AppTest:
    app.text_input(key="collection-title-new").set_value(title)
    app.text_area(key="collection-description-new").set_value(description)
    return app.button(key="create-it").click().run()


def change(app: AppTest, collection: Collection, title: str, description: str) -> AppTest:
    app.menu_button(key=f"collection-menu-{collection.id}").click("edit").run()
    assert app.text_input(key="collection-title-changed").value == collection.title
    app.text_input(key="collection-title-changed").set_value(title)
    app.text_area(key="collection-description-changed").set_value(description)
    return app.button(key="save-collection").click().run()


def faults(app: AppTest) -> list[str]:
    return [error.value for error in app.error]


def told(app: AppTest) -> list[str]:
    return [toast.value for toast in app.toast]


def test_an_empty_page_says_what_to_do(data_dir: Path) -> None:
    app = opened(page="documents")
    assert app.info[0].value.startswith("Nothing here yet: add PDFs in the sidebar.")
    assert app.selectbox(key="upload-collection").value == "Documents"


def test_a_collection_is_made_and_new_files_go_there(data_dir: Path) -> None:
    app = create(opened(page="documents"), "Contracts", "Leases and\nsuppliers' contracts")
    assert told(app) == ["Created Contracts: now add PDFs in the sidebar."]
    assert collections() == [("Contracts", "Leases and suppliers' contracts", 0)]
    assert [element.value for element in app.main.subheader] == ["Contracts"]
    assert "Leases and suppliers\\' contracts" in shown(app)
    assert "No documents yet" in shown(app)
    assert (
        app.text_input(key="collection-title-new").value,
        app.text_area(key="collection-description-new").value,
    ) == (
        "",
        "",
    )
    assert app.selectbox(key="upload-collection").value == "Contracts"
    app.file_uploader[0].upload("guide.pdf", GUIDE.read_bytes(), "application/pdf")
    app.run()
    wait(app, lambda app: desk.service().documents())
    assert collections() == [("Contracts", "Leases and suppliers' contracts", 1)]


def test_what_cannot_be_is_said_and_what_was_typed_stays(data_dir: Path) -> None:
    app = create(opened(page="documents"), "Menu", "Dishes")
    app = create(app, "Menu", "Other dishes")
    assert told(app) == ["There is a collection “Menu” already\\; choose another name\\."]
    assert app.text_area(key="collection-description-new").value == "Other dishes"
    assert told(create(app, " ")) == ["A collection needs a name\\."]
    assert collections() == [("Menu", "Dishes", 0)]


def test_name_and_description_are_edited(data_dir: Path) -> None:
    ingest()
    app = change(opened(page="documents"), only(), "House", "Rules of the house")
    assert told(app) == ["Saved."]
    assert collections() == [("House", "Rules of the house", 1)]
    assert [element.value for element in app.main.subheader] == ["House"]
    create(app, "Menu")
    house = next(each for each in desk.service().collections() if each.title == "House")
    app = change(app, house, "Menu", "Rules of the house")
    assert faults(app) == ["There is a collection “Menu” already\\; choose another name\\."]
    assert collections() == [("House", "Rules of the house", 1), ("Menu", "", 0)]


def test_an_empty_collection_is_deleted(data_dir: Path) -> None:
    app = create(opened(page="documents"), "Contracts")
    app.menu_button(key=f"collection-menu-{only().id}").click("delete").run()
    assert "It is empty, so nothing is lost." in [element.value for element in app.markdown]
    app.button(key="delete-collection").click().run()
    assert told(app) == ["Deleted Contracts."]
    assert collections() == []


def test_one_that_somebody_else_deleted_is_told(data_dir: Path) -> None:
    app = create(opened(page="documents"), "Contracts")
    app.menu_button(key=f"collection-menu-{only().id}").click("delete").run()
    desk.service().delete_collection(only().id)
    app.button(key="delete-collection").click().run()
    assert faults(app) == ["That collection no longer exists\\; choose another\\."]


@pytest.mark.parametrize("text", ["<b>bold</b>", "![x](https://attacker.invalid/p.png)", "$5 $6 :red[x]"])
def test_hostile_names_and_descriptions_are_shown_inert(data_dir: Path, text: str) -> None:
    desk.service().create_collection(text, text)
    app = opened(page="documents")
    values = [element.value for element in [*app.main.subheader, *app.main.markdown]]
    assert len(values) == 2
    for live in ("<b>", "![", "$5 $6", ":red["):
        assert not any(live in value for value in values)


def test_samples_go_into_three_described_collections(data_dir: Path) -> None:
    app = opened()
    button(app, "Try it with three sample PDFs").click().run()
    wait(app, lambda app: any(one.label == EXAMPLE_QUESTIONS["en"][0] for one in app.button))
    wait(app, lambda app: desk.service().ingest_under_way() is None)
    made = desk.service().collections()
    assert [(each.title, each.documents) for each in made] == [
        (title, 1) for title in ("House guide", "Menu", "Wine list")
    ]
    assert [each.description for each in made] == [
        "Opening hours, reservations and cancellations, corkage, allergy policy, parking",
        "Dishes and drinks with their prices and allergens",
        "Wines with their prices, serving temperatures and the dishes that they go with",
    ]
    offered = {one.label for one in app.button if str(one.key).startswith("example-")}
    assert offered == set(EXAMPLE_QUESTIONS["en"])


def test_one_s_own_files_do_not_land_among_the_samples(data_dir: Path) -> None:
    button(opened(), "Try it with three sample PDFs").click().run()
    wait(opened(), lambda app: len(desk.service().documents()) == 3)
    box = opened().selectbox(key="upload-collection")
    assert (box.value, box.options) == ("Documents", ["Documents", "House guide", "Menu", "Wine list"])
    desk.service().create_collection("Contracts")
    assert opened().selectbox(key="upload-collection").value == "Contracts"


def test_the_question_that_needs_two_collections_is_offered() -> None:
    assert ASK_KO in EXAMPLE_QUESTIONS["ko"]
