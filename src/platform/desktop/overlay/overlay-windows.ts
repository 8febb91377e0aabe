import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, XEvent } from 'x11'
import type { Log } from '../../../contract/log.ts'
import type { Point } from '../desktop-driver.ts'
import { orNullIfGone, XConnection, type XServerAddress } from '../x11/connection.ts'
import type { OverlayPicture } from './overlay-picture.ts'
import { OverlayTraces, type ReadPixels, type Trace } from './overlay-traces.ts'

/** One message on the screen. */
export interface OverlayWindow {
  moveTo(place: Point): void
  /** From 0, nothing, to 1. */
  fade(strength: number): void
  close(): void
}

export interface OverlayWindows {
  readonly isLost: boolean
  /** `isHidden` is asked when it would be shown: then it waits for `showAll`. */
  open(picture: OverlayPicture, place: Point, isHidden?: () => boolean): Promise<OverlayWindow>
  /** Until the screen is as if they were not there. */
  hideAll(): Promise<void>
  showAll(): void
  close(): void
}

interface ShapeExtension {
  Rectangles(
    operation: number,
    kind: number,
    window: number,
    x: number,
    y: number,
    rectangles: readonly (readonly number[])[],
    ordering?: number,
  ): void
}

interface PixmapRequests {
  CreatePixmap(id: number, drawable: number, depth: number, width: number, height: number): void
  FreePixmap(id: number): void
}

const SET = 0
const BOUNDING = 0
const INPUT = 2
const IMAGE_OF_PIXELS = 2
const ALL_PLANES = 0xffff_ffff
const SUBSTRUCTURE_NOTIFY = 0x0008_0000
const ATOM = 4
const CARDINAL = 6
/** What was under a window is drawn again by its owner, a moment after it is told. One that takes longer is waited for. */
const REPAINT_MS = 30
/** What is under a message shines through this much at most where a compositor draws it. */
const SHINE = 20
/** Somebody else may also want to be on top: we do not fight over it. */
const RAISE_EVERY_MS = 250
/** Lines out of every four that are there, without a compositor that could do better. */
const LINES = 4

/** The windows of messages: above all others, untouched by window managers, without focus, and clicks fall through. */
export async function openOverlayWindows(address: XServerAddress, log: Log): Promise<OverlayWindows> {
  const connection = await XConnection.open(address, {
    onError: (error) => log.debug({ err: error }, 'The X server refused part of an overlay.'),
  })
  try {
    const shape = await connection.extension<ShapeExtension>('shape')
    return new XOverlayWindows({ connection, shape })
  } catch (error) {
    connection.close()
    throw error
  }
}

class XOverlayWindows implements OverlayWindows {
  readonly #server: Server
  readonly #shown = new Set<Shown>()
  readonly #traces: OverlayTraces
  #isHidden = false
  #raisedAt = 0
  /** When one was last taken off the screen. */
  #goneAt = -Infinity
  #raising: NodeJS.Timeout | undefined

