import { cut, displayWidth, harmless } from './text-width.ts'
import type { Terminal } from './terminal.ts'

/**
 * The last lines of a terminal, which change in place while what is above them stays. Where nobody watches, only what
 * stays is written.
 */
export class LiveRegion implements Disposable {
  readonly #terminal: Terminal
  #shown: readonly string[] = []

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Writes what stays, above the lines that change. */
  commit(lines: readonly string[]): void {
    if (lines.length === 0) return
    const region = this.#shown
    this.#erase()
    for (const line of lines) this.#terminal.print(line)
    this.show(region)
  }

  /** Replaces the lines that change. What is wider or higher than the terminal could not be taken back, so it is cut. */
  show(lines: readonly string[]): void {
    if (!this.#terminal.isInteractive) return
    const { width, height } = this.#terminal
    const fitting = lines
      .slice(-Math.max(1, height - 2))
      .map((line) => harmless(line))
      .map((line) => (displayWidth(line) > width - 1 ? cut(line, width - 1) : line))
    this.#erase()
    if (fitting.length > 0) this.#terminal.out.write(`${fitting.join('\n')}\n`)
    this.#shown = fitting
  }

  clear(): void {
    this.show([])
  }

  [Symbol.dispose](): void {
    this.clear()
  }

  #erase(): void {
    if (this.#shown.length > 0) this.#terminal.out.write(`\u001B[${this.#shown.length}A\r\u001B[J`)
    this.#shown = []
  }
}
