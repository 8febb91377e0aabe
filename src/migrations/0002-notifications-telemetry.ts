import type { Migration } from '../platform/database/migrations.ts'

export const notificationsAndTelemetry: Migration = {
  version: 2,
  name: 'notifications and telemetry',
  sql: `
    -- AUTOINCREMENT: an id that a client has seen never means another notification later.
    CREATE TABLE notifications (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      type TEXT NOT NULL,
      level TEXT NOT NULL,
      title TEXT NOT NULL,
      message TEXT NOT NULL,
      action TEXT,
      dedupe_key TEXT,
      count INTEGER NOT NULL DEFAULT 1,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      read_at TEXT
    ) STRICT;
    CREATE INDEX notifications_unread ON notifications (id) WHERE read_at IS NULL;
    CREATE UNIQUE INDEX notifications_unread_once ON notifications (dedupe_key)
      WHERE read_at IS NULL AND dedupe_key IS NOT NULL;

    -- durations: {"<number of the bucket>": count}
    CREATE TABLE telemetry_components (
      component TEXT PRIMARY KEY,
      renders INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      durations TEXT NOT NULL,
      first_at TEXT NOT NULL,
      last_failure_at TEXT,
      last_error TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE telemetry_failures (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      component TEXT NOT NULL,
      error TEXT,
      duration_ms REAL,
      at TEXT NOT NULL
    ) STRICT;
  `,
}
