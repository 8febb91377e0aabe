import { openPdf } from './pdf-file.ts'
import { pageText } from './pdf-pages.ts'
import type { PdfMatches, PdfSearchOrder } from './reader-orders.ts'

const contextCharacters = 90

export async function searchPdf(
  order: PdfSearchOrder,
  onProgress: (fraction: number) => void,
): Promise<PdfMatches> {
  const pdf = await openPdf(order.path)
  const query = folded(flowing(order.query)).text
  const matches: PdfMatches['matches'][number][] = []
  let total = 0
  let pagesWithMatches = 0
  let hasText = false
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const text = flowing(await pageText(pdf, page))
    hasText ||= text !== ''
    const found = placesOf(text, query)
    total += found.length
    if (found.length > 0) pagesWithMatches += 1
    for (const place of found.slice(0, order.maxMatches - matches.length)) {
      matches.push({ page, match: text.slice(place.from, place.to), context: around(text, place) })
    }
    onProgress(page / pdf.numPages)
  }
  return { totalPages: pdf.numPages, total, pagesWithMatches, matches, hasText }
}

interface Place {
  readonly from: number
  readonly to: number
}

/** As one line: a phrase is found across the end of a line, and a word that was divided there is whole again. */
export function flowing(text: string): string {
  return text
    .replaceAll('\u{ad}', '')
    .replaceAll(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Where the query stands, whatever the case, the accents, and the ligatures that PDFs are full of. */
export function placesOf(text: string, query: string): Place[] {
  if (query === '') return []
  const { text: searched, places } = folded(text)
  const found: Place[] = []
  for (let at = searched.indexOf(query); at >= 0; at = searched.indexOf(query, at + query.length)) {
    const last = places[at + query.length - 1]!
    found.push({ from: places[at]!.from, to: last.to })
  }
  return found
}

/** The text without case and accents, and for each of its characters where it came from. */
export function folded(text: string): { text: string; places: Place[] } {
  const places: Place[] = []
  let result = ''
  let at = 0
  for (const character of text) {
    const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
    const place = { from: at, to: at + character.length }
    for (let index = 0; index < plain.length; index += 1) places.push(place)
    result += plain
    at += character.length
  }
  return { text: result, places }
}

function around(text: string, { from, to }: Place): string {
  const start = Math.max(0, from - contextCharacters)
  const end = Math.min(text.length, to + contextCharacters)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`
}
