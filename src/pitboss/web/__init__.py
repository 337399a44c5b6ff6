"""The house over HTTP and WebSocket: every page and message is a projection of a view."""
