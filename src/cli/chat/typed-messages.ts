import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline/promises'
import type { CommandCall } from '../command.ts'
import { folderOf } from '../running-service.ts'

const REMEMBERED = 500

/** What is typed, message by message, until Ctrl-D or a Ctrl-C on an empty line. */
export async function* typedMessages(call: CommandCall): AsyncGenerator<string> {
  const { terminal } = call
  if (!terminal.canAsk) {
    for await (const line of createInterface({ input: terminal.input }))
      if (line.trim() !== '') yield line.trim()
    return
  }
  const history = await InputHistory.open(join(folderOf(call).root, 'chat-history'))
  for (;;) {
    const message = await ask(call, history)
    if (message === undefined) return
    if (message === '') continue
    await history.add(message)
    yield message
  }
}

/** The keyboard is read only while a message is typed, so that Ctrl-C in between is what it is everywhere. */
async function ask({ terminal }: CommandCall, history: InputHistory): Promise<string | undefined> {
  const lines = createInterface({
    input: terminal.input,
    output: terminal.out,
    history: [...history.newestFirst],
    historySize: REMEMBERED,
    terminal: true,
  })
  try {
    let message = await question(lines, terminal.style(['bold', 'cyan'], '› '))
    while (message?.endsWith('\\')) {
      const more = await question(lines, terminal.style('gray', '… '))
      message = more === undefined ? undefined : `${message.slice(0, -1)}\n${more}`
    }
    return message?.trim()
  } finally {
    lines.close()
  }
}

/** Undefined when it is to end. Ctrl-C drops what was typed; on an empty line it ends. */
async function question(lines: Interface, prompt: string): Promise<string | undefined> {
  const ended = new AbortController()
  const end = () => ended.abort()
  const interrupt = () => {
    if (lines.line === '') return end()
    lines.write(null, { ctrl: true, name: 'e' })
    lines.write(null, { ctrl: true, name: 'u' })
  }
  lines.once('close', end)
  lines.on('SIGINT', interrupt)
  try {
    return await lines.question(prompt, { signal: ended.signal })
  } catch (error) {
    if (!ended.signal.aborted) throw error
    return undefined
  } finally {
    lines.off('close', end)
    lines.off('SIGINT', interrupt)
  }
}

/** The messages of earlier conversations, for the arrow keys. */
class InputHistory {
  readonly #path: string
  #messages: string[]

  static async open(path: string): Promise<InputHistory> {
    try {
      const text = await readFile(path, 'utf8')
      return new InputHistory(
        path,
        text.split('\n').filter((line) => line !== ''),
      )
    } catch {
      // There is none yet, or it cannot be read; a conversation does not need it.
      return new InputHistory(path, [])
    }
  }

  private constructor(path: string, messages: string[]) {
    this.#path = path
    this.#messages = messages
  }

  get newestFirst(): readonly string[] {
    return this.#messages.toReversed()
  }

  async add(message: string): Promise<void> {
    const line = message.replaceAll('\n', ' ')
    this.#messages = [...this.#messages.filter((other) => other !== line), line].slice(-REMEMBERED)
    try {
      await writeFile(this.#path, `${this.#messages.join('\n')}\n`, { mode: 0o600 })
    } catch {
      // A full disk or a folder of somebody else: then it is remembered as long as the conversation goes on.
    }
  }
}
