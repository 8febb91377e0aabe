import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../src/contract/errors.ts'
import type {
  AccessibleElement,
  ActiveWindow,
  ApplicationFacts,
  Area,
  CaptureOptions,
  DesktopDriver,
  Frame,
  Interference,
  OverlayRequest,
  Point,
  TypeOptions,
} from '../../src/platform/desktop/desktop-driver.ts'

/** What reached the desktop, in order. */
export type Reached = readonly [name: string, ...facts: unknown[]]

/**
 * A desktop that exists only as what a test says of it: which window is in front, what the screen shows after each
 * action. It obeys the port: nothing stays pressed, and signals count.
 */
export class MemoryDesktop implements DesktopDriver {
  readonly kind = 'x11'
  capabilities = {
    capture: true,
    pointer: true,
    keyboard: true,
    clipboard: true,
    overlay: true,
    accessibility: true,
    read_pointer: true,
    hotkey: true,
  }
  readonly area: Area = { x: 0, y: 0, width: 1280, height: 720 }
  readonly reached: Reached[] = []
  readonly shown: OverlayRequest[] = []
  window: ActiveWindow | null = {
    id: '0x1',
    title: 'Letter',
    className: 'mousepad',
    processId: 7,
    area: { x: 0, y: 0, width: 1280, height: 720 },
  }
  focused: AccessibleElement | null = null
  elements: readonly AccessibleElement[] = []
  /** What the screen shows, as far as its hash is concerned. */
  screen = 'first'
  /** What an action makes of the screen; the same when left out. */
  onAction: (name: string) => void = () => {}
  isPressed = false
  released = 0
  /** How long pressing takes. */
  slowMs = 0
  captureFailures = 0
  readonly #listeners = new Set<(why: Interference) => void>()
  #last = this.screen

  readonly overlays = {
    show: async (overlay: OverlayRequest) => {
      this.shown.push(overlay)
      return { via: 'window' as const }
    },
    hide: async (id: string) => {
      const kept = this.shown.filter((one) => one.id !== id)
      this.shown.length = 0
      this.shown.push(...kept)
    },
  }

  async monitors() {
    return [{ id: 'one', area: this.area, primary: true }]
  }

  async activeMonitor() {
    return { id: 'one', area: this.area, primary: true }
  }

  async capture({ area = this.area, maxEdge = Infinity }: CaptureOptions): Promise<Frame> {
    if (this.captureFailures > 0) {
      this.captureFailures -= 1
      throw new Error('no picture')
    }
    const scale = Math.min(1, maxEdge / Math.max(area.width, area.height))
    const hash = createHash('sha256')
      .update(JSON.stringify([this.screen, area]))
      .digest('hex')
    return {
      takenAt: Date.now(),
      area,
      width: Math.round(area.width * scale),
      height: Math.round(area.height * scale),
      mimeType: 'image/png',
      bytes: Buffer.from(`picture of ${this.screen}`),
      hash,
    }
  }

  async settle() {
    const changed = this.screen !== this.#last
    this.#last = this.screen
    return { tookMs: 1, changed, isBounded: false }
  }

  move(point: Point) {
    return this.#do('move', undefined, point)
  }

  click(point: Point, options: object, signal?: AbortSignal) {
    return this.#do('click', signal, point, options)
  }

  drag(path: readonly Point[], options: object, signal?: AbortSignal) {
    return this.#do('drag', signal, path, options)
  }

  scroll(point: Point, options: object, signal?: AbortSignal) {
    return this.#do('scroll', signal, point, options)
  }

  press(chord: string, options: object, signal?: AbortSignal) {
    return this.#do('press', signal, chord, options)
  }

  async type(text: string, { submit = false }: TypeOptions, signal?: AbortSignal) {
    await this.#do('type', signal, text)
    if (submit) await this.#do('press', signal, 'Return', {})
    return {
      method: 'keys' as const,
      verified: true,
      characters: Array.from(text).length,
      clipboardReplaced: false,
      value: null,
      submitted: submit,
    }
  }

  async pointer() {
    return { x: 0, y: 0 }
  }

  async activeWindow() {
    return this.window
  }

  async held() {
    return { keys: [], buttons: this.isPressed ? [1] : [] }
  }

  async releaseAll() {
    this.released += 1
    this.isPressed = false
  }

  async openApplication(name: string, signal?: AbortSignal) {
    await this.#do('open', signal, name)
    return { name, processId: 9, window: name, state: 'window' as const, isSilent: false }
  }

  describeApplication: (query: string) => Promise<ApplicationFacts | null> = async () => null

  async focusedElement() {
    return this.focused
  }

  async readElements() {
    return { elements: this.elements, degraded: this.elements.length === 0 }
  }

  describeElements() {
    return this.readElements()
  }

  forgetElements() {}

  async element(id: string) {
    const element = this.elements.find((one) => one.id === id)
    if (element) return element
    throw new AppError('not_found', `There is no element ${id}.`)
  }

  /** The last one that holds the place: it is drawn over the others. */
  async elementAt({ x, y }: Point) {
    const holds = ({ area }: AccessibleElement) =>
      area !== null && x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
    return this.elements.findLast(holds) ?? null
  }

  async chooseOption(id: string, option: string, signal?: AbortSignal) {
    await this.#do('choose', signal, id, option)
    return { chosen: option, changed: true }
  }

  activateElement(id: string, signal?: AbortSignal) {
    return this.#do('activate', signal, id)
  }

  onInterference(listener: (why: Interference) => void) {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  interfere(why: Interference): void {
    for (const listener of this.#listeners) listener(why)
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  async close() {}

  async #do(name: string, signal: AbortSignal | undefined, ...facts: unknown[]): Promise<void> {
    signal?.throwIfAborted()
    this.isPressed = true
    try {
      this.reached.push([name, ...facts])
      if (this.slowMs > 0) await sleep(this.slowMs, undefined, { signal })
      this.onAction(name)
    } finally {
      this.isPressed = false
    }
  }
}
