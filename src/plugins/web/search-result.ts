import { textOf } from '../../platform/upstream/fields.ts'

export interface SearchResult {
  readonly title: string
  readonly url: string
  readonly snippet: string
  readonly published?: string
}

const maxTitleLength = 300
const maxSnippetLength = 1_000

interface Found {
  readonly title: unknown
  readonly url: unknown
  readonly snippet: unknown
  readonly published: string | null
}

/** Undefined for what has no public address. */
export function resultOf({ title, url: given, snippet, published }: Found): SearchResult | undefined {
  const url = URL.parse(textOf(given) ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  return {
    title: plain(textOf(title) ?? '', maxTitleLength) || url.host,
    url: url.href,
    snippet: plain(textOf(snippet) ?? '', maxSnippetLength),
    ...(published !== null && { published: plain(published, 60) }),
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Some mark the words that were found with tags, and write signs as HTML does. */
function plain(text: string, longest: number): string {
  return text
    .slice(0, longest * 4)
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replaceAll(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, signOf)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
}

function signOf(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase()
  if (!name.startsWith('#')) return entities[name] ?? entity
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
