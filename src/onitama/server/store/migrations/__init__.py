"""The steps from an empty database to the tables of today; a step that was released never changes."""
