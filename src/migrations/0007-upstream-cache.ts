import type { Migration } from '../platform/database/migrations.ts'

/** Answers of outside providers, as they were received, so that a restart need not ask again. */
export const upstreamCache: Migration = {
  version: 7,
  name: 'upstream-cache',
  sql: `
    CREATE TABLE upstream_cache (
      key TEXT PRIMARY KEY,
      status INTEGER NOT NULL,
      url TEXT NOT NULL,
      content_type TEXT NOT NULL,
      body BLOB NOT NULL,
      etag TEXT,
      last_modified TEXT,
      fetched_at INTEGER NOT NULL,
      fresh_until INTEGER NOT NULL,
      usable_until INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX upstream_cache_by_age ON upstream_cache (fetched_at);
  `,
}
