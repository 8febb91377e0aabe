import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'

/** The least that does the same work: one statement a request, one commit a write, nothing checked. */
const database = new DatabaseSync(process.env['BENCH_DATABASE']!)
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
database.exec(
  'CREATE TABLE IF NOT EXISTS store_entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, version INTEGER NOT NULL, updated_at TEXT NOT NULL) STRICT, WITHOUT ROWID',
)
const read = database.prepare('SELECT value, version FROM store_entries WHERE key = ?')
const write = database.prepare(
  `INSERT INTO store_entries (key, value, version, updated_at) VALUES (?, ?, 1, ?)
   ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = version + 1, updated_at = excluded.updated_at RETURNING version`,
)

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = decodeURIComponent(request.url!.slice('/api/store/'.length))
  response.setHeader('content-type', 'application/json; charset=utf-8')
  if (request.method === 'GET') {
    const row = read.get(key)
    response.end(row ? (row['value'] as string) : '{}')
    return
  }
  const value = JSON.stringify(JSON.parse(await text(request)))
  const updated_at = new Date().toISOString()
  const row = write.get(key, value, updated_at)
  response.end(JSON.stringify({ key, version: row!['version'], updated_at }))
}

createServer((request, response) => void answer(request, response)).listen(
  Number(process.env['BENCH_PORT']),
  '127.0.0.1',
)
