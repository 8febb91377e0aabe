import type { Interface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { drawTable, type Cell, type Style } from './table.ts'
import { harmless, harmlessJson, printable, printableLines } from './text-width.ts'

export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean }
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

export interface TerminalOptions {
  readonly json: boolean
  readonly input: Input
  readonly out: Output
  readonly error: Output
  readonly environment: NodeJS.ProcessEnv
}

/** Where a command writes. Colours and moving lines only where a person is watching. */
export class Terminal {
  readonly json: boolean
  readonly #input: Input
  readonly #out: Output
  readonly #error: Output
  readonly #environment: NodeJS.ProcessEnv

  constructor({ json, input, out, error, environment }: TerminalOptions) {
    this.json = json
    this.#input = input
    this.#out = out
    this.#error = error
    this.#environment = environment
  }

  /** A person sees what is printed. */
  get isInteractive(): boolean {
    return this.#out.isTTY === true && !this.json
  }

  /** A person can be asked. */
  get canAsk(): boolean {
    return this.#input.isTTY === true && this.#error.isTTY === true && !this.json
  }

  /** Columns to draw in; where nobody watches, as many as read well. */
  get width(): number {
    return Math.max(24, (this.#out.isTTY ? this.#out.columns : undefined) ?? 100)
  }

  get height(): number {
    return (this.#out.isTTY ? this.#out.rows : undefined) ?? 24
  }

  /** What the person types, for a command that reads it line by line. */
  get input(): Input {
    return this.#input
  }

  get out(): Output {
    return this.#out
  }

  style(style: Style, text: string): string {
    return styled(style, text, hasColour(this.#out, this.#environment))
  }

  /** What comes from elsewhere may be in it; where nobody watches, it is written as it is. */
  print(text = ''): void {
    this.#out.write(`${this.#out.isTTY ? harmless(text) : text}\n`)
  }

  printJson(data: unknown): void {
    this.#out.write(`${harmlessJson(data)}\n`)
  }

  /** The result of a command: the data itself with --json, otherwise what `draw` makes of it. */
  result(data: unknown, draw: () => string): void {
    if (this.json) this.printJson(data)
    else this.print(draw())
  }

  problem(text: string): void {
    const name = styled('red', 'deskhand:', hasColour(this.#error, this.#environment))
    this.#error.write(`${name} ${printableLines(text).join('\n')}\n`)
  }

  hint(text: string): void {
    this.#error.write(`${this.#error.isTTY ? harmless(text) : text}\n`)
  }

  /** A question that only a clear yes answers with true; Ctrl-C and Ctrl-D are a no. */
  async confirm(question: string): Promise<boolean> {
    return /^y(es)?$/i.test((await this.ask(`${question} [y/N] `)) ?? '')
  }

  /** What is typed; undefined after Ctrl-C and Ctrl-D. */
  async ask(question: string): Promise<string | undefined> {
    const { createInterface } = await import('node:readline/promises')
    const typed = await lineOf(
      createInterface({ input: this.#input, output: this.#error }),
      harmless(question),
    )
    if (typed === undefined) this.hint('')
    return typed
  }

  /** What is typed without being shown; undefined when nothing was. */
  async askSecret(question: string): Promise<string | undefined> {
    const [{ createInterface }, { Writable }] = await Promise.all([
      import('node:readline/promises'),
      import('node:stream'),
    ])
    const output = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input: this.#input, output, terminal: true })
    // Only now: until the interface is there, the terminal itself shows what is typed.
    this.#error.write(question)
    const typed = await lineOf(lines, '')
    this.hint('')
    return typed === '' ? undefined : typed
  }

  /** One line that moves while something long goes on; nothing when nobody watches. */
  progress(text: string): Disposable & { update(text: string): void } {
    const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
    let label = printable(text)
    let frame = 0
    const draw = () => this.#error.write(`\r\x1b[2K${frames[(frame += 1) % frames.length]!} ${label}`)
    const isWatched = this.#error.isTTY === true && !this.json && this.#environment['TERM'] !== 'dumb'
    const timer = isWatched ? setInterval(draw, 80) : undefined
    return {
      update(next) {
        label = printable(next)
      },
      [Symbol.dispose]: () => {
        if (!timer) return
        clearInterval(timer)
        this.#error.write('\r\x1b[2K')
      },
    }
  }

  /** Aligned columns under a header. What is too wide for the terminal is cut; with `wrapLast` sentences go on below. */
  table(
    header: readonly string[],
    rows: readonly (readonly Cell[])[],
    { wrapLast }: { wrapLast?: boolean } = {},
  ): string {
    return drawTable({
      header,
      rows,
      wrapLast,
      width: this.#out.isTTY ? this.#out.columns : undefined,
      style: (style, text) => this.style(style, text),
    })
  }
}

/** Undefined when it was ended: by a key, or because the input is over, which by itself leaves a question open for ever. */
async function lineOf(lines: Interface, question: string): Promise<string | undefined> {
  const ended = new AbortController()
  lines.once('close', () => ended.abort())
  try {
    return (await lines.question(question, { signal: ended.signal })).trim()
  } catch {
    return undefined
  } finally {
    lines.close()
  }
}

function styled(style: Style, text: string, hasColours: boolean): string {
  return hasColours ? styleText(style, text, { validateStream: false }) : text
}

/** https://no-color.org, and FORCE_COLOR above it, as most programs have it. */
function hasColour(stream: Output, environment: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return stream.isTTY === true && !NO_COLOR && TERM !== 'dumb'
}
