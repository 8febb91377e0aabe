import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveApplication, startApplication } from '../application-start.ts'
import type { OpenedApplication } from '../desktop-driver.ts'
import type { XConnection, XServerAddress } from './connection.ts'
import { activeWindow, applicationWindows, describeWindow } from './windows.ts'

export interface OpenOptions {
  readonly address: XServerAddress
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal | undefined
}

const WINDOW_WITHIN_MS = 10_000
const POLL_MS = 50

/** Starts an application by the name that people know it by, or opens an address, and waits for its window. */
export async function openApplication(
  connection: XConnection,
  query: string,
  options: OpenOptions,
): Promise<OpenedApplication> {
  const { address, environment, signal } = options
  const application = await resolveApplication(query, environment)
  const before = new Set(await applicationWindows(connection))
  const activeBefore = (await activeWindow(connection))?.id
  signal?.throwIfAborted()
  const child = await startApplication(application, {
    ...environment,
    DISPLAY: address.display,
    ...(address.xauthority !== undefined && { XAUTHORITY: address.xauthority }),
  })
  const window = await newWindow(connection, { before, activeBefore, child, signal })
  return { name: application.name, processId: child.pid ?? null, window }
}

interface Waiting {
  readonly before: ReadonlySet<number>
  readonly activeBefore: string | undefined
  readonly child: ChildProcess
  readonly signal?: AbortSignal | undefined
}

/** Title of the first window that was not there before; null when none comes in time. */
async function newWindow(
  connection: XConnection,
  { before, activeBefore, child, signal }: Waiting,
): Promise<string | null> {
  const until = performance.now() + WINDOW_WITHIN_MS
  while (performance.now() < until) {
    const fresh = (await applicationWindows(connection)).find((window) => !before.has(window))
    const described = fresh === undefined ? null : await describeWindow(connection, fresh)
    if (described) return described.title
    // One that runs already brings its old window to the front, and what was started ends.
    const active = child.exitCode === 0 ? await activeWindow(connection) : null
    if (active && active.id !== activeBefore) return active.title
    await sleep(POLL_MS, undefined, { signal })
  }
  return null
}
