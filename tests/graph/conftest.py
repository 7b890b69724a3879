"""What is asserted in the helpers is told as fully as in the tests."""

import pytest

pytest.register_assert_rewrite("tests.graph.plays", "tests.graph.threads")
