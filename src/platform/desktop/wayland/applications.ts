import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveApplication, startApplication } from '../application-start.ts'
import type { OpenedApplication } from '../desktop-driver.ts'
import type { WaylandAddress } from './connection.ts'
import type { Toplevels } from './toplevels.ts'

export interface OpenOptions {
  readonly address: WaylandAddress
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal | undefined
}

const WINDOW_WITHIN_MS = 10_000
const POLL_MS = 50

/** Starts an application by the name that people know it by, or opens an address, and waits for its window. */
export async function openApplication(
  toplevels: Pick<Toplevels, 'list' | 'active'>,
  query: string,
  { address, environment, signal }: OpenOptions,
): Promise<OpenedApplication> {
  const application = await resolveApplication(query, environment)
  const before = new Set(toplevels.list().map(({ id }) => id))
  const activeBefore = toplevels.active()?.id
  signal?.throwIfAborted()
  const child = await startApplication(application, {
    ...environment,
    WAYLAND_DISPLAY: address.display,
    XDG_RUNTIME_DIR: address.runtimeFolder,
  })
  const window = await newWindow(toplevels, { before, activeBefore, child, signal })
  return { name: application.name, processId: child.pid ?? null, window }
}

interface Waiting {
  readonly before: ReadonlySet<number>
  readonly activeBefore: number | undefined
  readonly child: ChildProcess
  readonly signal?: AbortSignal | undefined
}

/** Title of the first window that was not there before; null when none comes in time. */
async function newWindow(
  toplevels: Pick<Toplevels, 'list' | 'active'>,
  { before, activeBefore, child, signal }: Waiting,
): Promise<string | null> {
  const until = performance.now() + WINDOW_WITHIN_MS
  while (performance.now() < until) {
    const fresh = toplevels.list().find(({ id, title }) => !before.has(id) && title !== '')
    if (fresh) return fresh.title
    // One that runs already brings its old window to the front, and what was started ends.
    const active = child.exitCode === 0 ? toplevels.active() : null
    if (active && active.id !== activeBefore) return active.title
    await sleep(POLL_MS, undefined, { signal })
  }
  return null
}
