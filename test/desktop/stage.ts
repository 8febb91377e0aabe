import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 150_000

export interface DesktopStageOptions {
  readonly width: number
  readonly height: number
  readonly windowManager: WindowManager
  /** Applications tell what they show; off by default, for they start slower with it. */
  readonly accessibility?: boolean
  /** The server asks for a cookie; `environment.XAUTHORITY` then has it. */
  readonly cookie?: boolean
  /** More for the environment of every program on it. */
  readonly programEnvironment?: Readonly<Record<string, string>>
}

export type WindowManager = 'openbox' | 'xfwm4' | 'none'

/** A desktop of its own: X server, session bus, home folder, window manager. Everything it started ends with it. */
export interface DesktopStage extends AsyncDisposable {
  /** As in DISPLAY. */
  readonly display: string
  readonly folder: string
  /** For every program that is to run on it. */
  readonly environment: Readonly<Record<string, string>>
  readonly server: ChildProcess
  start(program: string, words: readonly string[]): ChildProcess
  openOracle(options: OracleOptions): Promise<Oracle>
  /** A new server on the same display, after the old one was killed. */
  restartServer(): Promise<void>
}

export interface OracleOptions {
  /**
   * board: an empty area that logs every button, wheel, motion and key (GTK);
   * text: one text field that logs what it holds (either toolkit);
   * form: labelled entry, password entry and a button (GTK).
   */
  readonly kind: 'board' | 'text' | 'form'
  readonly toolkit?: 'gtk' | 'tk'
  readonly title?: string
  /** `600x400+100+80`, or `full`; the place is that of the frame where there is a window manager. */
  readonly geometry?: string
}

/** A real application that writes down what really reached it. */
export interface Oracle {
  readonly child: ChildProcess
  readonly events: readonly OracleEvent[]
  /** What its text field holds by its last word. */
  text(): string
  of<Name extends OracleEvent['event']>(name: Name): Extract<OracleEvent, { event: Name }>[]
  clear(): void
  close(): Promise<void>
}

export type OracleEvent =
  | {
      readonly event: 'ready'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }
  | ({ readonly event: 'press' } & PointerFacts & { readonly count: number })
  | ({ readonly event: 'release' } & PointerFacts)
  | ({ readonly event: 'motion' } & PointerFacts)
  | {
      readonly event: 'scroll'
      readonly x: number
      readonly y: number
      readonly dx: number
      readonly dy: number
      readonly modifiers: string[]
    }
  | { readonly event: 'key'; readonly key: string; readonly character: string; readonly modifiers: string[] }
  | { readonly event: 'text'; readonly field: string; readonly text: string }
  | { readonly event: 'activated'; readonly name: string }
  | { readonly event: 'focus'; readonly focused: boolean }

interface PointerFacts {
  /** Of the whole desktop. */
  readonly x: number
  readonly y: number
  /** 0 for a motion without one. */
  readonly button: number
  readonly modifiers: string[]
}

export const hasDesktop = ['Xvfb', 'openbox', 'xfwm4', 'dbus-daemon'].every(
  (program) => spawnSync('which', [program]).status === 0,
)

