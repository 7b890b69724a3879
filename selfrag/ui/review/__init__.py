"""The pauses before an answer: cards on which a person decides what may be read, and what may leave."""
