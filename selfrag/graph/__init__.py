"""The loop: state, nodes, routes, the review, and the strategies that wire them."""
