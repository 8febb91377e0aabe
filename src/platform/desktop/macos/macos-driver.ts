import { createHash } from 'node:crypto'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import { runAppleScript } from '../../macos/osascript.ts'
import { fitInto } from '../coordinates.ts'
import type {
  ActiveWindow,
  Area,
  CaptureOptions,
  DesktopDriver,
  Frame,
  Monitor,
  Point,
  Settled,
  SettleOptions,
  Typed,
} from '../desktop-driver.ts'
import { Turns } from '../input/turns.ts'
import type { DesktopOverlays } from '../overlay/overlays.ts'
import {
  clickSteps,
  dragSteps,
  moveSteps,
  pressSteps,
  releaseSteps,
  scrollSteps,
  type GestureStep,
} from './gestures.ts'
import { noElements } from './no-elements.ts'
import { runProgram } from './programs.ts'
import { ACTIVE_WINDOW, CLIPBOARD, GESTURE, PERMISSIONS, POINTER, SCREENS } from './scripts.ts'

export interface MacosDriverOptions {
  readonly overlays: DesktopOverlays
  /** Where programs are looked for, as in PATH; where macOS has them when left out. */
  readonly searchPath: string | undefined
  readonly log: Log
}

interface Permissions {
  readonly accessibility: boolean
  readonly screen: boolean
}

const PASTE_MS = 300
const GLANCE = 400
const settleUsually: Required<SettleOptions> = { changeMs: 400, quietMs: 200, maxMs: 3000 }

/** The desktop of macOS by the programs that come with it. Places are points, of which a fine screen has two pixels each. */
export async function createMacosDriver(options: MacosDriverOptions): Promise<DesktopDriver> {
  const mac = new Mac(options)
  const permissions = await mac.ask<Permissions>(PERMISSIONS)
  const missing = sentenceOf(permissions)
  if (missing) options.log.warn({ permissions }, missing)
  const seen = () => allowed(permissions.screen, missing)
  const acted = () => allowed(permissions.accessibility, missing)
  const { overlays } = options
  return {
    kind: 'macos',
    capabilities: {
      capture: permissions.screen,
      pointer: permissions.accessibility,
      keyboard: permissions.accessibility,
      clipboard: true,
      overlay: false,
      accessibility: false,
      read_pointer: true,
      hotkey: false,
    },
    monitors: () => mac.monitors(),
    activeMonitor: () => mac.activeMonitor(),
    capture: async (wanted, signal) => {
      seen()
      return mac.capture(wanted, signal)
    },
    settle: async (wanted, signal) => {
      seen()
      return mac.settle(wanted, signal)
    },
    ...gesturesOf(mac, acted),
    pointer: () => mac.ask<Point>(POINTER),
    activeWindow: () => mac.activeWindow(),
    held: async () => null,
    releaseAll: () => mac.releaseAll(),
    openApplication: (query, signal) => mac.openApplication(query, signal),
    ...noElements,
    overlays,
    onInterference: () => () => {},
    close: () => overlays.close(),
  }
}

type Gestures = Pick<DesktopDriver, 'move' | 'click' | 'drag' | 'scroll' | 'press' | 'type'>

function gesturesOf(mac: Mac, acted: () => void): Gestures {
  // Two at once would press into each other, and lose what was in the clipboard.
  const turns = new Turns()
  const perform = async (steps: () => GestureStep[], signal?: AbortSignal) => {
    acted()
    await turns.take(() => mac.perform(steps(), signal), signal)
  }
  return {
    move: (point, signal) => perform(() => moveSteps(point), signal),
    click: (point, wanted, signal) => perform(() => clickSteps(point, wanted), signal),
    drag: (path, wanted, signal) => perform(() => dragSteps(path, wanted), signal),
    scroll: (point, wanted, signal) => perform(() => scrollSteps(point, wanted), signal),
    press: (chord, { holdMs = 0 }, signal) => perform(() => pressSteps(chord, holdMs), signal),
    type: async (text, { replace = false, submit = false }, signal) => {
      acted()
      return turns.take(() => mac.paste(text, { replace, submit, signal }), signal)
    },
  }
}

class Mac {
  readonly #searchPath: string | undefined
  readonly #log: Log
  /** What was seen last, so that a change is one also when it is over before anybody looks again. */
  #seen: string | null = null

  constructor({ searchPath, log }: MacosDriverOptions) {
    this.#searchPath = searchPath
    this.#log = log
  }

  /** What a script answers, as JSON. */
  async ask<Answer>(script: string, args: readonly string[] = [], signal?: AbortSignal): Promise<Answer> {
    const output = await this.#run(script, args, signal)
    return JSON.parse(output) as Answer
  }

  async perform(steps: readonly GestureStep[], signal?: AbortSignal): Promise<void> {
    try {
      await this.#run(GESTURE, [JSON.stringify(steps)], signal)
    } catch (error) {
      // It may have been stopped with a button or a key down.
      await this.releaseAll(steps)
      throw error
    }
  }

  async releaseAll(after: readonly GestureStep[] = []): Promise<void> {
    try {
      const point = await this.ask<Point>(POINTER)
      await this.#run(GESTURE, [JSON.stringify(releaseSteps(point, after))])
    } catch (error) {
      this.#log.warn({ err: error }, "Couldn't release keys and buttons.")
    }
  }

  async monitors(): Promise<Monitor[]> {
    const areas = await this.ask<Area[]>(SCREENS)
    return areas.map((area, index) => ({ id: String(index + 1), area, primary: index === 0 }))
  }

