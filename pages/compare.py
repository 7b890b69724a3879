"""The same question with two strategies."""

from selfrag.ui import compare, desk

compare.draw(desk.service())
