import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { parseObject } from './calendar-text.ts'
import type { DavAccess } from './caldav/dav-request.ts'
import { findCollection } from './caldav/find-collection.ts'
import { listChanges, type RemoteChanges } from './caldav/list-changes.ts'
import { deleteObject, fetchObjects, readObject, writeObject, type RemoteObject } from './caldav/objects.ts'
import { withRemovalsOf } from './event-changes.ts'
import { factsOf } from './event-facts.ts'
import * as rows from './event-rows.ts'
import type { EventRow, RemoteEvent } from './event-rows.ts'
import { readSyncState, saveSyncState, type SyncState } from './sync-state.ts'

export interface SyncDeps {
  readonly database: Database
  readonly access: DavAccess
  /** Where the user said that the calendar is. */
  readonly address: string
  readonly now: () => Date
  readonly log: Log
}

export interface SyncReport {
  readonly sent: number
  readonly received: number
  readonly removed: number
  /** Sentences about what the server did not take, or took away. */
  readonly refused: readonly string[]
}

const MAX_TRIES = 3

/**
 * Tells the server what was changed here, and takes what was changed there. Where both changed the same event, the
 * server's version is taken and what was done here is done again on it: an occurrence that was removed stays removed.
 * An event that was deleted here but changed there since is kept, for a change is a reason to have it; one that was
 * deleted there is gone.
 */
export async function synchronise(deps: SyncDeps): Promise<SyncReport> {
  const { database } = deps
  const state = await stateFor(deps)
  const refused: string[] = []
  let sent = 0
  for (const row of rows.selectPending(database)) {
    const problem = await tell(deps, row, state.collection)
    if (problem === undefined) sent += 1
    else refused.push(problem)
  }
  const changes = await listChanges(deps.access, state)
  const { warning, ...taken } = changes
    ? await take(deps, changes, state.collection)
    : { received: 0, removed: 0, warning: undefined }
  if (warning !== undefined) refused.push(warning)
  await database.write(() =>
    saveSyncState(database, {
      ...state,
      ...(changes && { token: changes.token, ctag: changes.ctag }),
      synced_at: deps.now().toISOString(),
    }),
  )
  return { sent, ...taken, refused }
}

/** Where we were; the beginning when the user named another calendar. */
async function stateFor({ database, access, address }: SyncDeps): Promise<SyncState> {
  const source = `${access.user ?? ''} ${address}`
  const known = readSyncState(database)
  if (known?.source === source) return known
  const collection = await findCollection(access, address)
  const state = { source, collection, token: null, ctag: null, synced_at: null }
  await database.write(() => {
    // Another name for the same calendar changes nothing.
    if (known?.collection !== collection) rows.forgetServer(database)
    saveSyncState(database, state)
  })
  return state
}

/** Why the server does not take it; undefined when it did. */
function tell(deps: SyncDeps, row: EventRow, collection: string): Promise<string | undefined> {
  return row.pending === 'delete' ? tellDeletion(deps, row) : tellEvent(deps, row, collection)
}

async function tellDeletion(deps: SyncDeps, row: EventRow): Promise<string | undefined> {
  const { database, access } = deps
  const { number, href, etag } = row
  const written = href === null ? ({ outcome: 'done' } as const) : await deleteObject(access, { href, etag })
  if (written.outcome === 'refused')
    return `The calendar server refused to delete "${row.title}" (it answered ${written.status})${adviceOn(written.status)}`
  const changed = written.outcome === 'conflict' ? await readRemote(deps, href!) : undefined
  await database.write(() => {
    if (!changed) return rows.removeRow(database, number)
    rows.replaceText(database, { number, ...changed })
    rows.setPending(database, number, 'none')
    rows.markExchanged(database, { number, href: changed.href, etag: changed.etag, revision: -1 })
  })
  return undefined
}