export async function startDesktop(options: DesktopStageOptions): Promise<DesktopStage> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-desktop-'))
  const children: ChildProcess[] = []
  const environment: Record<string, string> = { ...(await homeOf(folder)), ...options.programEnvironment }
  if (options.cookie) environment['XAUTHORITY'] = join(folder, 'authority')
  let [server, display] = await startServer(options, environment)
  environment['DISPLAY'] = display
  const start = (program: string, words: readonly string[]) => {
    const child = spawn(program, words, {
      env: environment,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    return child
  }
  const [bus, address] = await startBus(environment)
  environment['DBUS_SESSION_BUS_ADDRESS'] = address
  if (!options.accessibility) environment['NO_AT_BRIDGE'] = '1'
  if (options.windowManager !== 'none') await startWindowManager(options.windowManager, start, environment)
  return {
    display,
    folder,
    environment,
    get server() {
      return server
    },
    start,
    openOracle: (oracle) => openOracle({ ...oracle, isManaged: options.windowManager !== 'none' }, start),
    async restartServer() {
      await end(server)
      ;[server] = await startServer(options, environment, display)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(children.map(end))
      await end(server)
      await end(bus)
      // What the bus has started may be writing its last words into the folder.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

export async function homeOf(folder: string): Promise<Record<string, string>> {
  const runtime = join(folder, 'runtime')
  await mkdir(runtime, { mode: 0o700 })
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: folder,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    LANG: 'C.UTF-8',
    GDK_BACKEND: 'x11',
    GTK_USE_PORTAL: '0',
    // Otherwise GTK writes a warning for every start, and asks a settings service that is not there.
    GSETTINGS_BACKEND: 'memory',
  }
}

async function startServer(
  { width, height }: DesktopStageOptions,
  environment: Readonly<Record<string, string>>,
  display = anyDisplay(),
): Promise<[ChildProcess, string]> {
  const authority = environment['XAUTHORITY']
  if (authority) writeCookie(authority, display)
  const words = [
    display,
    '-displayfd',
    '3',
    '-screen',
    '0',
    `${width}x${height}x24`,
    '-noreset',
    '-nolisten',
    'tcp',
    ...(authority ? ['-auth', authority] : ['-ac']),
  ]
  const child = spawn(...endingWithUs('Xvfb', words), {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const complaint = collect(child.stderr!)
  await firstLine(child, child.stdio[3] as Readable, () => `Xvfb: ${complaint()}`)
  return [child, display]
}

/** Far above those that a server chooses by itself: the next one on it is ours again, whoever starts one in between. */
function anyDisplay(): string {
  return `:${randomInt(10_000, 59_000)}`
}

function writeCookie(file: string, display: string): void {
  const cookie = '0123456789abcdef0123456789abcdef'
  spawnSync('xauth', ['-q', '-f', file, 'add', display, '.', cookie])
}

export async function startBus(
  environment: Readonly<Record<string, string>>,
): Promise<[ChildProcess, string]> {
  const words = ['--session', '--nofork', '--print-address=1']
  const child = spawn(...endingWithUs('dbus-daemon', words), {
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return [child, await firstLine(child, child.stdout, () => 'dbus-daemon')]
}

async function startWindowManager(
  name: 'openbox' | 'xfwm4',
  start: DesktopStage['start'],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const child =
    name === 'openbox'
      ? start('openbox', ['--sm-disable'])
      : start('xfwm4', ['--compositor=off', '--sm-client-disable'])
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`)
    const said = spawnSync('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK', '_NET_ACTIVE_WINDOW'], {
      env: environment,
      encoding: 'utf8',
    })
    if (said.stdout.includes('window id # 0x')) return
    if (Date.now() > until)
      throw new Error(`${name} did not take over the desktop: ${said.stdout}${said.stderr}`)
    await sleep(50)
  }
}

export async function openOracle(
  options: OracleOptions & { readonly isManaged: boolean },
  start: DesktopStage['start'],
): Promise<Oracle> {
  const { kind, toolkit = 'gtk', title = 'oracle', geometry = '600x400+100+80', isManaged } = options
  const script = join(import.meta.dirname, `oracle-${toolkit}.py`)
  const child = start('/usr/bin/python3', [script, kind, title, geometry, isManaged ? 'yes' : 'no'])
  const events: OracleEvent[] = []
  const lines = createInterface({ input: child.stdout! })
  lines.on('line', (line) => events.push(JSON.parse(line) as OracleEvent))
  const of = <Name extends OracleEvent['event']>(name: Name) =>
    events.filter((one): one is Extract<OracleEvent, { event: Name }> => one.event === name)
  const until = Date.now() + PATIENCE_MS
  while (of('ready').length === 0) {
    if (child.exitCode !== null) throw new Error(`The oracle ended with ${child.exitCode}.`)
    if (Date.now() > until) throw new Error('The oracle did not show its window.')
    await sleep(20)
  }
  let text = ''
  return {
    child,
    events,
    of,
    text: () => of('text').at(-1)?.text ?? text,
    clear() {
      text = of('text').at(-1)?.text ?? text
      events.length = 0
    },
    close: () => end(child),
  }
}

/** A run of tests that is killed leaves no desktops behind. */
function endingWithUs(program: string, words: readonly string[]): [string, string[]] {
  return ['setpriv', ['--pdeathsig', 'KILL', program, ...words]]
}

async function firstLine(child: ChildProcess, stream: Readable, what: () => string): Promise<string> {
  const lines = createInterface({ input: stream })
  const gone = once(child, 'exit').then(() => Promise.reject(new Error(`It did not start: ${what()}`)))
  gone.catch(() => {})
  const [line] = (await Promise.race([once(lines, 'line'), gone])) as [string]
  return line.trim()
}

function collect(stream: Readable): () => string {
  let all = ''
  stream.on('data', (bytes: Buffer) => (all += bytes.toString()))
  return () => all
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 2000)
  await gone
  clearTimeout(late)
}