  constructor(server: Server) {
    this.#server = server
    this.#traces = new OverlayTraces(readerOf(server.connection))
    const { client, root } = server.connection
    // Windows of others that come up, or are brought to the front.
    client.ChangeWindowAttributes(root, { eventMask: SUBSTRUCTURE_NOTIFY })
    server.connection.listen(({ name, wid }: XEvent) => {
      const isOurs = [...this.#shown].some(({ id }) => id === wid)
      if (!isOurs && (name === 'MapNotify' || name === 'ConfigureNotify')) this.#raiseSoon()
    })
  }

  get isLost(): boolean {
    return this.#server.connection.isLost
  }

  async open(picture: OverlayPicture, place: Point, isHidden = () => false): Promise<OverlayWindow> {
    const { connection } = this.#server
    const window = await createWindow(this.#server, picture, place)
    this.#shown.add(window)
    if (!this.#isHidden && !isHidden()) connection.client.MapWindow(window.id)
    connection.client.RaiseWindow(window.id)
    await connection.sync()
    const ifShown = (act: () => void) => {
      if (this.#shown.has(window) && !connection.isLost) act()
    }
    return {
      moveTo: ({ x, y }) =>
        ifShown(() => {
          if (window.place.x !== x || window.place.y !== y) this.#note(window)
          window.place = { x, y }
          connection.client.ConfigureWindow(window.id, { x, y })
        }),
      fade: (strength) => ifShown(() => window.fade(strength)),
      close: () => {
        ifShown(() => window.destroy())
        if (this.#shown.delete(window)) this.#note(window)
      },
    }
  }

  /** It is no longer where it was. */
  #note({ place, look }: Shown): void {
    this.#goneAt = performance.now()
    this.#traces.note({ ...place, ...look })
  }

  async hideAll(): Promise<void> {
    const { connection } = this.#server
    this.#isHidden = true
    for (const window of this.#shown) {
      connection.client.UnmapWindow(window.id)
      this.#note(window)
    }
    await connection.sync()
    const left = this.#goneAt + REPAINT_MS - performance.now()
    if (left > 0) await sleep(left)
    await this.#traces.gone()
  }

  showAll(): void {
    this.#isHidden = false
    if (this.isLost) return
    for (const { id } of this.#shown) this.#server.connection.client.MapWindow(id)
  }

  close(): void {
    clearTimeout(this.#raising)
    if (!this.isLost) for (const window of this.#shown) window.destroy()
    this.#shown.clear()
    this.#server.connection.close()
  }

  #raiseSoon(): void {
    this.#raising ??= setTimeout(
      () => {
        this.#raising = undefined
        this.#raisedAt = performance.now()
        if (!this.isLost) for (const { id } of this.#shown) this.#server.connection.client.RaiseWindow(id)
      },
      Math.max(0, this.#raisedAt + RAISE_EVERY_MS - performance.now()),
    ).unref()
  }
}

interface Shown {
  readonly id: number
  place: Point
  readonly look: Omit<Trace, 'x' | 'y'>
  fade(strength: number): void
  destroy(): void
}

interface Server {
  readonly connection: XConnection
  readonly shape: ShapeExtension
}

async function createWindow(server: Server, picture: OverlayPicture, place: Point): Promise<Shown> {
  const { connection, shape } = server
  const client = connection.client as Client & PixmapRequests
  const { width, height } = picture
  const { depth, visual, colormap, isBlended } = await surfaceOf(connection)
  const bytes = serverPixels(picture, isBlended)
  const id = client.AllocID()
  const attributes = { overrideRedirect: 1, backgroundPixel: 0, borderPixel: 0 }
  client.CreateWindow(id, connection.root, place.x, place.y, width, height, 0, depth, 1, visual, {
    ...attributes,
    ...(colormap !== null && { colormap }),
  })
  const pixmap = client.AllocID()
  const graphics = client.AllocID()
  client.CreatePixmap(pixmap, id, depth, width, height)
  client.CreateGC(graphics, pixmap, {})
  client.PutImage(IMAGE_OF_PIXELS, pixmap, graphics, width, height, 0, 0, 0, depth, bytes)
  // As its background the server draws it whenever it has to, without asking.
  client.ChangeWindowAttributes(id, { backgroundPixmap: pixmap })
  client.FreeGC(graphics)
  client.FreePixmap(pixmap)
  // Where it takes no input at all, clicks reach what is under it.
  shape.Rectangles(SET, INPUT, id, 0, 0, [])
  if (!isBlended) shape.Rectangles(SET, BOUNDING, id, 0, 0, rowsOf(picture, LINES))
  const [kind, notification, opacity] = await Promise.all([
    connection.atom('_NET_WM_WINDOW_TYPE'),
    connection.atom('_NET_WM_WINDOW_TYPE_NOTIFICATION'),
    connection.atom('_NET_WM_WINDOW_OPACITY'),
  ])
  client.ChangeProperty(0, id, kind, ATOM, 32, cardinal(notification))
  return {
    id,
    place,
    look: { width, height, bytes, tolerance: isBlended ? SHINE : 0 },
    fade(strength) {
      if (!isBlended)
        return shape.Rectangles(SET, BOUNDING, id, 0, 0, rowsOf(picture, Math.round(strength * LINES)))
      client.ChangeProperty(0, id, opacity, CARDINAL, 32, cardinal(Math.round(strength * 0xffff_ffff)))
    },
    destroy() {
      client.DestroyWindow(id)
      if (colormap !== null) client.FreeColormap(colormap)
    },
  }
}

function readerOf(connection: XConnection): ReadPixels {
  return async ({ x, y, width, height }) => {
    const { client, root } = connection
    // A part that has left the screen with a change of its size.
    const image = await orNullIfGone(
      connection.request<{ data: Buffer }>((done) =>
        client.GetImage(IMAGE_OF_PIXELS, root, x, y, width, height, ALL_PLANES, done),
      ),
    )
    return image?.data ?? null
  }
}

interface Surface {
  readonly depth: number
  readonly visual: number
  readonly colormap: number | null
  /** Whether what is under it shines through. */
  readonly isBlended: boolean
}

/** Pixels can only be see-through where a compositor draws the screen; elsewhere they would be black. */
async function surfaceOf(connection: XConnection): Promise<Surface> {
  const { client, display, root } = connection
  const manager = await connection.atom('_NET_WM_CM_S0')
  const owner = await connection.request<number>((done) => client.GetSelectionOwner(manager, done))
  const visual = Number(Object.keys(display.screen[0]!.depths[32] ?? {})[0] ?? 0)
  if (owner === 0 || visual === 0)
    return { depth: display.screen[0]!.root_depth, visual: 0, colormap: null, isBlended: false }
  const colormap = client.AllocID()
  client.CreateColormap(colormap, root, visual, 0)
  return { depth: 32, visual, colormap, isBlended: true }
}

/** Blue first, as the server has them, and for a compositor already multiplied by how much they cover. */
function serverPixels({ pixels }: OverlayPicture, isBlended: boolean): Buffer {
  const bytes = Buffer.alloc(pixels.length)
  for (let at = 0; at < pixels.length; at += 4) {
    const cover = isBlended ? pixels[at + 3]! / 255 : 1
    bytes[at] = pixels[at + 2]! * cover
    bytes[at + 1] = pixels[at + 1]! * cover
    bytes[at + 2] = pixels[at]! * cover
    bytes[at + 3] = pixels[at + 3]!
  }
  return bytes
}

/** The rows of a rounded rectangle, `lines` out of every four. */
function rowsOf({ width, height, radius }: OverlayPicture, lines: number): number[][] {
  const rows: number[][] = []
  for (let row = 0; row < height; row += 1) {
    if (row % LINES >= lines) continue
    const fromCorner = Math.max(radius - row, row - (height - 1 - radius), 0)
    const inset = Math.ceil(radius - Math.sqrt(Math.max(0, radius ** 2 - fromCorner ** 2)))
    rows.push([inset, row, Math.max(1, width - 2 * inset), 1])
  }
  return rows
}

function cardinal(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
