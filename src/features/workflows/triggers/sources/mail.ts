import { createHash } from 'node:crypto'
import type { Look, TriggerSource } from '../source.ts'
import { mailEvent } from './mail-event.ts'
import type { ListedMail, MailCursor, MailFolder, MailFolders, ReadDepth, ReadMail } from './mail-folders.ts'
import { numbersOf, rangesOf } from './number-ranges.ts'
import { afterRenumbering } from './renumbered-mail.ts'

const EVERY_MS = 5 * 60_000
const MAX_MAILS = 200
/** Then what there is so far is told, so that a slow server does not hold up all of it. */
const MAX_LOOK_MS = 20_000
const MAX_KNOWN = 1_000
/** How long to wait after an email could not be had; each one more is a try more. */
const PAUSES_MS = [1_000, 10_000, 60_000, 300_000, 300_000]
/** After so many tries only its headers are asked for, and after the last one nothing. */
const WHOLE_TRIES = 3

/** New mail in a folder. */
export function createMailSource(deps: {
  readonly folders: MailFolders
  readonly now: () => Date
}): TriggerSource<'mail', MailCursor> {
  const { folders, now } = deps
  return {
    everyMs: () => EVERY_MS,
    look: ({ folder = 'INBOX' }, cursor, signal) =>
      folders.open(folder, (open) => lookInto(open, { cursor, now, signal }), signal),
    watch: ({ folder = 'INBOX' }, hint, signal) => folders.watch(folder, hint, signal),
  }
}

interface Looking {
  readonly cursor: MailCursor | undefined
  readonly now: () => Date
  readonly signal: AbortSignal
}

async function lookInto(open: MailFolder, { cursor, now, signal }: Looking): Promise<Look<MailCursor>> {
  const place = hashOf(`${open.account}\n${open.path}`)
  if (cursor?.place !== place) return { events: [], cursor: await beginning(open, { place, now: now() }) }
  const from = isRenumbered(open, cursor) ? await afterRenumbering(open, cursor) : cursor
  const pending = numbersOf(from.pending ?? '')
  const waiting = [...pending, ...(await open.above(from.uid))]
  const told = await readAll(open, waiting.slice(0, MAX_MAILS), { ...from, signal })
  const next = advanced(from, { ...told, pending: pending.slice(told.passed), now: now() })
  const events = told.mails.map((mail) => mailEvent(mail, { cursor: from, folder: open.path, now: now() }))
  const isMore = told.passed < waiting.length
  const pause = next.stuck ? PAUSES_MS[next.stuck.times - 1] : 0
  return { events, cursor: next, ...(isMore && { againInMs: pause ?? 0 }) }
}

/** Also where the server has gone back in time: its next number was given out already. */
function isRenumbered(open: MailFolder, { uidvalidity, uid }: MailCursor): boolean {
  return open.uidValidity !== uidvalidity || open.uidNext <= uid
}

async function beginning(
  open: MailFolder,
  { place, now }: { readonly place: string; readonly now: Date },
): Promise<MailCursor> {
  const mails: ListedMail[] = []
  // What came since the folder was opened is new.
  for await (const mail of open.list(MAX_KNOWN)) if (mail.uid < open.uidNext) mails.push(mail)
  return {
    place,
    uidvalidity: open.uidValidity,
    uid: open.uidNext - 1,
    known: mails.map(({ mark }) => mark),
    knows_all: open.count <= MAX_KNOWN,
    since: newestOf(mails, { since: null, now }),
    rewinds: 0,
  }
}

interface Told {
  readonly mails: readonly ReadMail[]
  /** How many of the numbers are done with. */
  readonly passed: number
  readonly lastUid: number | undefined
  /** The one that could not be had. */
  readonly lostAt: number | undefined
}

/** As many as can be had in a row; what was read before trouble is not read again. */
async function readAll(
  open: MailFolder,
  uids: readonly number[],
  { stuck, signal }: Pick<MailCursor, 'stuck'> & { readonly signal: AbortSignal },
): Promise<Told> {
  const until = performance.now() + MAX_LOOK_MS
  const mails: ReadMail[] = []
  const told = (passed: number, lostAt?: number) => ({ mails, passed, lastUid: uids[passed - 1], lostAt })
  for (const [passed, uid] of uids.entries()) {
    if (passed > 0 && performance.now() > until) return told(passed)
    const tries = stuck?.uid === uid ? stuck.times : 0
    try {
      const mail = await open.read(uid, depthAfter(tries))
      if (mail) mails.push(mail)
    } catch {
      signal.throwIfAborted()
      return told(passed, uid)
    }
  }
  return told(uids.length)
}

/** One email that nobody can read must not keep away all that come after it. */
function depthAfter(tries: number): ReadDepth {
  if (tries < WHOLE_TRIES) return 'whole'
  return tries < PAUSES_MS.length ? 'headers' : 'number'
}

function advanced(
  { stuck, pending: _pending, ...cursor }: MailCursor,
  {
    mails,
    lastUid,
    lostAt,
    pending,
    now,
  }: Told & { readonly pending: readonly number[]; readonly now: Date },
): MailCursor {
  const known = [...cursor.known, ...mails.flatMap(({ mark }) => mark ?? [])]
  const times = stuck?.uid === lostAt ? (stuck?.times ?? 0) + 1 : 1
  return {
    ...cursor,
    uid: Math.max(cursor.uid, lastUid ?? 0),
    ...(pending.length > 0 && { pending: rangesOf(pending) }),
    known: known.slice(-MAX_KNOWN),
    knows_all: cursor.knows_all && known.length <= MAX_KNOWN,
    since: newestOf(mails, { since: cursor.since, now }),
    ...(lostAt !== undefined && { stuck: { uid: lostAt, times } }),
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

/** What claims to come from the future does not count: after it, nothing would be new. */
function newestOf(
  mails: readonly Pick<ListedMail, 'receivedAt'>[],
  { since, now }: { readonly since: string | null; readonly now: Date },
): string | null {
  const times = mails.flatMap(({ receivedAt }) => receivedAt ?? []).filter((at) => at <= now.toISOString())
  return [since, ...times].reduce((newest, at) => (newest === null || (at ?? '') > newest ? at : newest))
}
