import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Another number makes everybody build theirs anew. */
const VERSION = 1

/** How long one waits for the other, which writes. */
const busyMs = 10_000

const schema = `
  PRAGMA auto_vacuum = INCREMENTAL;
  CREATE TABLE files (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    -- By these a file is known to be unchanged, also under another name. Microseconds.
    bytes INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    -- waiting, reading, indexed, too_large, unreadable; other: has no text that can be read
    state TEXT NOT NULL,
    -- How often the program ended while it read this one.
    stumbles INTEGER NOT NULL DEFAULT 0,
    kind TEXT,
    title TEXT,
    -- Why it could not be read.
    reason TEXT
  ) STRICT;
  CREATE INDEX files_by_state ON files (state, stumbles, modified);
  CREATE INDEX files_by_inode ON files (inode);

  CREATE TABLE chunks (
    number INTEGER PRIMARY KEY,
    file INTEGER NOT NULL REFERENCES files (number),
    place TEXT,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX chunks_by_file ON chunks (file);
  CREATE VIRTUAL TABLE chunk_search USING fts5 (
    text, content = 'chunks', content_rowid = 'number', tokenize = 'porter unicode61 remove_diacritics 2'
  );
  CREATE TRIGGER chunks_added AFTER INSERT ON chunks BEGIN
    INSERT INTO chunk_search (rowid, text) VALUES (new.number, new.text);
  END;
  CREATE TRIGGER chunks_removed AFTER DELETE ON chunks BEGIN
    INSERT INTO chunk_search (chunk_search, rowid, text) VALUES ('delete', old.number, old.text);
  END;
  PRAGMA user_version = ${VERSION};
`

/**
 * The index is made of files that are still there, so it lies beside the service's database and not in it: it is in no
 * backup, need not survive a power cut, and is made anew when it is damaged or of another version.
 */
export function openIndexFile(path: string): DatabaseSync {
  const sound = existsSync(path) ? tryOpen(path) : undefined
  if (sound) return sound
  removeIndexFile(path)
  createIndexFile(path)
  return open(path)
}

/** Made under another name, so that whoever searches meanwhile finds a whole one or none, and never a locked one. */
function createIndexFile(path: string): void {
  const draft = draftOf(path)
  // It holds what the files say, so nobody else may read it.
  closeSync(openSync(draft, 'wx', 0o600))
  const database = new DatabaseSync(draft)
  // The file itself keeps the journal's mode. To set it needs the file alone, so nobody does later.
  database.exec(`${schema} PRAGMA journal_mode = WAL;`)
  database.close()
  renameSync(draft, path)
}

/** For whoever only searches; undefined while there is none. */
export function openIndexForReading(path: string): DatabaseSync | undefined {
  return existsSync(path) ? tryOpen(path) : undefined
}

export function removeIndexFile(path: string): void {
  for (const file of [path, draftOf(path)])
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${ending}`, { force: true })
}

const draftOf = (path: string): string => `${path}.draft`

/** Whether what was thrown means that the file itself is broken. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown }
  // SQLITE_CORRUPT and SQLITE_NOTADB, whatever the details.
  return typeof errcode === 'number' && [11, 26].includes(errcode & 0xff)
}

function tryOpen(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined
  try {
    database = open(path)
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number
    }
    if (version === VERSION) return database
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  database?.close()
  return undefined
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyMs })
  database.exec('PRAGMA synchronous = NORMAL')
  return database
}
