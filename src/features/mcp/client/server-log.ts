export interface LogLine {
  readonly at: string
  /** `server`: what it wrote beside the protocol. `deskhand`: what became of it. */
  readonly from: 'server' | 'deskhand'
  readonly text: string
}

const MAX_LINES = 500
const MAX_LINE_LENGTH = 2_000

/** The last that a server wrote, and what became of it; held in memory. */
export class ServerLog {
  readonly #now: () => Date
  #lines: LogLine[] = []
  /** What the server wrote after its last line break. */
  #unfinished = ''

  constructor(now: () => Date) {
    this.#now = now
  }

  lines(): readonly LogLine[] {
    const lines = this.#lines.slice(-MAX_LINES)
    return this.#unfinished === '' ? lines : [...lines, this.#line('server', this.#unfinished)]
  }

  note(text: string): void {
    this.#add('deskhand', text)
  }

  wrote(text: string): void {
    const lines = (this.#unfinished + text).split(/\r?\n/)
    // A server that never ends its line must not fill the memory.
    this.#unfinished = lines.pop()!.slice(0, MAX_LINE_LENGTH)
    for (const line of lines.slice(-MAX_LINES)) if (line.trim() !== '') this.#add('server', line)
  }

  #add(from: LogLine['from'], text: string): void {
    this.#lines.push(this.#line(from, text))
    // Cut now and then: a server that writes without end would have the list copied with each line.
    if (this.#lines.length >= 2 * MAX_LINES) this.#lines = this.#lines.slice(-MAX_LINES)
  }

  #line(from: LogLine['from'], text: string): LogLine {
    return { at: this.#now().toISOString(), from, text: text.slice(0, MAX_LINE_LENGTH) }
  }
}
