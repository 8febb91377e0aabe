import type { Database } from '../../platform/database/database.ts'

/** How far the events are in step with the server. */
export interface SyncState {
  /** Address and user that this is about. */
  readonly source: string
  readonly collection: string
  readonly token: string | null
  readonly ctag: string | null
  readonly synced_at: string | null
}

export function readSyncState(database: Database): SyncState | undefined {
  return database.prepare('SELECT source, collection, token, ctag, synced_at FROM calendar_sync').get() as
    | SyncState
    | undefined
}

export function saveSyncState(database: Database, state: SyncState): void {
  const { source, collection, token, ctag, synced_at } = state
  database
    .prepare(
      `INSERT INTO calendar_sync (id, source, collection, token, ctag, synced_at) VALUES (1, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET source = excluded.source, collection = excluded.collection,
         token = excluded.token, ctag = excluded.ctag, synced_at = excluded.synced_at`,
    )
    .run(source, collection, token, ctag, synced_at)
}
