import { AppError } from '../../../contract/errors.ts'
import type { Area } from '../desktop-driver.ts'
import { WaylandConnection, type WaylandAddress } from './connection.ts'
import { copyWithGrim } from './grim.ts'
import { Outputs, uprightSize, type Layout, type Output } from './outputs.ts'
import { SharedMemory } from './shared-memory.ts'
import { isReadableFormat, uprightPixels, type RawPicture } from './upright.ts'

export const SCREENCOPY_MANAGER = 'zwlr_screencopy_manager_v1'

const CAPTURE_OUTPUT = 0
const CREATE_POOL = 0
const POOL_CREATE_BUFFER = 0
const POOL_DESTROY = 1
const BUFFER_DESTROY = 0
const FRAME_COPY = 0
const FRAME_DESTROY = 1
const COPY_MS = 5_000
const UPSIDE_DOWN = 1

interface BufferFacts {
  readonly format: number
  readonly width: number
  readonly height: number
  readonly stride: number
}

interface Pool extends BufferFacts {
  readonly buffer: number
  readonly memory: SharedMemory
  readonly bytes: Buffer
}

/** Reads pixels of the monitors, each as a person sees it. */
export class ScreenCopier {
  readonly #connection: WaylandConnection
  readonly #outputs: Outputs
  readonly #manager: number
  readonly #shm: number
  #pool: Pool | null = null
  #isUnreadable = false

  private constructor(connection: WaylandConnection, outputs: Outputs) {
    this.#connection = connection
    this.#outputs = outputs
    this.#manager = connection.bindFirst(SCREENCOPY_MANAGER, 1)
    this.#shm = connection.bindFirst('wl_shm', 1)
  }

  static async open(address: WaylandAddress): Promise<ScreenCopier> {
    const connection = await WaylandConnection.open(address)
    try {
      return new ScreenCopier(connection, await Outputs.on(connection))
    } catch (error) {
      connection.close()
      throw error
    }
  }

  get isLost(): boolean {
    return this.#connection.isLost
  }

  /** Four bytes for each pixel: blue, green, red and one that means nothing. Written over by the next call. */
  async grab(area: Area, { cursor = false } = {}): Promise<Buffer> {
    const layout = this.#outputs.layout()
    const monitor = layout.monitors.find((each) => contains(each.area, area))
    if (!monitor) throw new AppError('unavailable', 'The monitors have changed. Try again.')
    const { pixels, size } = await this.#pixelsOf(monitor.output, { cursor, layout })
    const fitted = await scaled(pixels, size, monitor.area)
    return cut(fitted, monitor.area, area)
  }

  withCursor(_pixels: Buffer, area: Area): Promise<Buffer> {
    return this.grab(area, { cursor: true })
  }

  close(): void {
    this.#connection.close()
    this.#pool?.memory.close()
    this.#pool = null
  }

  async #pixelsOf(
    output: Output,
    { cursor, layout }: { readonly cursor: boolean; readonly layout: Layout },
  ): Promise<{ pixels: Buffer; size: Output['mode'] }> {
    const { address, canShareMemory } = this.#connection
    if (!canShareMemory || this.#isUnreadable) {
      const { width } = layout.toPixels(output.logical)
      const { pixels, ...size } = await copyWithGrim(output, {
        address,
        cursor,
        scale: width / output.logical.width,
      })
      return { pixels, size }
    }
    const picture = await this.#copy(output, cursor)
    if (picture) return { pixels: uprightPixels(picture), size: uprightSize(output) }
    // A monitor with more than eight bits for a colour; another program knows such pictures.
    this.#isUnreadable = true
    return this.#pixelsOf(output, { cursor, layout })
  }

  /** null when the picture would be in a format that we cannot read. */
  async #copy(output: Output, cursor: boolean): Promise<RawPicture | null> {
    const offered = Promise.withResolvers<BufferFacts>()
    const copied = Promise.withResolvers<void>()
    let flags = 0
    copied.promise.catch(() => {})
    const frame = this.#connection.newObject((opcode, body) => {
      if (opcode === 0) {
        const [format, width, height, stride] = [body.uint(), body.uint(), body.uint(), body.uint()]
        offered.resolve({ format, width, height, stride })
      } else if (opcode === 1) flags = body.uint()
      else if (opcode === 2) copied.resolve()
      else if (opcode === 3) {
        offered.reject(refused())
        copied.reject(refused())
      }
    })
    this.#connection.send(this.#manager, CAPTURE_OUTPUT, [frame, cursor ? 1 : 0, output.object])
    try {
      const facts = await this.#connection.answered(offered.promise, COPY_MS)
      if (!isReadableFormat(facts.format)) return null
      const { buffer, memory, bytes } = await this.#poolFor(facts)
      this.#connection.send(frame, FRAME_COPY, [buffer])
      await this.#connection.answered(copied.promise, COPY_MS)
      memory.readInto(bytes)
      return { ...facts, bytes, isUpsideDown: (flags & UPSIDE_DOWN) !== 0, transform: output.transform }
    } finally {
      this.#connection.send(frame, FRAME_DESTROY)
    }
  }

  async #poolFor(facts: BufferFacts): Promise<Pool> {
    const pool = this.#pool
    if (pool && isSame(pool, facts)) return pool
    if (pool) {
      this.#pool = null
      this.#connection.send(pool.buffer, BUFFER_DESTROY)
      pool.memory.close()
    }
    const { width, height, stride, format } = facts
    const size = stride * height
    const memory = new SharedMemory(size, this.#connection.address.runtimeFolder)
    let pooled = 0
    const values = () => [(pooled = this.#connection.newObject()), size]
    await this.#connection.sendMemory({ object: this.#shm, opcode: CREATE_POOL, values }, memory)
    const buffer = this.#connection.newObject()
    this.#connection.send(pooled, POOL_CREATE_BUFFER, [buffer, 0, width, height, stride, format])
    this.#connection.send(pooled, POOL_DESTROY)
    this.#pool = { ...facts, buffer, memory, bytes: Buffer.alloc(size) }
    return this.#pool
  }
}

function isSame(one: BufferFacts, other: BufferFacts): boolean {
  return (
    one.format === other.format &&
    one.width === other.width &&
    one.height === other.height &&
    one.stride === other.stride
  )
}

function contains(outer: Area, inner: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** Only where monitors differ in sharpness. */
async function scaled(pixels: Buffer, from: Output['mode'], { width, height }: Area): Promise<Buffer> {
  if (from.width === width && from.height === height) return pixels
  const { default: sharp } = await import('sharp')
  return sharp(pixels, { raw: { ...from, channels: 4 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
}

function cut(pixels: Buffer, whole: Area, part: Area): Buffer {
  if (part.width === whole.width && part.height === whole.height) return pixels
  const rows = Buffer.allocUnsafe(part.width * part.height * 4)
  for (let row = 0; row < part.height; row++) {
    const start = ((part.y - whole.y + row) * whole.width + part.x - whole.x) * 4
    pixels.copy(rows, row * part.width * 4, start, start + part.width * 4)
  }
  return rows
}

function refused(): AppError {
  return new AppError('unavailable', "The compositor didn't provide a screenshot. Try again.")
}
