"""What a user would write instead: FastAPI on SQLite, with the same durability."""
import json
import os
import sqlite3
from datetime import datetime, timezone

import uvicorn
from fastapi import FastAPI, Request

database = sqlite3.connect(os.environ["BENCH_DATABASE"], check_same_thread=False, isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")
database.execute(
    "CREATE TABLE IF NOT EXISTS store_entries (key TEXT PRIMARY KEY, value TEXT NOT NULL,"
    " version INTEGER NOT NULL, updated_at TEXT NOT NULL)"
)
app = FastAPI()


@app.get("/api/store/{key}")
async def read(key: str):
    row = database.execute("SELECT value FROM store_entries WHERE key = ?", (key,)).fetchone()
    return json.loads(row[0]) if row else {}


@app.post("/api/store/{key}")
async def write(key: str, request: Request):
    value = json.dumps(await request.json())
    updated_at = datetime.now(timezone.utc).isoformat()
    row = database.execute(
        "INSERT INTO store_entries (key, value, version, updated_at) VALUES (?, ?, 1, ?) ON CONFLICT (key)"
        " DO UPDATE SET value = excluded.value, version = version + 1, updated_at = excluded.updated_at"
        " RETURNING version",
        (key, value, updated_at),
    ).fetchone()
    return {"key": key, "version": row[0], "updated_at": updated_at}


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["BENCH_PORT"]), log_level="error", access_log=False)
