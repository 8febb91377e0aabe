import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { AppError } from '../../contract/errors.ts'
import { runAppleScript } from '../macos/osascript.ts'
import { sessionBusAddress } from '../dbus/address.ts'
import { CHILD_MARK } from '../processes/own-children.ts'
import { sendNotification, withoutMarkup } from './notification-bus.ts'

export interface Notice {
  readonly title: string
  readonly message: string
  readonly level: 'info' | 'success' | 'warning' | 'error'
}

export interface NoticeOptions {
  readonly platform: NodeJS.Platform
  /** Where the session of the desktop is, and where programs are looked for. */
  readonly environment: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

const LIMIT_MS = 10_000

const DISPLAY = `on run argv
  display notification (item 2 of argv) with title (item 1 of argv)
end run
`

/** Shows it on the desktop. Throws `unavailable` where there is none, or nothing that shows notices. */
export async function showNotice(notice: Notice, options: NoticeOptions): Promise<void> {
  if (options.platform === 'darwin') {
    const { title, message } = notice
    const searchPath = options.environment['PATH']
    await runAppleScript({ script: DISPLAY, args: [title, message], signal: options.signal, searchPath })
    return
  }
  const address = sessionBusAddress(options.environment)
  // Without a bus that is known, the desktop's own program may still know where to go.
  if (address === undefined) await notifySend(notice, options)
  else await sendOverBus(notice, { address, signal: options.signal })
}

async function sendOverBus(
  { title, message, level }: Notice,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<void> {
  try {
    await sendNotification(address, { title, message, isUrgent: level === 'error', durationMs: null }, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw nothingShows(error)
  }
}

async function notifySend({ title, message, level }: Notice, options: NoticeOptions): Promise<void> {
  const words = ['--app-name=Deskhand', `--urgency=${urgencyOf(level)}`, '--', title, withoutMarkup(message)]
  const child = spawn('notify-send', words, {
    env: sessionOf(options.environment),
    stdio: 'ignore',
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(LIMIT_MS)]),
  })
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code === 0) return
  } catch (error) {
    options.signal.throwIfAborted()
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error
    throw new AppError(
      'unavailable',
      'notify-send is not installed. Install libnotify to see notifications on the desktop.',
    )
  }
  throw nothingShows()
}

function nothingShows(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    "The desktop can't show notifications: it has no session, or nothing that shows them.",
    { cause },
  )
}

/** What finds the session, and nothing else of ours. */
function sessionOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DISPLAY', 'WAYLAND_DISPLAY']
  const kept = names.flatMap((name) => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), LANG: 'C.UTF-8', [CHILD_MARK]: '1' }
}

function urgencyOf(level: Notice['level']): string {
  return level === 'error' ? 'critical' : 'normal'
}
