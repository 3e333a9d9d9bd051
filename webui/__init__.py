"""The pages and the API, for every phone in the room."""

from webui.app import create_app, serve

__all__ = ["create_app", "serve"]
