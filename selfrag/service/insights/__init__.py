"""What the catalog knows of graders and people, as rows."""
