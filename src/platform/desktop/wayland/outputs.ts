import type { Area, Monitor, Point } from '../desktop-driver.ts'
import type { Global, WaylandConnection } from './connection.ts'
import type { EventBody } from './wire.ts'

/** A monitor as the compositor tells of it. */
export interface Output {
  readonly object: number
  readonly name: string
  /** Its place among the others, in the compositor's own units. */
  readonly logical: Area
  /** Pixels of its picture before it is turned. */
  readonly mode: { readonly width: number; readonly height: number }
  /** How the picture is turned, 0 to 7 as the protocol counts. */
  readonly transform: number
}

/** The whole desktop, in pixels of its sharpest monitor. */
export interface Layout {
  readonly size: { readonly width: number; readonly height: number }
  readonly monitors: readonly (Monitor & { readonly output: Output })[]
  /** From the compositor's units. */
  toPixels(area: Area): Area
}

const WL_OUTPUT = 'wl_output'
const XDG_OUTPUT_MANAGER = 'zxdg_output_manager_v1'
const GET_XDG_OUTPUT = 1
const CURRENT_MODE = 1

interface Known {
  object: number
  xdgObject: number
  name: string
  place: Point
  logicalSize: { width: number; height: number } | null
  mode: { width: number; height: number }
  scale: number
  transform: number
}

/** The monitors of a connection, as they are at any moment. */
export class Outputs {
  readonly #connection: WaylandConnection
  readonly #known = new Map<number, Known>()
  readonly #manager: number | null

  private constructor(connection: WaylandConnection) {
    this.#connection = connection
    this.#manager = connection.has(XDG_OUTPUT_MANAGER) ? connection.bindFirst(XDG_OUTPUT_MANAGER, 2) : null
    this.#follow()
    connection.onGlobals(() => this.#follow())
  }

  static async on(connection: WaylandConnection): Promise<Outputs> {
    const outputs = new Outputs(connection)
    await connection.sync()
    return outputs
  }

  layout(): Layout {
    return layoutOf([...this.#known.values()].filter(({ mode }) => mode.width > 0).map(outputOf))
  }

  #follow(): void {
    const globals = this.#connection.globalsOf(WL_OUTPUT)
    for (const global of globals) if (!this.#known.has(global.name)) this.#bind(global)
    const names = new Set(globals.map(({ name }) => name))
    for (const name of this.#known.keys()) if (!names.has(name)) this.#known.delete(name)
  }

  #bind(global: Global): void {
    const known: Known = {
      object: 0,
      xdgObject: 0,
      name: `output-${global.name}`,
      place: { x: 0, y: 0 },
      logicalSize: null,
      mode: { width: 0, height: 0 },
      scale: 1,
      transform: 0,
    }
    known.object = this.#connection.bind(global, 4, (opcode, body) => readOutputEvent(known, opcode, body))
    this.#known.set(global.name, known)
    if (this.#manager === null) return
    known.xdgObject = this.#connection.newObject((opcode, body) => readXdgEvent(known, opcode, body))
    this.#connection.send(this.#manager, GET_XDG_OUTPUT, [known.xdgObject, known.object])
  }
}

/** All monitors where they are, with the desktop beginning at 0, 0. */
export function layoutOf(outputs: readonly Output[]): Layout {
  const left = Math.min(...outputs.map(({ logical }) => logical.x))
  const top = Math.min(...outputs.map(({ logical }) => logical.y))
  const right = Math.max(...outputs.map(({ logical }) => logical.x + logical.width))
  const bottom = Math.max(...outputs.map(({ logical }) => logical.y + logical.height))
  const scale = Math.max(1, ...outputs.map((output) => uprightSize(output).width / output.logical.width))
  const toPixels = ({ x, y, width, height }: Area): Area => ({
    x: Math.round((x - left) * scale),
    y: Math.round((y - top) * scale),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  })
  return {
    size: { width: Math.round((right - left) * scale), height: Math.round((bottom - top) * scale) },
    monitors: outputs.map((output, index) => ({
      id: output.name,
      area: toPixels(output.logical),
      primary: index === 0,
      output,
    })),
    toPixels,
  }
}

/** Of the picture as a person sees it. */
export function uprightSize({ mode, transform }: Pick<Output, 'mode' | 'transform'>): Output['mode'] {
  return transform % 2 === 0 ? mode : { width: mode.height, height: mode.width }
}

function outputOf(known: Known): Output {
  const { object, name, mode, transform, scale, place } = known
  const upright = uprightSize({ mode, transform })
  const size = known.logicalSize ?? {
    width: Math.round(upright.width / scale),
    height: Math.round(upright.height / scale),
  }
  return { object, name, mode, transform, logical: { ...place, ...size } }
}

function readOutputEvent(known: Known, opcode: number, body: EventBody): void {
  if (opcode === 0) {
    const place = { x: body.int(), y: body.int() }
    // The other protocol knows it better where there is one.
    if (known.logicalSize === null) known.place = place
    for (let skipped = 0; skipped < 3; skipped++) body.int()
    body.text()
    body.text()
    known.transform = body.int()
  } else if (opcode === 1) {
    const flags = body.uint()
    const mode = { width: body.int(), height: body.int() }
    if (flags & CURRENT_MODE) known.mode = mode
  } else if (opcode === 3) known.scale = Math.max(1, body.int())
  else if (opcode === 4) known.name = body.text()
}

function readXdgEvent(known: Known, opcode: number, body: EventBody): void {
  if (opcode === 0) known.place = { x: body.int(), y: body.int() }
  else if (opcode === 1) known.logicalSize = { width: body.int(), height: body.int() }
  else if (opcode === 3) known.name = body.text()
}
