"""The pages and the API, for every phone in the room."""
