"""Why the embedded backend judges as it does: every reason says what was measured."""

from selfrag.sentences import sentence

TERMS_ON_PAGE = sentence("{found} of {asked} question terms on this page")
TERMS_IN_ANSWER = sentence("{found} of {asked} question terms in the answer")
TERMS_IN_SOURCE = sentence("{found} of {asked} terms of this sentence in its source")
VERBATIM = sentence("word for word in its source")
OTHER_NAMES = sentence("a name or number of this sentence is not in its source")
OTHER_SCRIPT = sentence("written in another script than the question, so its words cannot be compared")
NO_TERMS = sentence("no words to look for")
NO_SOURCE = sentence("no passage to compare with")
NOTHING_SAID = sentence("this answer says that nothing was found")
GREETING = sentence("a greeting or thanks, not a question about documents")
LOOK_UP = sentence("a question that documents may answer")
MORE = sentence("asks for more about the answer before it, so its passages are read again")
FOLLOW_UP = sentence("a follow-up, so words of the question before it were added")
TERMS_IN_STRIP = sentence("{found} of {asked} question terms in this strip, {most} in the best one")
FIGURE_BELOW = sentence("holds a number, as the question asks for, right below a relevant strip without one")
SOURCES_PICKED = sentence(
    "{picked} of {count} sources hold enough of the question; “{title}” holds most, {found} of {asked} terms"
)
NO_SOURCE_STANDS_OUT = sentence("no source stands out by the words that it shares with the question")
