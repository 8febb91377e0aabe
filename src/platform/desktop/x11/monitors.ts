import type { Geometry } from 'x11'
import type { Monitor } from '../desktop-driver.ts'
import type { XConnection } from './connection.ts'

interface Randr {
  readonly majorOpcode: number
  readonly major_version: number
  readonly minor_version: number
  SelectInput(window: number, mask: number): void
}

const SCREEN_CHANGE = 1
const GET_MONITORS = 42

/** How large the desktop is; the size that the server told at first goes stale when a monitor comes or goes. */
export class ScreenBounds {
  #size: { readonly width: number; readonly height: number }
  readonly #connection: XConnection
  readonly #randr: Randr | null

  private constructor(connection: XConnection, randr: Randr | null) {
    const { pixel_width: width, pixel_height: height } = connection.display.screen[0]!
    this.#size = { width, height }
    this.#connection = connection
    this.#randr = randr
  }

  static async on(connection: XConnection): Promise<ScreenBounds> {
    const randr = await connection.extension<Randr>('randr').catch(() => null)
    const bounds = new ScreenBounds(connection, randr)
    await bounds.#measure()
    randr?.SelectInput(connection.root, SCREEN_CHANGE)
    connection.listen((event) => {
      // A server that goes away in this moment is noticed by whoever asks next.
      if (event.name === 'RRScreenChangeNotify') bounds.#measure().catch(() => {})
    })
    return bounds
  }

  get size(): { readonly width: number; readonly height: number } {
    return this.#size
  }

  /** In the order of the server; the whole desktop as one where it cannot tell. */
  async monitors(): Promise<readonly Monitor[]> {
    const known = this.#knowsMonitors() ? await this.#askMonitors() : []
    if (known.length > 0) return known
    return [{ id: 'screen', area: { x: 0, y: 0, ...this.#size }, primary: true }]
  }

  async #measure(): Promise<void> {
    const { client, root } = this.#connection
    const { width, height } = await this.#connection.request<Geometry>((done) =>
      client.GetGeometry(root, done),
    )
    this.#size = { width, height }
  }

  #knowsMonitors(): boolean {
    if (!this.#randr) return false
    const { major_version: major, minor_version: minor } = this.#randr
    return major > 1 || (major === 1 && minor >= 5)
  }

  async #askMonitors(): Promise<readonly Monitor[]> {
    const { client } = this.#connection
    const told = await this.#connection.request<ToldMonitor[]>((done) => {
      // The package does not have this request, which is of RANDR 1.5.
      const request = Buffer.alloc(12)
      request.writeUInt8(this.#randr!.majorOpcode, 0)
      request.writeUInt8(GET_MONITORS, 1)
      request.writeUInt16LE(3, 2)
      request.writeUInt32LE(this.#connection.root, 4)
      request.writeUInt8(1, 8)
      client.seq_num++
      client.pack_stream.put(request)
      client.replies[client.seq_num] = [monitorsIn, done]
      client.pack_stream.submit(true)
    })
    return Promise.all(
      told.map(async ({ name, ...monitor }) => ({
        id: await this.#connection.request<string>((done) => client.GetAtomName(name, done)),
        ...monitor,
      })),
    )
  }
}

type ToldMonitor = Omit<Monitor, 'id'> & { readonly name: number }

/** The answer without its first 8 bytes. */
function monitorsIn(bytes: Buffer): ToldMonitor[] {
  const monitors: ToldMonitor[] = []
  let at = 24
  for (let left = bytes.readUInt32LE(4); left > 0; left--) {
    monitors.push({
      name: bytes.readUInt32LE(at),
      primary: bytes.readUInt8(at + 4) === 1,
      area: {
        x: bytes.readInt16LE(at + 8),
        y: bytes.readInt16LE(at + 10),
        width: bytes.readUInt16LE(at + 12),
        height: bytes.readUInt16LE(at + 14),
      },
    })
    at += 24 + bytes.readUInt16LE(at + 6) * 4
  }
  return monitors
}
