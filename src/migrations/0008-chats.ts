import type { Migration } from '../platform/database/migrations.ts'

/** Conversations, the event log of every answer, and what the user told about themselves. */
export const chats: Migration = {
  version: 8,
  name: 'chats',
  sql: `
    CREATE TABLE chats (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      -- client, schedule or webhook:<who>: nobody but a local client goes on with a conversation of another origin.
      origin TEXT NOT NULL,
      message_count INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX chats_by_use ON chats (updated_at, number);

    CREATE TABLE runs (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      chat INTEGER NOT NULL REFERENCES chats (number) ON DELETE CASCADE,
      message TEXT NOT NULL,
      provenance TEXT NOT NULL,
      -- running, success, interrupt, cancelled or error
      outcome TEXT NOT NULL,
      -- fast_path, router, model or suggestions, once that is known.
      answered_by TEXT,
      created_at TEXT NOT NULL,
      ended_at TEXT
    ) STRICT;
    CREATE INDEX runs_of_chat ON runs (chat);
    CREATE INDEX runs_under_way ON runs (outcome) WHERE outcome = 'running';

    -- data: the event as it was sent. Of deltas in a row, all of them in one: their text and where each one ended.
    CREATE TABLE run_events (
      run INTEGER NOT NULL REFERENCES runs (number) ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      last_seq INTEGER NOT NULL,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      PRIMARY KEY (run, seq)
    ) STRICT, WITHOUT ROWID;

    -- Which run asked for which approval, so that the decision finds its way back.
    CREATE TABLE run_approvals (
      confirmation_id TEXT PRIMARY KEY,
      run INTEGER NOT NULL REFERENCES runs (number) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX run_approvals_of_run ON run_approvals (run);

    CREATE TABLE messages (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      chat INTEGER NOT NULL REFERENCES chats (number) ON DELETE CASCADE,
      run INTEGER NOT NULL REFERENCES runs (number) ON DELETE CASCADE,
      role TEXT NOT NULL,
      text TEXT NOT NULL,
      components TEXT NOT NULL,
      route TEXT,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX messages_of_chat ON messages (chat, number);
    CREATE INDEX messages_of_run ON messages (run);

    -- Trigrams find any part of a word in any script, also in those that put no space between words.
    CREATE VIRTUAL TABLE message_search USING fts5 (
      text, content = 'messages', content_rowid = 'number', tokenize = 'trigram remove_diacritics 1'
    );
    CREATE TRIGGER messages_added AFTER INSERT ON messages BEGIN
      INSERT INTO message_search (rowid, text) VALUES (new.number, new.text);
    END;
    CREATE TRIGGER messages_removed AFTER DELETE ON messages BEGIN
      INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.number, old.text);
    END;

    CREATE TABLE memories (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      text TEXT NOT NULL,
      kind TEXT,
      value TEXT,
      source TEXT NOT NULL,
      session_id TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX memories_by_kind ON memories (kind);

    CREATE VIRTUAL TABLE memory_search USING fts5 (
      text, kind, content = 'memories', content_rowid = 'number',
      tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER memories_added AFTER INSERT ON memories BEGIN
      INSERT INTO memory_search (rowid, text, kind) VALUES (new.number, new.text, new.kind);
    END;
    CREATE TRIGGER memories_removed AFTER DELETE ON memories BEGIN
      INSERT INTO memory_search (memory_search, rowid, text, kind) VALUES ('delete', old.number, old.text, old.kind);
    END;
    CREATE TRIGGER memories_changed AFTER UPDATE OF text, kind ON memories BEGIN
      INSERT INTO memory_search (memory_search, rowid, text, kind) VALUES ('delete', old.number, old.text, old.kind);
      INSERT INTO memory_search (rowid, text, kind) VALUES (new.number, new.text, new.kind);
    END;
  `,
}
