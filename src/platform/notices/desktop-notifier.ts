import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { AppError } from '../../contract/errors.ts'
import { runAppleScript } from '../macos/osascript.ts'
import { sessionBusAddress } from '../dbus/address.ts'
import { BusError, connectBus, type Bus } from '../dbus/bus.ts'
import { numberOf, textOf } from '../dbus/value.ts'
import { CHILD_MARK } from '../processes/own-children.ts'
import { busNotices } from './bus-notices.ts'
import type { Notice, NoticeShower } from './notice.ts'
import { withoutMarkup } from './notification-bus.ts'
import { portalNotices } from './portal-notices.ts'

export interface DesktopNotifierOptions {
  readonly platform: NodeJS.Platform
  /** Where the session of the desktop is, and where programs are looked for. */
  readonly environment: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  /** A person chose an action of a notice; `default` where they chose the notice itself. */
  readonly onAction: (noticeId: string, action: string) => void
  /** Whether a process may speak for a person. */
  readonly isTrusted: (pid: number) => boolean
}

interface Connected {
  readonly bus: Bus
  readonly shower: NoticeShower
}

const LIMIT_MS = 10_000

const DISPLAY = `on run argv
  display notification (item 2 of argv) with title (item 1 of argv)
end run
`

const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  signature: 's',
} as const

/** Shows notices on the desktop and tells what is pressed there, where the desktop has buttons. */
export class DesktopNotifier {
  readonly #options: DesktopNotifierOptions
  #connecting: Promise<Connected> | undefined

  constructor(options: DesktopNotifierOptions) {
    this.#options = options
    options.signal.addEventListener('abort', () => this.#disconnect(), { once: true })
  }

  /** Throws `unavailable` where there is no desktop, or nothing that shows notices. */
  async show(notice: Notice): Promise<void> {
    const { platform, environment, signal } = this.#options
    if (platform === 'darwin') {
      const args = [notice.title, notice.message]
      await runAppleScript({ script: DISPLAY, args, signal, searchPath: environment['PATH'] })
      return
    }
    const address = sessionBusAddress(environment)
    // Without a bus that is known, the desktop's own program may still know where to go.
    if (address === undefined) await notifySend(notice, this.#options)
    else await this.#showOverBus(address, notice)
  }

  /** Takes a notice away that was handled elsewhere. Where the desktop cannot do that, it stays. */
  async withdraw(id: string): Promise<void> {
    await (await this.#connecting)?.shower.withdraw(id)
  }

  async #showOverBus(address: string, notice: Notice): Promise<void> {
    try {
      const { shower } = await this.#connected(address)
      await shower.show(notice)
    } catch (error) {
      this.#disconnect()
      this.#options.signal.throwIfAborted()
      throw nothingShows(error)
    }
  }

  /** One connection for all, and another one when it has ended. */
  #connected(address: string): Promise<Connected> {
    if (this.#connecting) return this.#connecting
    const connecting = this.#connect(address)
    const forget = () => {
      if (this.#connecting === connecting) this.#connecting = undefined
    }
    connecting.then(({ bus }) => bus.onClose(forget), forget)
    return (this.#connecting = connecting)
  }

  async #connect(address: string): Promise<Connected> {
    const { signal } = this.#options
    const bus = await connectBus(address, { signal })
    const onAction = (noticeId: string, action: string, sender: string) =>
      void this.#hear({ noticeId, action, sender })
    try {
      const shower = await busNotices(bus, { onAction, signal }).catch((error: unknown) => {
        if (!(error instanceof BusError)) throw error
        return portalNotices(bus, { onAction, signal })
      })
      return { bus, shower }
    } catch (error) {
      bus.close()
      throw error
    }
  }

  #disconnect(): void {
    this.#connecting?.then(
      ({ bus }) => bus.close(),
      () => {},
    )
    this.#connecting = undefined
  }

  /** Any program of the session can send a signal: only the one that shows the notices is believed. */
  async #hear({ noticeId, action, sender }: { noticeId: string; action: string; sender: string }) {
    const { onAction, isTrusted } = this.#options
    try {
      const connected = await this.#connecting
      if (!connected) return
      const { bus, shower } = connected
      const [owner] = await bus.call({ ...daemon, member: 'GetNameOwner', body: [shower.name] })
      if (textOf(owner) !== sender) return
      const [pid] = await bus.call({ ...daemon, member: 'GetConnectionUnixProcessID', body: [sender] })
      if (isTrusted(numberOf(pid))) onAction(noticeId, action)
    } catch {
      // Whoever cannot be asked about is not believed.
    }
  }
}

async function notifySend(
  { title, message, level }: Notice,
  { environment, signal }: DesktopNotifierOptions,
): Promise<void> {
  const urgency = level === 'error' ? 'critical' : 'normal'
  const words = ['--app-name=Deskhand', `--urgency=${urgency}`, '--', title, withoutMarkup(message)]
  const child = spawn('notify-send', words, {
    env: sessionOf(environment),
    stdio: 'ignore',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
  })
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code === 0) return
  } catch (error) {
    signal.throwIfAborted()
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
