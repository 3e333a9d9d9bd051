"""The pages of a hub: the wall of all tables, each of them live, the matches of all, the results of an evening."""

from webui.hub.hub_app import create_hub_app, serve_hub

__all__ = ["create_hub_app", "serve_hub"]