async function tellEvent(deps: SyncDeps, row: EventRow, collection: string): Promise<string | undefined> {
  const { database, access, now } = deps
  const { number, revision } = row
  const href = row.href ?? `${collection}${encodeURIComponent(row.uid)}.ics`
  let version = row.href === null ? undefined : row.etag
  let { ical } = row
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const written = await writeObject(access, { href, etag: version, ical })
    if (written.outcome === 'refused')
      return `The calendar server rejected "${row.title}" (it answered ${written.status})${adviceOn(written.status)} It stays here.`
    if (written.outcome === 'done') {
      const { etag } = written
      await database.write(() => {
        if (ical !== row.ical) {
          // Changed here once more: with the version that it was made from, it is brought together again.
          if (!rows.isUnchanged(database, row)) return
          rows.replaceText(database, { number, ical, facts: factsOf(parseObject(ical)!) })
        }
        rows.markExchanged(database, { number, href, etag, revision })
      })
      return undefined
    }
    const theirs = await readRemote(deps, href)
    if (!theirs && row.href === null) break
    if (!theirs) {
      await database.write(() => rows.removeRow(database, number))
      return undefined
    }
    const merged = withRemovalsOf(theirs.ical, row.ical, now())
    if (merged === undefined) {
      await database.write(() => {
        if (!rows.isUnchanged(database, row)) return
        rows.replaceText(database, { number, ...theirs })
        rows.markExchanged(database, { number, href, etag: theirs.etag, revision })
      })
      return undefined
    }
    ical = merged
    version = theirs.etag
  }
  return `"${row.title}" keeps changing on the calendar server. It will be sent later.`
}

function adviceOn(status: number): string {
  return [403, 405, 423].includes(status)
    ? ': check that you can write to the calendar in CALDAV_URL.'
    : '; retrying.'
}

async function readRemote(deps: SyncDeps, href: string): Promise<RemoteEvent | undefined> {
  const object = await readObject(deps.access, href)
  return object && remoteEvent(deps, object)
}

async function take(
  deps: SyncDeps,
  changes: RemoteChanges,
  collection: string,
): Promise<Pick<SyncReport, 'received' | 'removed'> & { warning?: string | undefined }> {
  const { database, access } = deps
  const known = rows.selectExchanged(database)
  // A server that lost everything is told again what was made here; it is no order to throw that away.
  if (changes.wasReset && changes.present.size === 0) {
    await database.write(() => rows.forgetServer(database))
    return { received: 0, removed: 0 }
  }
  const versions = new Map(known.map(({ href, etag }) => [href!, etag]))
  const hrefs = [...changes.present].flatMap(([href, etag]) => {
    const seen = versions.get(href)
    return seen === undefined || seen === null || seen !== etag ? [href] : []
  })
  let received = 0
  for await (const objects of fetchObjects(access, { collection, hrefs })) {
    const events = objects.flatMap((object) => remoteEvent(deps, object) ?? [])
    await database.write(() => {
      for (const event of events) rows.saveRemote(database, event)
    })
    received += events.length
  }
  const gone = new Set(changes.gone)
  const lost = known.filter(({ href, pending }) => {
    return pending === 'none' && (gone.has(href!) || (changes.isWhole && !changes.present.has(href!)))
  })
  const warning = await keepWayBack(deps, { lost: lost.length, known: known.length })
  await database.write(() => {
    for (const { number } of lost) rows.removeRow(database, number)
  })
  return { received, removed: lost.length, warning }
}

const WIPE_REASON = 'calendar-wipe'
const FEW = 10
const DAY_MS = 86_400_000

/** A server that takes away most of a calendar at once may be broken or somebody else's: there is a backup to go back to. */
async function keepWayBack(
  { database, now, log }: SyncDeps,
  { lost, known }: { lost: number; known: number },
): Promise<string | undefined> {
  if (lost < FEW || lost * 2 < known) return undefined
  const yesterday = now().getTime() - DAY_MS
  const made = database
    .backups()
    .find(({ reason, created_at }) => reason === WIPE_REASON && Date.parse(created_at) > yesterday)
  // One a day: a server that does it again and again must not push out the other backups.
  const { path } = made ?? (await database.backup(WIPE_REASON))
  const warning = `The calendar server removed ${lost} of ${known} events. ${path} still has them.`
  log.warn({ lost, known, path }, warning)
  return warning
}

/** Undefined for what is no event, or cannot be read: one broken entry does not keep the others away. */
function remoteEvent({ log }: SyncDeps, { href, etag, ical }: RemoteObject): RemoteEvent | undefined {
  try {
    const object = parseObject(ical)
    return object && { href, etag, ical, facts: factsOf(object) }
  } catch (error) {
    log.warn({ err: error, href }, "Couldn't read an event from the calendar server.")
    return undefined
  }
}
