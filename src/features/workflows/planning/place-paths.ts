import { extensionOf, spansIn, type Span } from '../../../platform/language/spans.ts'
import { wordsOf } from '../../../platform/language/word-stems.ts'
import type { Parameter } from './parameters.ts'

export interface PlacedPath {
  readonly parameter: Parameter
  /** More than one only where the parameter takes several. */
  readonly spans: readonly Span[]
}

const PICTURES = new Set(['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'webp', 'svg'])
const TOWARDS = new Set(['to', 'into', 'as', 'onto', 'called', 'named'])
const BETWEEN = new Set(
  wordsOf('the a an my new file folder directory document spreadsheet workbook presentation archive zip pdf'),
)

/** Which path in a clause is for which parameter: by the kind of file, by the word before it, then by order. */
export function placePaths(parameters: readonly Parameter[], clause: string): PlacedPath[] {
  const wanted = parameters.filter(({ kind }) => kind === 'path' || kind === 'paths')
  const hasQuery = parameters.some(({ kind, required }) => kind === 'query' && required)
  const paths = spansIn(clause).filter(({ kind }) => kind === 'path' || (kind === 'file_name' && !hasQuery))
  const pairs = paths.flatMap((span, place) =>
    wanted.map((parameter, order) => ({
      span,
      parameter,
      score: fitOf(parameter, span, clause) - 0.1 * Math.abs(order - place),
    })),
  )
  const placed = new Map<Parameter, Span[]>()
  const taken = new Set<Span>()
  for (const { span, parameter } of pairs.toSorted((a, b) => b.score - a.score)) {
    const before = placed.get(parameter)
    if (taken.has(span) || (before && parameter.kind === 'path')) continue
    placed.set(parameter, [...(before ?? []), span])
    taken.add(span)
  }
  return [...placed].map(([parameter, spans]) => ({
    parameter,
    spans: spans.toSorted((a, b) => a.start - b.start),
  }))
}

/** The word that says how a value belongs to the sentence, e.g. the "into" of "into the folder ~/x". */
function wordBefore(clause: string, { start }: Span): string | undefined {
  return wordsOf(clause.slice(0, start)).findLast((word) => !BETWEEN.has(word))
}

function fitOf(
  { name, required, isDestination, description }: Parameter,
  span: Span,
  clause: string,
): number {
  const isTowards = TOWARDS.has(wordBefore(clause, span) ?? '')
  const direction = isTowards === isDestination ? 2 : 0
  return direction + (required ? 1.5 : 0) + extensionFit(`${name} ${description}`, extensionOf(span.value))
}

function extensionFit(declared: string, extension: string | undefined): number {
  if (extension === undefined) return 0
  if (/image|picture/i.test(declared)) return PICTURES.has(extension) ? 3 : -3
  const named = [...declared.matchAll(/\.([a-z]{2,5})\b/g)].map((match) => match[1])
  if (named.length === 0) return 0
  return named.includes(extension) ? 3 : -3
}
