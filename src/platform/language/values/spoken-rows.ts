export type SpokenCell = string | number

const MAX_ROWS = 500

/**
 * "Ann 31, Bob 42": rows of a table as people write them. Semicolons or lines part rows whose cells are parted by commas;
 * without those, commas part rows, and the last words of each are its last cells. What stands in quotes is one cell, and
 * rows without any are left out. Undefined where a row does not fit.
 */
export function readRows(text: string, width: number): SpokenCell[][] | undefined {
  const said = text.trim().replace(/[.]$/, '')
  if (said === '') return undefined
  const byLine = partsAt(said, /[;\n]/).map((row) => row.trim())
  const isByLine = byLine.length > 1 || isOneRow(said, width)
  const rows = (isByLine ? byLine : said.split(/,(?!\d)\s*(?:and\s+)?|\s+and\s+/)).filter(
    (row) => !/^[\s",]*$/.test(row),
  )
  if (rows.length > MAX_ROWS) return undefined
  const cells = rows.map((row) => (isByLine && row.includes(',') ? byCommas(row) : byWords(row, width)))
  return cells.every((row) => row?.length === width) ? (cells as SpokenCell[][]) : undefined
}

/** "Ann, 31": commas part cells where no piece between them could be a row of its own. */
function isOneRow(said: string, width: number): boolean {
  const pieces = said.split(',')
  return width > 1 && pieces.length === width && !pieces.some((piece) => byWords(piece, width))
}

function partsAt(text: string, sign: RegExp): string[] {
  const parts = ['']
  for (const piece of text.match(/"[^"]*"|[\s\S]/g) ?? [])
    if (piece.length === 1 && sign.test(piece)) parts.push('')
    else parts[parts.length - 1] += piece
  return parts
}

function byCommas(row: string): SpokenCell[] {
  return partsAt(row, /,/).map(cellOf)
}

/** "Ann Berg 31": what stands before the last words is one cell. "Ann is 31", "Ann: 31" and "Ann = 31" say the same. */
function byWords(row: string, width: number): SpokenCell[] | undefined {
  if (width === 1) return [cellOf(row)]
  const words = row
    .trim()
    .replaceAll(/\s*[:=]\s*|\s+(?:is|has|with|-|–)\s+/g, ' ')
    .split(/\s+/)
  if (words.length < width) return undefined
  const last = words.slice(words.length - width + 1)
  // Where the first cell has several words, the others must be numbers: else nobody knows where it ends.
  if (words.length > width && !last.every((word) => typeof cellOf(word) === 'number')) return undefined
  return [words.slice(0, words.length - width + 1).join(' '), ...last.map(cellOf)]
}

/** Numbers as people write them, also with a sign of money or per cent left away; 007 may be a code. */
function cellOf(text: string): SpokenCell {
  const word = text.trim().replaceAll(/^["'“”]|["'“”]$/g, '')
  const plain = word.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(plain) ? Number(plain) : word
}
