import type { Log } from '../../contract/log.ts'
import type { DesktopDriver, Overlays } from '../../platform/desktop/desktop-driver.ts'
import { inOneLine } from './untrusted.ts'

/** The sign that is on the screen for as long as somebody else has the mouse. */
export class Indicator {
  readonly #overlays: Overlays
  readonly #id: string
  readonly #howToStop: string
  readonly #log: Log

  constructor(
    { overlays, capabilities }: Pick<DesktopDriver, 'overlays' | 'capabilities'>,
    { taskId, log }: { taskId: string; log: Log },
  ) {
    this.#overlays = overlays
    this.#id = `computer_${taskId}`
    this.#howToStop = capabilities.hotkey ? 'Ctrl+Alt+Escape stops it' : 'Stop it in Deskhand'
    this.#log = log
  }

  /** A desktop that cannot show it is no reason not to go on: the shell and the events tell it too. */
  async show(text: string): Promise<void> {
    try {
      await this.#overlays.show({
        id: this.#id,
        title: 'Deskhand is using this computer',
        text: `${inOneLine(text)} · ${this.#howToStop}`,
        position: 'top',
        durationMs: null,
      })
    } catch (error) {
      this.#log.warn({ err: error }, "Couldn't show the computer control indicator.")
    }
  }

  async hide(): Promise<void> {
    try {
      await this.#overlays.hide(this.#id)
    } catch (error) {
      this.#log.warn({ err: error }, "Couldn't remove the computer control indicator.")
    }
  }
}
