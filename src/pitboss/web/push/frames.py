"""Sockets to which a whole WebSocket frame can be written at once."""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

WRITE_FRAME: Final = "pitboss.frame"  # of a scope: writes a frame, past Litestar and the codec


class FrameSocket(WebSocketsSansIOProtocol):
    """uvicorn's socket. Frames are neither compressed nor split, so that the codec need not know
    of those that are written past it.
    """

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            scope: Any = self.scope
            scope[WRITE_FRAME] = self.write_frame

    def write_frame(self, frame: bytes) -> bool:
        """False while the client reads too slowly, and before and after its time."""
        is_open = self.handshake_complete and self.conn.state is State.OPEN
        if not is_open or self.transport.is_closing() or not self.writable.is_set():
            return False
        self.transport.write(frame)
        return True
