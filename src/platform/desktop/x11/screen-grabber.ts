import type { Callback } from 'x11'
import { AppError } from '../../../contract/errors.ts'
import type { Area } from '../desktop-driver.ts'
import type { Pixels } from '../picture/picture.ts'
import { XConnection, type XServerAddress } from './connection.ts'
import { SegmentMemory } from './segment-memory.ts'
import { drawCursor, type CursorImage } from './cursor-image.ts'

interface SharedMemory {
  createSegment(bytes: number, callback: Callback<Segment>): void
}

interface Segment {
  readonly buffer: Buffer
  getImage(
    drawable: number,
    x: number,
    y: number,
    width: number,
    height: number,
    planes: number,
    format: number,
    offset: number,
    callback: Callback<unknown>,
  ): void
  /** Writes the buffer, or a part of it, into the memory. */
  commit(offset?: number, length?: number): void
  detach(callback?: () => void): void
}

interface Fixes {
  GetCursorImage(callback: Callback<CursorImage>): void
}

const Z_PIXMAP = 2
const ALL_PLANES = 0xffff_ffff

/** Reads pixels of the screen, through shared memory where the server shares it. */
export class ScreenGrabber {
  readonly #connection: XConnection
  readonly #memory: SegmentMemory
  readonly #shared: SharedMemory | null
  #segment: Segment | null = null
  #failed = false

  private constructor(
    connection: XConnection,
    { memory, shared }: { readonly memory: SegmentMemory; readonly shared: SharedMemory | null },
  ) {
    this.#connection = connection
    this.#memory = memory
    this.#shared = shared
  }

  static async open(address: XServerAddress, { shm = true } = {}): Promise<ScreenGrabber> {
    const memory = new SegmentMemory()
    const connection = await XConnection.open(address, { memory: shm ? memory : undefined })
    const { root_depth: depth } = connection.display.screen[0]!
    const bits = connection.display.format[depth]?.bits_per_pixel
    if (bits !== 32 || connection.display.image_byte_order !== 0) {
      connection.close()
      throw new AppError(
        'unavailable_on_platform',
        `The screen uses ${depth} bits of colour per pixel. Only 24 and 32 are supported.`,
      )
    }
    const shared = shm ? await connection.extension<SharedMemory>('shm').catch(() => null) : null
    return new ScreenGrabber(connection, { memory, shared })
  }

  get isLost(): boolean {
    return this.#connection.isLost
  }

  /** The buffer is written over by the next call. */
  async grab(area: Area): Promise<Pixels> {
    const { client, root } = this.#connection
    const { x, y, width, height } = area
    const bytes = width * height * 4
    const segment = await this.#segmentFor(bytes)
    if (segment) {
      await this.#connection.request<unknown>((done) =>
        segment.getImage(root, x, y, width, height, ALL_PLANES, Z_PIXMAP, 0, done),
      )
      return segment.buffer.subarray(0, bytes)
    }
    const image = await this.#connection.request<{ data: Buffer }>((done) =>
      client.GetImage(Z_PIXMAP, root, x, y, width, height, ALL_PLANES, done),
    )
    return image.data.subarray(0, bytes)
  }

  /** Without it where the server does not tell. */
  async withCursor(pixels: Pixels, area: Area): Promise<Pixels> {
    const fixes = await this.#connection.extension<Fixes>('fixes').catch(() => null)
    if (fixes) {
      const cursor = await this.#connection.request<CursorImage>((done) => fixes.GetCursorImage(done))
      drawCursor(pixels, area, cursor)
    }
    return pixels
  }

  /** Gives the shared memory back, too, also when the server is gone: nobody else does before the process ends. */
  async close(): Promise<void> {
    const segment = this.#segment
    if (segment && !this.#connection.isLost) {
      await this.#connection
        .request<unknown>((done) => segment.detach(() => void done(null, null)))
        .catch(() => {})
    }
    this.#connection.close()
    this.#memory.close()
  }

  async #segmentFor(bytes: number): Promise<Segment | null> {
    if (!this.#shared || this.#failed) return null
    if (this.#segment && this.#segment.buffer.length >= bytes) return this.#segment
    this.#segment?.detach()
    this.#segment = await this.#share(this.#shared, bytes)
    this.#failed = this.#segment === null
    return this.#segment
  }

  /** null when the server is on another machine, or memory cannot be shared: it then goes over the socket. */
  async #share(shared: SharedMemory, bytes: number): Promise<Segment | null> {
    const segment = await this.#connection
      .request<Segment>((done) => shared.createSegment(bytes, done))
      .catch(() => null)
    try {
      // Takes the memory now, for a server that writes where none is left is killed by the system. The first of these
      // writes only what there is room for and does not say so; the second then fails.
      segment?.commit()
      segment?.commit(bytes - 1, 1)
      return segment
    } catch {
      segment?.detach()
      return null
    }
  }
}
