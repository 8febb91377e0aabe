import { setTimeout as sleep } from 'node:timers/promises'
import type { Accessibility } from '../accessibility/accessibility.ts'
import type { OpenedApplication } from '../desktop-driver.ts'
import { resolveApplication, startApplication, type StartedApplication } from './application-start.ts'
import { keepsSilent } from './chromium-family.ts'
import { endedBadly } from './ended-badly.ts'
import { programOf } from './running-programs.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A window as far as it matters to who waits for one. */
export interface SeenWindow {
  /** Empty for one that has none yet. */
  readonly title: string
  readonly processId: number | null
  /** Shown only until the program is ready. */
  readonly isSplash: boolean
}

/** The windows of the desktop by whatever names them, as far as it tells of them. */
export interface SeenWindows<Id> {
  all(): Promise<readonly Id[]>
  /** The one in front. */
  active(): Promise<Id | null>
  /** null for one that is not ready to be told of, or gone. */
  describe(window: Id): Promise<SeenWindow | null>
}

export interface OpenOptions {
  readonly environment: Environment
  /** Where the application is to show itself. */
  readonly display: Environment
  /** null where applications cannot be asked about themselves. */
  readonly accessibility: Pick<Accessibility, 'begin'> | null
  readonly signal?: AbortSignal | undefined
}

const WINDOW_WITHIN_MS = 10_000
/** One that has ended well and was not seen to do anything has handed over to one that runs, or has no window. */
const ENDED_WITHIN_MS = 2_500
/** One that is gone after so long was a splash screen, whatever it said of itself. */
const STAYS_MS = 250
const POLL_MS = 50

/** Starts an application by the name that people know it by, or opens an address, and waits for its window. */
export async function openApplication<Id>(
  windows: SeenWindows<Id>,
  query: string,
  { environment, display, accessibility, signal }: OpenOptions,
): Promise<OpenedApplication> {
  const isToTell = accessibility !== null
  const application = await resolveApplication(query, { environment, isToTell })
  await accessibility?.begin()
  const before = await glance(windows)
  signal?.throwIfAborted()
  const started = await startApplication(application, { ...environment, ...display }, { isToTell })
  try {
    const found = await waitForWindow({ windows, before, started, signal })
    return {
      name: application.name,
      processId: started.child.pid ?? null,
      window: found.window?.title ?? null,
      state: found.state,
      isSilent: isToTell && (await keepsSilent(found.window?.processId ?? null)),
    }
  } finally {
    started.letGo()
  }
}

interface Glance<Id> {
  readonly active: Id | null
  readonly windows: ReadonlyMap<Id, SeenWindow>
}

async function glance<Id>(windows: SeenWindows<Id>): Promise<Glance<Id>> {
  const [ids, active] = await Promise.all([windows.all(), windows.active()])
  const seen = await Promise.all(ids.map(async (id) => [id, await windows.describe(id)] as const))
  return {
    active,
    windows: new Map(seen.flatMap(([id, window]) => (window === null ? [] : [[id, window] as const]))),
  }
}

interface Waiting<Id> {
  readonly windows: SeenWindows<Id>
  readonly before: Glance<Id>
  readonly started: StartedApplication
  readonly signal: AbortSignal | undefined
}

interface Found {
  readonly window: SeenWindow | null
  readonly state: OpenedApplication['state']
}

/** Until a window stays, one that ran already has taken it over, or there is nothing more to wait for. */
async function waitForWindow<Id>(waiting: Waiting<Id>): Promise<Found> {
  const { windows, before, started, signal } = waiting
  const firstSeen = new Map<Id, number>()
  const begun = performance.now()
  let endedAt: number | null = null
  let splash: SeenWindow | null = null
  for (;;) {
    const now = await glance(windows)
    const at = performance.now()
    const fresh = [...now.windows].filter(([id]) => !before.windows.has(id))
    const own = staying(fresh, firstSeen, at)
    if (own) return { window: own, state: 'window' }
    splash = fresh.find(([, window]) => window.isSplash)?.[1] ?? splash
    await endedBadly(started)
    if (started.child.exitCode === 0) endedAt ??= at
    const over = await afterGoodEnd(now, waiting, endedAt === null ? null : at - endedAt)
    if (over) return over
    if (at - begun > WINDOW_WITHIN_MS) return { window: splash, state: splash ? 'splash' : 'none' }
    await sleep(POLL_MS, undefined, { signal })
  }
}

/** The first that has been there for a while and is no splash screen. */
function staying<Id>(
  fresh: readonly (readonly [Id, SeenWindow])[],
  firstSeen: Map<Id, number>,
  at: number,
): SeenWindow | null {
  for (const [id] of fresh) if (!firstSeen.has(id)) firstSeen.set(id, at)
  const own = fresh.find(
    ([id, { isSplash, title }]) => !isSplash && title !== '' && at - firstSeen.get(id)! >= STAYS_MS,
  )
  return own?.[1] ?? null
}

/** null as long as more may come of it. */
async function afterGoodEnd<Id>(
  now: Glance<Id>,
  waiting: Waiting<Id>,
  sinceMs: number | null,
): Promise<Found | null> {
  if (sinceMs === null) return null
  const taken = await whoTookOver(now, waiting, sinceMs)
  if (taken) return { window: taken, state: 'running' }
  const hasFresh = [...now.windows.keys()].some((id) => !waiting.before.windows.has(id))
  return sinceMs > ENDED_WITHIN_MS && !hasFresh ? { window: null, state: 'ended' } : null
}

/** What ends well at once has told another of its kind, which shows it: by its title, by coming to the front. */
async function whoTookOver<Id>(
  now: Glance<Id>,
  { before, started }: Waiting<Id>,
  sinceMs: number,
): Promise<SeenWindow | null> {
  const changed = [...now.windows].filter(([id, { title }]) => {
    const old = before.windows.get(id)
    return old !== undefined && old.title !== title
  })
  const same = await ofProgram([...now.windows], started.program)
  const isSame = ([id]: readonly [Id, SeenWindow]) => same.some(([other]) => other === id)
  const byTitle = changed.find(isSame) ?? (same.length === 0 ? changed[0] : undefined)
  if (byTitle) return byTitle[1]
  const front = now.active === null ? undefined : now.windows.get(now.active)
  if (front && now.active !== before.active) return front
  // A page of the same title as the one before.
  const ownFront = same.find(([id]) => id === now.active) ?? same[0]
  return sinceMs >= ENDED_WITHIN_MS / 2 ? (ownFront?.[1] ?? null) : null
}

async function ofProgram<Id>(
  windows: readonly (readonly [Id, SeenWindow])[],
  program: string | null,
): Promise<readonly (readonly [Id, SeenWindow])[]> {
  if (program === null) return []
  const programs = await Promise.all(windows.map(([, { processId }]) => programOf(processId)))
  return windows.filter((_, index) => programs[index] === program)
}
