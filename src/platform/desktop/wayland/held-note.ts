import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { MouseButton } from '../desktop-driver.ts'
import { socketOf, type WaylandAddress } from './connection.ts'

const buttons: readonly MouseButton[] = ['left', 'middle', 'right']

/**
 * Which buttons are down, in a file of the session that is there after this process was killed: compositors let go of
 * the keys of a keyboard that is unplugged, but not of the buttons of a mouse.
 */
export class HeldNote {
  readonly #path: string

  constructor(address: WaylandAddress) {
    const socket = socketOf(address)
    // A compositor that was started anew under the same name knows nothing of what was held before.
    const { ino } = statSync(socket)
    this.#path = join(address.runtimeFolder, `deskhand-held-${basename(socket)}-${ino}`)
  }

  read(): MouseButton[] {
    try {
      const words = readFileSync(this.#path, 'utf8').split(' ')
      return buttons.filter((button) => words.includes(button))
    } catch {
      return []
    }
  }

  /** At once, not later: it must be there before the button goes down. */
  write(held: ReadonlySet<MouseButton>): void {
    try {
      if (held.size === 0) rmSync(this.#path, { force: true })
      else writeFileSync(this.#path, [...held].join(' '), { mode: 0o600 })
    } catch {
      // Without the note only a killed service leaves something pressed.
    }
  }
}
