"""Checkpoints as small as they can be kept: LangGraph's serializer, compressed, and closed to crafted rows."""

import zlib
from typing import Any

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

ALONE = ".zlib"  # how earlier versions wrote, which are still read
WITH_WORDS = ".zlib1"
# What nearly every checkpoint repeats, the most frequent last. Rows can only be read with the words they were written
# with: other words need a tag of their own.
WORDS = b"""
reflection use_score citations sentences is_use is_sup passage_ids text quote document_id document page_label page
rewrites writes web counters left_out cut answer draft best outcome answered partly_supported history question asked
tried query thread_id question_id strategy corrective combined adaptive self consents consent policy always
retrieve_probability retrieve_reason retrieve fallback web_provider web_query web_never sources targets dropped pinned
reviewed decision approve person action review_id search_again note keep drop attempt approved_strips approved gone hits
searched branch:to:decide_retrieval branch:to:ask_web_consent branch:to:search branch:to:gather_evidence
branch:to:grade_passages branch:to:refine_passages branch:to:rewrite_question branch:to:review_evidence
branch:to:approve_by_policy branch:to:write_answer branch:to:answer_directly branch:to:reflect branch:to:finish
search_collection search_web merge_hits __pregel_tasks __interrupt__ __input__ __start__ channel_values
channel_versions versions_seen updated_channels langgraph.types Send exclude provider words meaning weight run
collections offered probability found error title id hits seconds steps node seconds calls embeds tokens prompt_tokens
completion_tokens embedding_tokens found relevant ambiguous irrelevant incorrect correct unknown logprobs coverage label
evidence passage_id is_rel score basis reason kept change new strips start end score kept
00000000000000000000000000000001 00000000000000000000000000000002 0000000000000000000000000000000
"""


class CompressedSerializer(JsonPlusSerializer):
    """Every checkpoint repeats the whole state and its bookkeeping, which this makes about five times smaller.

    Types outside JSON are never rebuilt from a row.
    """

    def __init__(self) -> None:
        super().__init__(allowed_msgpack_modules=None)

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """The value as a type tag and bytes."""
        kind, data = super().dumps_typed(obj)
        packer = zlib.compressobj(level=9, memLevel=9, zdict=WORDS)
        return kind + WITH_WORDS, packer.compress(data) + packer.flush()

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The value again."""
        kind, blob = data
        if kind.endswith(WITH_WORDS):
            unpacker = zlib.decompressobj(zdict=WORDS)
            return super().loads_typed((kind.removesuffix(WITH_WORDS), unpacker.decompress(blob)))
        if kind.endswith(ALONE):
            return super().loads_typed((kind.removesuffix(ALONE), zlib.decompress(blob)))
        return super().loads_typed(data)
