"""The least that a durable server does: uvicorn, uvloop, httptools, Litestar, one insert a request.

    python -m bench._bare_server DATABASE

SQLite inserts on the event loop, in WAL mode with synchronous=FULL. PostgreSQL inserts in eight
threads, each with its own connection. The request and the answer have the size of the house's.
"""

import asyncio
import socket
import sqlite3
import sys
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import psycopg
import uvicorn
from litestar import Litestar, get, post
from litestar.params import JSONBody

CONNECTIONS: Final = 8
Insert = Callable[[str, str], Awaitable[int]]


def sqlite_insert(path: str) -> Insert:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE entries (seq INTEGER PRIMARY KEY, id TEXT, body TEXT)")

    async def insert(key: str, body: str) -> int:
        cursor = connection.execute("INSERT INTO entries (id, body) VALUES (?, ?)", (key, body))
        return int(cursor.lastrowid or 0)

    return insert


def postgres_insert(url: str) -> Insert:
    with psycopg.connect(url, autocommit=True) as first:
        first.execute("CREATE TABLE entries (seq BIGSERIAL PRIMARY KEY, id TEXT, body TEXT)")
    own = threading.local()

    def connect() -> None:
        own.connection = psycopg.connect(url, autocommit=True, prepare_threshold=0)

    def run(key: str, body: str) -> int:
        query = "INSERT INTO entries (id, body) VALUES (%s, %s) RETURNING seq"
        row = own.connection.execute(query, (key, body)).fetchone()
        return int(row[0])

    pool = ThreadPoolExecutor(CONNECTIONS, initializer=connect)

    async def insert(key: str, body: str) -> int:
        return await asyncio.get_running_loop().run_in_executor(pool, run, key, body)

    return insert


def application(insert: Insert) -> Litestar:
    @post("/api/tables/{table:str}/commands", status_code=200)
    async def command(table: str, data: JSONBody[dict[str, Any]]) -> dict[str, Any]:
        seq = await insert(data["id"], str(data["command"]))
        return {"table": table, "seq": seq, "events": 1}

    @get("/health", sync_to_thread=False)
    def health() -> dict[str, bool]:
        return {"ok": True}

    return Litestar([command, health], openapi_config=None)


def main() -> None:
    database = sys.argv[1]
    insert = postgres_insert(database) if "://" in database else sqlite_insert(database)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(1024)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        application(insert), loop="uvloop", http="httptools", ws="none", log_level="error"
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
