import type { Log } from '../../contract/log.ts'
import { pluginLimits } from './limits.ts'
import { inOneLine } from './plugin-message.ts'

const TAIL_CHARACTERS = 4_000
const MINUTE_MS = 60_000

/** What a plugin says for its author to read: so many lines a minute go to the log, the rest is only counted. */
export class PluginOutput {
  readonly #agent: string
  readonly #log: Log
  #lines = 0
  #since = performance.now()
  #tail = ''
  #unfinished = ''

  constructor(agent: string, log: Log) {
    this.#agent = agent
    this.#log = log
  }

  /** The end of its error output: what it said when it died. */
  get tail(): string {
    return this.#tail
  }

  /** A piece of its error output. */
  push(piece: string): void {
    this.#tail = (this.#tail + piece).slice(-TAIL_CHARACTERS)
    const lines = (this.#unfinished + piece.slice(-TAIL_CHARACTERS)).split('\n')
    this.#unfinished = lines.pop()!.slice(-TAIL_CHARACTERS)
    for (const line of lines) if (line.trim() !== '') this.say(line)
  }

  say(text: string, fields: object = {}): void {
    const now = performance.now()
    if (now - this.#since > MINUTE_MS) {
      this.#lines = 0
      this.#since = now
    }
    this.#lines += 1
    const plugin = this.#agent
    if (this.#lines <= pluginLimits.logLines) this.#log.info({ plugin, ...fields }, inOneLine(text))
    else if (this.#lines === pluginLimits.logLines + 1)
      this.#log.warn({ plugin }, 'the plugin logs more than is kept per minute')
  }
}
