import { setTimeout as sleep } from 'node:timers/promises'
import type { Accessibility } from '../accessibility/accessibility.ts'
import type { OpenedApplication } from '../desktop-driver.ts'
import { resolveApplication, startApplication } from './application-start.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The windows of the desktop by whatever names them, as far as it tells of them. */
export interface SeenWindows<Id> {
  all(): Promise<readonly Id[]>
  /** The one in front. */
  active(): Promise<Id | null>
  /** null for one that is not ready to be told of, or gone. */
  titleOf(window: Id): Promise<string | null>
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
const POLL_MS = 50

/** Starts an application by the name that people know it by, or opens an address, and waits for its window. */
export async function openApplication<Id>(
  windows: SeenWindows<Id>,
  query: string,
  { environment, display, accessibility, signal }: OpenOptions,
): Promise<OpenedApplication> {
  const application = await resolveApplication(query, { environment, isToTell: accessibility !== null })
  await accessibility?.begin()
  const before = new Set(await windows.all())
  const activeBefore = await windows.active()
  signal?.throwIfAborted()
  const child = await startApplication(application, { ...environment, ...display })

  /** Title of the first window that was not there before. */
  const findTitle = async (): Promise<string | null> => {
    const fresh = (await windows.all()).find((window) => !before.has(window))
    const title = fresh === undefined ? null : await windows.titleOf(fresh)
    if (title !== null) return title
    // One that runs already brings its old window to the front, and what was started ends.
    const active = child.exitCode === 0 ? await windows.active() : null
    return active === null || active === activeBefore ? null : windows.titleOf(active)
  }

  const until = performance.now() + WINDOW_WITHIN_MS
  let window = await findTitle()
  while (window === null && performance.now() < until) {
    await sleep(POLL_MS, undefined, { signal })
    window = await findTitle()
  }
  return { name: application.name, processId: child.pid ?? null, window }
}
