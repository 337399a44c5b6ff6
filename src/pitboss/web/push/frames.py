"""Sockets to which a whole WebSocket frame can be written at once."""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WRITE_FRAME: Final = "pitboss.frame"  # of a scope: writes a frame, bypassing Litestar and the codec


class FrameSocket(WebSocketsSansIOProtocol):
    """uvicorn's socket. Frames are neither compressed nor split, so that the codec need not know
    of those that bypass it.
    """

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            scope: Any = self.scope
            scope[WRITE_FRAME] = self.write_frame

    def write_frame(self, frame: bytes) -> bool:
        """False while the client reads too slowly, before the handshake and once closing."""
        ends = self.conn.close_sent or self.conn.close_rcvd or self.transport.is_closing()
        if ends or not self.handshake_complete or not self.writable.is_set():
            return False
        self.transport.write(frame)
        return True