  async activeMonitor(): Promise<Monitor> {
    const monitors = await this.monitors()
    const window = await this.activeWindow().catch(() => null)
    const point = window?.area ? centreOf(window.area) : await this.ask<Point>(POINTER)
    return monitors.find(({ area }) => contains(area, point)) ?? monitors[0]!
  }

  async activeWindow(): Promise<ActiveWindow | null> {
    const { name, processId, title, area } = await this.ask<ActiveWindow & { name: string }>(ACTIVE_WINDOW)
    return { id: `${processId}:${title}`, title, className: name, processId, area }
  }

  async capture(wanted: CaptureOptions, signal?: AbortSignal): Promise<Frame> {
    const monitor = await this.#monitorOf(wanted)
    const area = wanted.area ?? monitor.area
    const { x, y, width: wide, height: high } = area
    const part = wanted.area ? ['-R', `${x},${y},${wide},${high}`] : ['-D', monitor.id]
    await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-screen-'))
    const file = join(folder.path, 'screen.png')
    const takenAt = Date.now()
    const args = ['-x', ...(wanted.cursor ? ['-C'] : []), '-t', 'png', ...part, file]
    await runProgram('screencapture', { args, searchPath: this.#searchPath, signal })
    const { default: sharp } = await import('sharp')
    const { width, height } = fitInto(area, wanted)
    const whole = await readFile(file)
    if (!wanted.area) this.#seen = await glanceAt(whole)
    const picture = sharp(whole).resize(width, height, { fit: 'fill' }).removeAlpha()
    const format = wanted.format ?? 'png'
    const bytes = await (
      format === 'png' ? picture.png({ compressionLevel: 1 }) : picture.jpeg({ quality: 85 })
    ).toBuffer()
    const hash = createHash('sha256').update(bytes).digest('hex')
    return { takenAt, area, width, height, mimeType: `image/${format}`, bytes, hash }
  }

  /** A picture takes a tenth of a second here, so quiet means that two after each other are the same. */
  async settle(wanted: SettleOptions, signal?: AbortSignal): Promise<Settled> {
    const { changeMs, quietMs, maxMs } = { ...settleUsually, ...wanted }
    const started = performance.now()
    let changed = false
    let quietSince = started
    for (;;) {
      const last = this.#seen
      await this.capture({ maxEdge: GLANCE }, signal)
      const now = performance.now()
      if (last !== null && this.#seen !== last) {
        changed = true
        quietSince = now
      }
      const isOver = changed ? now - quietSince >= quietMs : now - started >= changeMs
      if (isOver || now - started >= maxMs) return { tookMs: now - started, changed, isBounded: !isOver }
    }
  }

  async paste(
    text: string,
    { replace, submit, signal }: { replace: boolean; submit: boolean; signal: AbortSignal | undefined },
  ): Promise<Typed> {
    const before = await this.ask<string | null>(CLIPBOARD, [], signal)
    const copy = (input: string) => runProgram('pbcopy', { args: [], input, searchPath: this.#searchPath })
    await copy(text)
    try {
      await this.perform([...(replace ? pressSteps('cmd+a') : []), ...pressSteps('cmd+v')], signal)
      await sleep(PASTE_MS, undefined, { signal })
      if (submit) await this.perform(pressSteps('Return'), signal)
    } finally {
      if (before !== null) await copy(before)
    }
    const characters = Array.from(text).length
    return {
      method: 'clipboard',
      verified: false,
      characters,
      clipboardReplaced: before === null,
      value: null,
      submitted: submit,
    }
  }

  async openApplication(query: string, signal?: AbortSignal) {
    const isAddress = /^https?:\/\//i.test(query)
    const args = isAddress ? ['--', query] : ['-a', query]
    await runProgram('open', { args, searchPath: this.#searchPath, signal })
    const window = await this.activeWindow().catch(() => null)
    return {
      name: query,
      processId: window?.processId ?? null,
      window: window?.title ?? null,
      state: window === null ? ('none' as const) : ('window' as const),
      isSilent: false,
    }
  }

  async #monitorOf({ display }: CaptureOptions): Promise<Monitor> {
    if (display === undefined) return this.activeMonitor()
    const monitors = await this.monitors()
    const monitor = monitors[display]
    if (monitor) return monitor
    throw new AppError('not_found', `No monitor ${display}. There are ${monitors.length}, counted from 0.`)
  }

  #run(script: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
    return runAppleScript({
      script,
      args,
      language: 'JavaScript',
      signal: signal ?? new AbortController().signal,
      searchPath: this.#searchPath,
    })
  }
}

/** Of a picture in small: enough to tell whether it is another one. */
async function glanceAt(picture: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp')
  const pixels = await sharp(picture).resize(GLANCE, GLANCE, { fit: 'inside' }).removeAlpha().raw().toBuffer()
  return createHash('sha256').update(pixels).digest('hex')
}

function sentenceOf({ accessibility, screen }: Permissions): string | null {
  const missing = [...(accessibility ? [] : ['Accessibility']), ...(screen ? [] : ['Screen Recording'])]
  if (missing.length === 0) return null
  return `macOS doesn't let this program use the desktop. Allow it in System Settings, Privacy & Security, ${missing.join(' and ')}.`
}

/** Without leave a picture shows only the wallpaper, and a click goes nowhere: neither is an error to macOS. */
function allowed(isAllowed: boolean, sentence: string | null): void {
  if (!isAllowed) throw new AppError('forbidden', sentence ?? "macOS doesn't allow this.")
}

function centreOf({ x, y, width, height }: Area): Point {
  return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
}

function contains({ x, y, width, height }: Area, point: Point): boolean {
  return point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
}
