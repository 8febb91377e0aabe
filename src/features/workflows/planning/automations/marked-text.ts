import { spansIn, withoutSpans, type Span } from '../../../../platform/language/spans.ts'

type MarkKind = Exclude<Span['kind'], 'number'>

/** A pattern for the mark of a value. */
export const markOf = (kind: MarkKind) => String.raw`⟦${kind}\d+⟧`

const ANY_MARK = /⟦[a-z_]+(\d+)⟧/g

/**
 * A sentence whose quotes, addresses, paths and file names are out of the way: each is one mark, so that patterns for
 * words never look into a value.
 */
export class MarkedText {
  readonly text: string
  readonly #values: readonly { readonly value: string; readonly source: string }[]

  constructor(sentence: string) {
    // The brackets of marks mean nothing when a person writes them.
    const plain = sentence.replaceAll(/[⟦⟧]/g, ' ').replaceAll(/\s+/g, ' ').trim()
    const spans = spansIn(plain).filter(({ kind }) => kind !== 'number')
    this.#values = spans.map(({ value, start, end }) => ({ value, source: plain.slice(start, end) }))
    this.text = withoutSpans(plain, { spans, write: (span) => `⟦${span.kind}${spans.indexOf(span)}⟧` })
  }

  /** As the person wrote it. */
  words(text: string): string {
    return text.replaceAll(ANY_MARK, (_, index: string) => this.#values[Number(index)]?.source ?? '')
  }

  /** With the values themselves: without quotes, and `~/Documents` for "my Documents folder". */
  values(text: string): string {
    return text.replaceAll(ANY_MARK, (_, index: string) => this.#values[Number(index)]?.value ?? '')
  }
}
