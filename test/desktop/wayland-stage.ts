import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chown, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { end, homeOf, openOracle, startBus, type Oracle, type OracleOptions } from './stage.ts'

const PATIENCE_MS = 150_000
/** Sway does not run for root; this is nobody. */
const OTHER_USER = 65_534

export interface WaylandStageOptions {
  readonly width: number
  readonly height: number
  /** Further lines of sway's configuration. */
  readonly configuration?: string
  readonly xwayland?: boolean
  readonly outputs?: number
  /** False where nothing is plugged in: no window ever has the focus then. */
  readonly hasKeyboard?: boolean
  /** Applications tell what they show; off by default, for they start slower with it. */
  readonly accessibility?: boolean
  /** More for the environment of every program on it. */
  readonly programEnvironment?: Readonly<Record<string, string>>
}

/** A Wayland desktop of its own, without a screen. Everything it started ends with it. */
export interface WaylandStage extends AsyncDisposable {
  /** As in WAYLAND_DISPLAY. */
  readonly display: string
  readonly runtimeFolder: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly compositor: ChildProcess
  start(program: string, words: readonly string[]): ChildProcess
  openOracle(options: OracleOptions): Promise<Oracle>
  /** Tells sway to do something. */
  command(line: string): void
}

export const hasWayland = ['sway', 'foot', 'grim', 'wl-copy', 'wtype', 'dbus-daemon'].every(
  (program) => spawnSync('which', [program]).status === 0,
)

export async function startWayland(options: WaylandStageOptions): Promise<WaylandStage> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-wayland-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  const environment: Record<string, string> = {
    ...(await homeOf(folder)),
    GDK_BACKEND: 'wayland',
    ...options.programEnvironment,
  }
  const runtimeFolder = environment['XDG_RUNTIME_DIR']!
  const compositor = await startSway(options, { folder, environment })
  opened.defer(() => end(compositor))
  const display = await socketNamed(runtimeFolder, /^wayland-\d+$/, compositor)
  environment['WAYLAND_DISPLAY'] = display
  const sway = await socketNamed(runtimeFolder, /^sway-ipc\..*\.sock$/, compositor)
  environment['SWAYSOCK'] = join(runtimeFolder, sway)
  if (!options.accessibility) environment['NO_AT_BRIDGE'] = '1'
  if (options.xwayland) environment['DISPLAY'] = await lineIn(join(folder, 'display'))
  const [bus, address] = await startBus(environment)
  opened.defer(() => end(bus))
  environment['DBUS_SESSION_BUS_ADDRESS'] = address
  const children: ChildProcess[] = []
  opened.defer(async () => void (await Promise.all(children.map(end))))
  const start = (program: string, words: readonly string[]) => {
    const child = spawn(program, words, {
      env: environment,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    return child
  }
  const all = opened.move()
  return {
    display,
    runtimeFolder,
    folder,
    environment,
    compositor,
    start,
    openOracle: (oracle) => openOracle({ ...oracle, isManaged: options.hasKeyboard ?? true }, start),
    command(line) {
      const { status, stdout, stderr } = spawnSync('swaymsg', [line], { env: environment, encoding: 'utf8' })
      if (status !== 0) throw new Error(`sway did not do ${line}: ${stdout}${stderr}`)
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

async function startSway(
  { width, height, configuration = '', xwayland = false, outputs = 1 }: WaylandStageOptions,
  { folder, environment }: { folder: string; environment: Readonly<Record<string, string>> },
): Promise<ChildProcess> {
  const file = join(folder, 'sway')
  const lines = [
    `xwayland ${xwayland ? 'enable' : 'disable'}`,
    // The server for old programs lets in nobody but its own user, which is another one for root.
    ...(xwayland ? [`exec 'xhost + && echo $DISPLAY > ${folder}/display'`] : []),
    'default_border none',
    'focus_follows_mouse no',
    ...Array.from(
      { length: outputs },
      (_, index) => `output HEADLESS-${index + 1} resolution ${width}x${height} position ${index * width} 0`,
    ),
    configuration,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const isRoot = process.getuid?.() === 0
  const owned = isRoot ? [folder, file, environment['XDG_RUNTIME_DIR']!] : []
  for (const path of owned) await chown(path, OTHER_USER, OTHER_USER)
  const asOther = [`--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, '--clear-groups']
  const words = ['sway', '--config', file]
  return spawn(isRoot ? 'setpriv' : 'env', [...(isRoot ? asOther : []), ...words], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...environment,
      WLR_BACKENDS: 'headless',
      WLR_HEADLESS_OUTPUTS: String(outputs),
      WLR_LIBINPUT_NO_DEVICES: '1',
      WLR_RENDERER: 'pixman',
    },
  })
}

async function lineIn(file: string): Promise<string> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.endsWith('\n')) return text.trim()
    if (Date.now() > until) throw new Error(`Nothing was written into ${file}.`)
    await sleep(30)
  }
}

async function socketNamed(folder: string, pattern: RegExp, owner: ChildProcess): Promise<string> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const name = (await readdir(folder)).find((each) => pattern.test(each))
    if (name) return name
    if (owner.exitCode !== null) throw new Error(`Sway ended with ${owner.exitCode}.`)
    if (Date.now() > until) throw new Error('Sway did not start.')
    await sleep(30)
  }
}
