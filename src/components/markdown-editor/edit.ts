export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What to put in place of a part of the text, and what is selected then. */
export interface Replacement {
  readonly from: number
  readonly to: number
  readonly put: string
  readonly start: number
  readonly end: number
}

export type Mark = 'bold' | 'italic' | 'code' | 'link' | 'heading' | 'list' | 'numbers' | 'quote'

const AROUND: Readonly<Partial<Record<Mark, readonly [string, string]>>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
}

const BEFORE: Readonly<Partial<Record<Mark, (line: number) => string>>> = {
  heading: () => '## ',
  list: () => '- ',
  numbers: (line) => `${line + 1}. `,
  quote: () => '> ',
}

/** Puts a mark around what is selected or before its lines; takes it away where it is already. */
export function marking(selected: Selected, mark: Mark): Replacement {
  const around = AROUND[mark]
  return around ? wrapped(selected, around) : prefixed(selected, BEFORE[mark]!)
}

function wrapped({ text, start, end }: Selected, [open, close]: readonly [string, string]): Replacement {
  const inner = text.slice(start, end)
  const outside =
    text.slice(start - open.length, start) === open && text.slice(end, end + close.length) === close
  // A star inside of two is the end of bold, not of italic.
  const isDouble = open === '*' && text[start - 2] === '*'
  if (outside && !isDouble)
    return {
      from: start - open.length,
      to: end + close.length,
      put: inner,
      start: start - open.length,
      end: end - open.length,
    }
  return {
    from: start,
    to: end,
    put: open + inner + close,
    start: start + open.length,
    end: end + open.length,
  }
}

function prefixed({ text, start, end }: Selected, prefix: (line: number) => string): Replacement {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const marked = lines.every((line, index) => line.startsWith(prefix(index)))
  const put = lines
    .map((line, index) => (marked ? line.slice(prefix(index).length) : prefix(index) + line))
    .join('\n')
  return { from, to, put, start: from, end: from + put.length }
}

export function wordsIn(text: string): number {
  return text.trim() === '' ? 0 : text.trim().split(/\s+/).length
}
