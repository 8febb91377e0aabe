import type { Point } from '../desktop-driver.ts'
import type { OverlayPicture } from '../overlay/overlay-picture.ts'
import type { WaylandConnection } from './connection.ts'
import { SharedMemory } from './shared-memory.ts'

export interface LayerSurfaceOptions {
  readonly globals: { readonly compositor: number; readonly shm: number; readonly shell: number }
  readonly picture: OverlayPicture
  readonly output: number
  /** Pixels of the picture for each unit of the compositor. */
  readonly scale: number
  readonly margin: Point
  /** Asked when it would be shown. */
  readonly isHidden: () => boolean
}

interface SurfaceObjects {
  readonly surface: number
  readonly layer: number
}

const CREATE_SURFACE = 0
const CREATE_REGION = 1
const GET_LAYER_SURFACE = 0
const OVERLAY_LAYER = 3
const SURFACE = { destroy: 0, attach: 1, damage: 2, setInputRegion: 5, commit: 6, setScale: 8 } as const
const LAYER = { setSize: 0, setAnchor: 1, setExclusiveZone: 2, setMargin: 3, ackConfigure: 6, destroy: 7 }
const CONFIGURE = 0
const REGION_DESTROY = 0
const CREATE_POOL = 0
const POOL_CREATE_BUFFER = 0
const POOL_DESTROY = 1
const BUFFER_DESTROY = 0
const ARGB = 0
const TOP_LEFT = 1 | 4
/** Where it would be without panels that keep a part of the screen for themselves. */
const OVER_EVERYTHING = -1

/** One picture above all windows. */
export class LayerSurface {
  readonly #connection: WaylandConnection
  readonly #objects: SurfaceObjects
  readonly #paper: Paper
  #strength = 1
  #isHidden = false
  #isClosed = false

  private constructor(connection: WaylandConnection, objects: SurfaceObjects, paper: Paper) {
    this.#connection = connection
    this.#objects = objects
    this.#paper = paper
  }

  static async open(connection: WaylandConnection, options: LayerSurfaceOptions): Promise<LayerSurface> {
    const { globals, picture, scale, margin } = options
    const paper = await Paper.of(connection, { shm: globals.shm, picture, scale })
    const surface = connection.newObject()
    connection.send(globals.compositor, CREATE_SURFACE, [surface])
    const configured = Promise.withResolvers<void>()
    const layer = connection.newObject((opcode, body) => {
      if (opcode !== CONFIGURE) return
      connection.send(layer, LAYER.ackConfigure, [body.uint()])
      configured.resolve()
    })
    const place = [layer, surface, options.output, OVERLAY_LAYER, 'deskhand']
    connection.send(globals.shell, GET_LAYER_SURFACE, place)
    // An empty region: clicks go to what is below.
    const region = connection.newObject()
    connection.send(globals.compositor, CREATE_REGION, [region])
    connection.send(surface, SURFACE.setInputRegion, [region])
    connection.send(region, REGION_DESTROY)
    connection.send(surface, SURFACE.setScale, [scale])
    connection.send(layer, LAYER.setSize, [paper.width / scale, paper.height / scale])
    connection.send(layer, LAYER.setAnchor, [TOP_LEFT])
    connection.send(layer, LAYER.setExclusiveZone, [OVER_EVERYTHING])
    const opened = new LayerSurface(connection, { surface, layer }, paper)
    opened.move(margin)
    await connection.answered(configured.promise)
    opened.hide(options.isHidden())
    return opened
  }

  move({ x, y }: Point): void {
    if (this.#isClosed) return
    this.#connection.send(this.#objects.layer, LAYER.setMargin, [y, 0, 0, x])
    this.#connection.send(this.#objects.surface, SURFACE.commit)
  }

  fade(strength: number): void {
    this.#strength = strength
    this.#show()
  }

  hide(isHidden: boolean): void {
    this.#isHidden = isHidden
    this.#show()
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#connection.send(this.#objects.layer, LAYER.destroy)
    this.#connection.send(this.#objects.surface, SURFACE.destroy)
    this.#paper.close()
  }

  #show(): void {
    if (this.#isClosed) return
    const { surface } = this.#objects
    const { width, height } = this.#paper
    const buffer = this.#isHidden ? this.#paper.empty : this.#paper.drawn(this.#strength)
    this.#connection.send(surface, SURFACE.attach, [buffer, 0, 0])
    this.#connection.send(surface, SURFACE.damage, [0, 0, width, height])
    this.#connection.send(surface, SURFACE.commit)
  }
}

/** The picture in memory that the compositor sees, and beside it nothing at all. */
class Paper {
  readonly width: number
  readonly height: number
  readonly empty: number
  readonly #connection: WaylandConnection
  readonly #memory: SharedMemory
  readonly #picture: OverlayPicture
  readonly #filled: number

  private constructor(
    connection: WaylandConnection,
    parts: { memory: SharedMemory; picture: OverlayPicture; width: number; height: number; pool: number },
  ) {
    this.#connection = connection
    this.#memory = parts.memory
    this.#picture = parts.picture
    this.width = parts.width
    this.height = parts.height
    this.#filled = this.#buffer(parts.pool, 0)
    this.empty = this.#buffer(parts.pool, this.width * this.height * 4)
    connection.send(parts.pool, POOL_DESTROY)
  }

  static async of(
    connection: WaylandConnection,
    { shm, picture, scale }: { shm: number; picture: OverlayPicture; scale: number },
  ): Promise<Paper> {
    // Compositors take only whole units.
    const width = Math.ceil(picture.width / scale) * scale
    const height = Math.ceil(picture.height / scale) * scale
    const size = width * height * 4 * 2
    const memory = new SharedMemory(size, connection.address.runtimeFolder)
    let pool = 0
    const values = () => [(pool = connection.newObject()), size]
    await connection.sendMemory({ object: shm, opcode: CREATE_POOL, values }, memory)
    return new Paper(connection, { memory, picture, width, height, pool })
  }

  /** With so much of its strength, from 0 to 1. */
  drawn(strength: number): number {
    const { pixels, width } = this.#picture
    const bytes = Buffer.alloc(this.width * this.height * 4)
    for (let from = 0; from < pixels.length; from += 4) {
      const alpha = pixels[from + 3]! * strength
      const to = (Math.floor(from / 4 / width) * this.width + ((from / 4) % width)) * 4
      for (let channel = 0; channel < 3; channel++) {
        bytes[to + 2 - channel] = (pixels[from + channel]! * alpha) / 255
      }
      bytes[to + 3] = alpha
    }
    this.#memory.write(bytes)
    return this.#filled
  }

  close(): void {
    for (const buffer of [this.#filled, this.empty]) this.#connection.send(buffer, BUFFER_DESTROY)
    this.#memory.close()
  }

  #buffer(pool: number, offset: number): number {
    const buffer = this.#connection.newObject()
    const values = [buffer, offset, this.width, this.height, this.width * 4, ARGB]
    this.#connection.send(pool, POOL_CREATE_BUFFER, values)
    return buffer
  }
}
