import { AppError } from '../../contract/errors.ts'

const quote = '"'
/** No cell that anybody means is longer; without an end to it, one lost quote would swallow the whole file. */
export const maxRecordLength = 4 * 1024 * 1024

/**
 * Splits delimited text into records, a piece at a time. Records may have any number of cells; quotes may hold
 * delimiters and line ends; a quote in the middle of a cell is text.
 */
export class CsvRecords {
  readonly #delimiter: string
  #rest = ''

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** Whether a record has begun whose end has not come yet. */
  get isOpen(): boolean {
    return this.#rest !== ''
  }

  /** The records that are complete with this piece. Blank lines are left out. */
  add(piece: string): string[][] {
    this.#rest += piece
    return this.#take(false)
  }

  /** What is left when the text is over. */
  end(): string[][] {
    return this.#take(true)
  }

  #take(isLast: boolean): string[][] {
    const text = this.#rest
    const records: string[][] = []
    let start = 0
    let quoteAt = foundOr(text.indexOf(quote), text.length)
    while (start < text.length) {
      const lineEnd = text.indexOf('\n', start)
      if (lineEnd === -1 && !isLast) break
      let end = foundOr(lineEnd, text.length)
      const hasQuote = quoteAt < end
      if (hasQuote) end = this.#quotedRecordEnd(text, { start, lineEnd: end, isLast })
      if (end === -1) break
      const line = withoutReturn(text.slice(start, end))
      if (line !== '') records.push(hasQuote ? this.#cells(line) : line.split(this.#delimiter))
      start = end + 1
      if (quoteAt < start) quoteAt = foundOr(text.indexOf(quote, start), text.length)
    }
    this.#rest = text.slice(start)
    if (this.#rest.length > maxRecordLength) throw neverEnds()
    return records
  }

  /** Where a record with quotes in it ends: at a line end that is not inside of them. -1 when it is not there yet. */
  #quotedRecordEnd(
    text: string,
    { start, lineEnd, isLast }: { start: number; lineEnd: number; isLast: boolean },
  ): number {
    const end = this.#endAfterQuotes(text, start)
    if (end < text.length || (isLast && end === text.length)) return end
    // A quote that is never closed is a character like any other.
    return isLast ? lineEnd : -1
  }

  /** The length of the text when the record goes on to its end, and more when a quote is not closed by then. */
  #endAfterQuotes(text: string, start: number): number {
    let lineEnd = -1
    for (let at = start; ;) {
      if (text[at] === quote) {
        const close = closingQuote(text, at + 1)
        if (close === -1) return Number.POSITIVE_INFINITY
        at = close + 1
      }
      if (lineEnd < at) lineEnd = foundOr(text.indexOf('\n', at), text.length)
      const next = foundOr(text.indexOf(this.#delimiter, at), text.length)
      if (lineEnd <= next) return lineEnd
      at = next + 1
    }
  }

  #cells(line: string): string[] {
    const cells: string[] = []
    for (let at = 0; at <= line.length;) {
      const close = line[at] === quote ? closingQuote(line, at + 1) : -1
      const next = line.indexOf(this.#delimiter, close === -1 ? at : close)
      const end = next === -1 ? line.length : next
      cells.push(close === -1 ? line.slice(at, end) : unquoted(line.slice(at, end), close - at))
      at = end + 1
    }
    return cells
  }
}

/** The quote that ends the cell; a doubled one is a quote in the text. -1 when there is none. */
function closingQuote(line: string, start: number): number {
  let at = line.indexOf(quote, start)
  while (at !== -1 && line[at + 1] === quote) at = line.indexOf(quote, at + 2)
  return at
}

function foundOr(place: number, otherwise: number): number {
  return place === -1 ? otherwise : place
}

function unquoted(cell: string, close: number): string {
  return cell.slice(1, close).replaceAll('""', quote) + cell.slice(close + 1)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

export function neverEnds(): AppError {
  return new AppError(
    'invalid_request',
    'The file has a line of more than 4 MB, or an unclosed quotation mark. Check that it is a CSV file.',
  )
}
