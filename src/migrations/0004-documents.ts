import type { Migration } from '../platform/database/migrations.ts'

/** Documents that were read, cut into chunks that can be searched. */
export const documents: Migration = {
  version: 4,
  name: 'documents',
  sql: `
    CREATE TABLE documents (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      -- Of the content: the same content twice is one document.
      sha256 TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      path TEXT NOT NULL,
      characters INTEGER NOT NULL,
      chunks INTEGER NOT NULL,
      preview TEXT NOT NULL,
      -- 1: every conversation may use it; 0: only those in document_sessions.
      shared INTEGER NOT NULL,
      -- 0 while its chunks are being written or removed, which takes several transactions.
      complete INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL
    ) STRICT;

    CREATE TABLE document_sessions (
      document INTEGER NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
      session_id TEXT NOT NULL,
      PRIMARY KEY (document, session_id)
    ) STRICT, WITHOUT ROWID;

    -- title: that of the document in its first chunk, empty in the others, so that it counts once.
    CREATE TABLE document_chunks (
      number INTEGER PRIMARY KEY,
      document INTEGER NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      title TEXT NOT NULL,
      text TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX document_chunks_in_order ON document_chunks (document, position);

    CREATE VIRTUAL TABLE document_search USING fts5 (
      title, text,
      content = 'document_chunks', content_rowid = 'number',
      tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER document_chunks_added AFTER INSERT ON document_chunks BEGIN
      INSERT INTO document_search (rowid, title, text) VALUES (new.number, new.title, new.text);
    END;
    CREATE TRIGGER document_chunks_removed AFTER DELETE ON document_chunks BEGIN
      INSERT INTO document_search (document_search, rowid, title, text)
        VALUES ('delete', old.number, old.title, old.text);
    END;
  `,
}
