import type { SeenWindows } from '../applications/open-application.ts'
import type { WaylandConnection } from './connection.ts'
import type { EventBody } from './wire.ts'

/** A window of an application. The compositor says neither where it is nor whose. */
export interface Toplevel {
  readonly id: number
  readonly title: string
  readonly className: string
  readonly isActive: boolean
}

const TOPLEVEL_MANAGER = 'zwlr_foreign_toplevel_manager_v1'
const HANDLE_DESTROY = 7
const ACTIVATED = 2

/** The windows of the desktop, as they come and go. */
export class Toplevels {
  readonly #connection: WaylandConnection
  readonly #windows = new Map<number, Toplevel>()

  private constructor(connection: WaylandConnection) {
    this.#connection = connection
    if (!connection.has(TOPLEVEL_MANAGER)) return
    connection.bindFirst(TOPLEVEL_MANAGER, 1, (opcode, body) => {
      if (opcode === 0) this.#add(body.uint())
    })
  }

  static async on(connection: WaylandConnection): Promise<Toplevels> {
    const toplevels = new Toplevels(connection)
    await connection.sync()
    // The first answer names the windows, the second one describes them.
    await connection.sync()
    return toplevels
  }

  active(): Toplevel | null {
    return this.#windows.values().find(({ isActive }) => isActive) ?? null
  }

  /** Equal as long as they are the same. */
  summary(): string {
    return JSON.stringify([...this.#windows.values()])
  }

  /** For who waits for a new one, which has no title at first. */
  seen(): SeenWindows<number> {
    const windows = this.#windows
    return {
      all: async () => [...windows.keys()],
      active: async () => this.active()?.id ?? null,
      async describe(id) {
        const window = windows.get(id)
        return window ? { title: window.title, processId: null, isSplash: false } : null
      },
    }
  }

  #add(id: number): void {
    this.#windows.set(id, { id, title: '', className: '', isActive: false })
    this.#connection.adopt(id, (opcode, body) => this.#onEvent(id, opcode, body))
  }

  #onEvent(id: number, opcode: number, body: EventBody): void {
    const window = this.#windows.get(id)
    if (!window) return
    if (opcode === 0) this.#windows.set(id, { ...window, title: body.text() })
    else if (opcode === 1) this.#windows.set(id, { ...window, className: body.text() })
    else if (opcode === 4) this.#windows.set(id, { ...window, isActive: body.uints().includes(ACTIVATED) })
    else if (opcode === 6) {
      this.#windows.delete(id)
      this.#connection.disown(id)
      this.#connection.send(id, HANDLE_DESTROY)
    }
  }
}
