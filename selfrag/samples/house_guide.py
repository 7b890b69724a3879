"""The house guide of the made-up restaurant."""

from selfrag.samples.content import Page, Section

_FOOTER = "Moondrawer Dining · House guide"
HOUSE_GUIDE = (
    Page(
        "House Guide",
        "Hours, reservations and wine",
        (
            Section(
                "Opening hours",
                (
                    "We are open from Tuesday to Sunday, 11:30 to 22:00.",
                    "We are closed on Mondays.",
                    "The kitchen takes last orders at 21:00.",
                    "Between 15:00 and 17:00 we serve drinks and desserts only.",
                ),
            ),
            Section(
                "Reservations",
                (
                    "Tables can be reserved up to 60 days ahead.",
                    "We hold a reserved table for 15 minutes.",
                    "Groups of eight or more choose the set menu at ₩55,000 per person.",
                    "The private room seats 12 guests and costs ₩100,000 per evening.",
                ),
            ),
            Section(
                "Bringing your own wine",
                (
                    "The corkage fee is ₩20,000 per bottle.",
                    "Each table may bring up to two bottles.",
                    "No corkage is charged on Wednesdays.",
                ),
            ),
        ),
        _FOOTER,
    ),
    Page(
        "House Guide",
        "Allergies, cancellations and visits",
        (
            Section(
                "Allergy policy",
                (
                    "Please tell us about allergies when you reserve.",
                    "The kitchen uses no peanuts, but sesame and shellfish every day.",
                    "A gluten-free pasta is available for an extra ₩3,000.",
                ),
            ),
            Section(
                "Cancellations",
                (
                    "A reservation can be cancelled free of charge until 24 hours before it.",
                    "Later cancellations cost ₩10,000 per guest.",
                    "Deposits are returned within five working days.",
                ),
            ),
            Section(
                "Your visit",
                (
                    "Parking behind the building is free for two hours.",
                    "Dogs are welcome on the terrace.",
                    "Highchairs and a children's menu are available.",
                    "The front entrance and one restroom are step-free.",
                ),
            ),
        ),
        _FOOTER,
    ),
)
