import { readFile } from 'node:fs/promises'
import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { writeFileAtomic } from '../../platform/files/atomic-file.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { NotificationDraft } from '../notifications/notification-rows.ts'

export interface UpdateCheckDeps {
  readonly settings: Pick<Settings, 'get'>
  readonly notifications: Pick<Notifications, 'raiseOnce'>
  readonly now: () => Date
  readonly log: Log
  readonly fetch: typeof globalThis.fetch
  /** The version that runs. */
  readonly version: string
  /** Holds when it was asked last, so that a restart is no reason to ask again. */
  readonly file: string
}

export interface UpdateCheck {
  start(): void
  /** Asks when it is allowed and a day has passed. */
  look(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 60_000
const DAY_MS = 86_400_000
const LIMIT_MS = 15_000

/** Once a day one request, and a notification when there is something newer. It never installs anything. */
export function createUpdateCheck(deps: UpdateCheckDeps): UpdateCheck {
  const { settings, notifications, now, log, version, file } = deps
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  const look = async () => {
    const address = settings.get('UPDATE_ADDRESS')
    if (!settings.get('UPDATE_CHECK') || address === null) return
    const last = await readFile(file, 'utf8').then(Date.parse, () => Number.NaN)
    const since = now().getTime() - last
    // A clock that was set back must not put it off for years.
    if (since >= 0 && since < DAY_MS) return
    // Written first: an address that does not answer is not asked every minute.
    await writeFileAtomic(file, now().toISOString())
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(LIMIT_MS)])
    const latest = await latestVersion(address, { fetch: deps.fetch, signal })
    if (isNewer(latest, version)) await notifications.raiseOnce(draftFor(latest, version))
  }
  const lookAndTell = () =>
    look().catch((error: unknown) => log.info({ err: error }, "Couldn't check for updates."))
  const begin = () => {
    looking ??= lookAndTell().finally(() => (looking = undefined))
  }
  return {
    look,
    start() {
      begin()
      timer = setInterval(begin, EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await looking
    },
  }
}

/** What speaks against the settings as `read` gives them. */
export function updateIssues(read: (name: string) => unknown): ErrorIssue[] {
  if (read('UPDATE_CHECK') !== true || read('UPDATE_ADDRESS') !== null) return []
  return [
    { path: '/UPDATE_CHECK', message: 'needs UPDATE_ADDRESS, the address that returns the newest version' },
  ]
}

async function latestVersion(
  address: string,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<string> {
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } })
  const answer: unknown = response.ok ? await response.json().catch(() => null) : null
  const found = (answer as { version?: unknown } | null)?.version
  if (typeof found === 'string' && /^\d{1,9}(?:\.\d{1,9}){2}$/.test(found)) return found
  throw new AppError(
    'upstream_failed',
    `UPDATE_ADDRESS answered ${response.status} without {"version": "1.2.3"}. Correct it or turn UPDATE_CHECK off.`,
  )
}

function isNewer(candidate: string, running: string): boolean {
  const [theirs, ours] = [candidate, running].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  )
  const differing = theirs!.findIndex((part, index) => part !== ours![index])
  return differing !== -1 && theirs![differing]! > ours![differing]!
}

function draftFor(latest: string, running: string): NotificationDraft {
  return {
    type: 'update',
    level: 'info',
    title: `Deskhand ${latest} is available`,
    message: `You have ${running}. Nothing was installed; that is up to you.`,
    dedupe_key: `update:${latest}`,
  }
}
