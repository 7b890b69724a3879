"""A past for a desk: questions, reviews and opinions of a hundred days, written into the real tables."""

import random
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine, insert

from selfrag.threads.tables import feedback, questions, reviews, threads

DAY = 86400.0
QUESTIONS = ("How much is the corkage fee?", "코키지 비용은 얼마인가요?", "Сколько стоит пробковый сбор?")
MODELS = ("small-model", "large-model", None)
STRATEGIES = ("self", "corrective", "adaptive", "combined")
Rows = dict[Any, list[dict[str, Any]]]
OUTCOMES = ("answered", "answered", "answered", "partly_supported", "no_evidence", "rejected", "failed")


def fill(
    engine: Engine, passage_ids: Sequence[str], sources: Sequence[str], now: float, *, many: int = 100, each: int = 10
) -> None:
    """`many` threads of `each` questions with up to ten of the passages; the same every time."""
    chance = random.Random(1)
    rows: Rows = {threads: [], questions: [], reviews: [], feedback: []}
    for number in range(many):
        start = now - (many - number) * (60 * DAY / many)
        strategy = STRATEGIES[number % len(STRATEGIES)]
        thread_id, title = f"thread{number:06}", QUESTIONS[number % len(QUESTIONS)]
        rows[threads].append(
            {"id": thread_id, "title": title, "strategy": strategy, "policy": "always", "status": "answered"}
            | {"created": start, "updated": start + 600 * each}
        )
        for seq in range(each):
            _ask(chance, rows, rows[threads][-1], passage_ids, seq)
            rows[questions][-1]["sources"] = list(sources)
    with engine.begin() as db:
        for table, values in rows.items():
            if values:
                db.execute(insert(table), values)


def _ask(chance: random.Random, rows: Rows, of: dict[str, Any], passage_ids: Sequence[str], seq: int) -> None:
    thread_id, strategy, text, at = of["id"], of["strategy"], of["title"], of["created"] + 600 * seq
    question_id, model = f"{thread_id[6:]}q{seq}", MODELS[chance.randrange(len(MODELS))]
    shown = [_passage(chance, pid, model) for pid in chance.sample(passage_ids, min(10, len(passage_ids)))]
    kept = [item["passage_id"] for item in shown if chance.random() < (0.1 + 0.8 * item["score"])]
    outcome = chance.choice(OUTCOMES) if kept else "no_evidence"
    decision = {"action": "approve" if kept else "reject", "keep": kept, "drop": [], "strips": {}, "add": []}
    payload = {"kind": "chunk_review", "version": 1, "thread_id": thread_id, "question": text, "asked": text}
    review_id, waited = f"{question_id}.1", chance.expovariate(1 / 40)
    rows[reviews].append(
        {"id": review_id, "thread_id": thread_id, "payload": {**payload, "review_id": review_id, "evidence": shown}}
        | {"decision": {**decision, "review_id": review_id}, "decided_by": "person", "draft": None}
        | {"created": at + 5, "decided": at + 5 + waited}
    )
    sentences = [_sentence(chance, n, kept) for n in range(4)] if kept and outcome != "rejected" else []
    record = {"strategy": strategy, "asked": text, "evidence": shown, "approved": kept, "outcome": outcome}
    record |= {"counters": {"rewrites": chance.randrange(3), "writes": 1, "web": chance.randrange(2)}}
    record |= {"steps": [_step(chance, node) for node in ("search", "grade_passages", "write_answer", "reflect")]}
    record |= {"draft": {"answer": "…", "citations": [], "reflection": {"sentences": sentences, "is_use": 4}}}
    if outcome == "failed":
        record["outcome"] = None
    status = outcome if outcome in ("no_evidence", "rejected", "failed") else "answered"
    rows[questions].append(
        {"id": question_id, "thread_id": thread_id, "seq": seq + 1, "question": text}
        | {"history": [], "policy": "always", "status": status, "record": record, "error": None}
        | {"created": at, "updated": at + 60, "made_with": {"chat_model": model} if model else None}
    )
    _opinions(chance, rows[feedback], rows[questions][-1], sentences)


def _opinions(chance: random.Random, rows: list[dict[str, Any]], of: dict[str, Any], sentences: list[Any]) -> None:
    question_id = of["id"]
    shared = {"thread_id": of["thread_id"], "question_id": question_id, "who": "Ada", "created": of["created"] + 90}
    if sentences and chance.random() < 0.4:
        value = chance.choice((1, 1, -1))
        rows.append({"id": f"{question_id}t", "kind": "thumb", "sentence": None, "value": value, **shared})
        for n, sentence in enumerate(sentences):
            if chance.random() < {"fully": 0.05, "no": 0.7}.get(sentence["is_sup"], 0.3):
                rows.append({"id": f"{question_id}s{n}", "kind": "strike", "sentence": n, "value": 1, **shared})


def _passage(chance: random.Random, passage_id: str, model: str | None) -> dict[str, Any]:
    score = round(chance.random(), 2)
    verdict = "relevant" if score > 0.6 else "irrelevant" if score < 0.45 else "ambiguous"
    return {
        "passage_id": passage_id,
        "is_rel": verdict,
        "score": score,
        "basis": "logprobs" if model else "coverage",
        "reason": "names the fee and the conditions under which it is waived",
        "kept": verdict == "relevant",
        "change": "new",
    }


def _sentence(chance: random.Random, n: int, kept: Sequence[str]) -> dict[str, Any]:
    is_sup = chance.choice(("fully", "fully", "fully", "partially", "no", "unknown"))
    text = f"Sentence {n} says what the passage says."
    return {
        "text": text,
        "is_sup": is_sup,
        "score": chance.random(),
        "passage_ids": [kept[n % len(kept)]],
        "reason": "",
    }


def _step(chance: random.Random, node: str) -> dict[str, Any]:
    tokens = chance.randrange(200, 900)
    return {"node": node, "seconds": chance.random() * 3, "calls": 1, "embeds": 0, "tokens": tokens, "found": {}}
