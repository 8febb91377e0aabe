import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Where a command writes. Colours and moving lines only where a person is watching. */
export class Terminal {
  readonly json: boolean
  readonly #out: NodeJS.WriteStream
  readonly #error: NodeJS.WriteStream
  readonly #colour: boolean

  constructor(options: {
    json: boolean
    out: NodeJS.WriteStream
    error: NodeJS.WriteStream
    environment: NodeJS.ProcessEnv
  }) {
    this.json = options.json
    this.#out = options.out
    this.#error = options.error
    const { NO_COLOR, FORCE_COLOR } = options.environment
    this.#colour = FORCE_COLOR !== undefined || (options.out.isTTY && NO_COLOR === undefined)
  }

  get isInteractive(): boolean {
    return this.#out.isTTY && !this.json
  }

  style(style: Style, text: string): string {
    return this.#colour ? styleText(style, text, { validateStream: false }) : text
  }

  print(text = ''): void {
    this.#out.write(`${text}\n`)
  }

  /** The result of a command: the data itself with --json, otherwise what `draw` makes of it. */
  result(data: unknown, draw: () => string): void {
    this.print(this.json ? JSON.stringify(data, null, 2) : draw())
  }

  problem(text: string): void {
    this.#error.write(`${this.style('red', 'deskhand:')} ${text}\n`)
  }

  hint(text: string): void {
    this.#error.write(`${text}\n`)
  }

  /** One line that moves while something long goes on; nothing when nobody watches. */
  progress(text: string): Disposable & { update(text: string): void } {
    const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
    let label = text
    let frame = 0
    const draw = () => this.#error.write(`\r\x1b[2K${frames[(frame += 1) % frames.length]!} ${label}`)
    const timer = this.#error.isTTY && !this.json ? setInterval(draw, 80) : undefined
    return {
      update(next) {
        label = next
      },
      [Symbol.dispose]: () => {
        if (!timer) return
        clearInterval(timer)
        this.#error.write('\r\x1b[2K')
      },
    }
  }

  /** Aligned columns under a header; the last column takes what is left of the line. */
  table(header: readonly string[], rows: readonly (readonly string[])[]): string {
    const widths = header.map((title, column) =>
      Math.max(displayWidth(title), ...rows.map((row) => displayWidth(row[column] ?? ''))),
    )
    const line = (cells: readonly string[]) =>
      cells
        .map((cell, column) => cell + ' '.repeat(Math.max(0, widths[column]! - displayWidth(cell))))
        .join('  ')
        .trimEnd()
    return [this.style('bold', line(header)), ...rows.map(line)].join('\n')
  }
}

const ESCAPES = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g')

function displayWidth(text: string): number {
  const plain = text.replaceAll(ESCAPES, '')
  let width = 0
  for (const character of plain)
    width += /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/u.test(character)
      ? 2
      : 1
  return width
}

export function bytesInWords(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]!}`
}

export function durationInWords(seconds: number): string {
  const parts: [number, string][] = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
  ]
  const words: string[] = []
  let rest = Math.floor(seconds)
  for (const [size, name] of parts) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 && words.length < 2) words.push(`${count} ${name}`)
  }
  return words.join(' ') || '0 s'
}
