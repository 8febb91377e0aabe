import { SaxesParser, type SaxesTagNS } from 'saxes'
import { AppError } from '../../contract/errors.ts'

const MAX_ELEMENTS = 200_000
const MAX_DEPTH = 200

export interface FeedNode {
  readonly prefix: string
  readonly local: string
  readonly uri: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: FeedNode[]
  /** Its own text and what is below it, in order. */
  readonly content: (string | FeedNode)[]
}

/**
 * The root of a feed as it is found in the wild: undeclared prefixes, raw ampersands, missing ends and blanks at the
 * front are taken as they are meant. Only a document type with declarations of its own is refused: those are attacks.
 */
export function parseFeedXml(text: string): FeedNode | undefined {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: FeedNode[] = []
  let root: FeedNode | undefined
  let elements = 0
  parser.on('error', () => {})
  parser.on('doctype', (declaration) => {
    if (declaration.includes('['))
      throw new AppError('upstream_failed', "Can't read this feed: it declares its own entities.")
  })
  parser.on('opentag', (tag) => {
    elements += 1
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH)
      throw new AppError('upstream_failed', "Can't read this feed: it is too large or too deeply nested.")
    const node = nodeOf(tag)
    const parent = open.at(-1)
    parent?.children.push(node)
    parent?.content.push(node)
    root ??= node
    open.push(node)
  })
  parser.on('closetag', () => void open.pop())
  const keep = (piece: string) => void open.at(-1)?.content.push(piece)
  parser.on('text', keep)
  parser.on('cdata', keep)
  parser.write(wellFormed(text)).close()
  return root
}

/** The text of an element and of everything in it. */
export function textIn(node: FeedNode | undefined): string {
  if (!node) return ''
  return node.content.map((part) => (typeof part === 'string' ? part : ` ${textIn(part)} `)).join('')
}

/** Children of the same vocabulary as their parent, which is to say with the same prefix. */
export function own(node: FeedNode | undefined, local: string): FeedNode[] {
  return node ? node.children.filter((child) => child.prefix === node.prefix && child.local === local) : []
}

const vocabularies = {
  dc: 'purl.org/dc/',
  content: 'purl.org/rss/1.0/modules/content',
  media: 'search.yahoo.com/mrss',
  itunes: 'itunes.com/dtds/podcast',
  atom: 'w3.org/2005/Atom',
} as const

/** Children of another vocabulary, by what its prefix stands for; by the prefix itself when nothing declares it. */
export function foreign(
  node: FeedNode | undefined,
  vocabulary: keyof typeof vocabularies,
  local: string,
): FeedNode[] {
  const part = vocabularies[vocabulary]
  return (node?.children ?? []).filter(
    (child) => child.local === local && (child.uri.includes(part) || child.uri === vocabulary),
  )
}

/** The first that has text in it. */
export function firstText(...groups: readonly (readonly FeedNode[])[]): string | null {
  for (const node of groups.flat()) {
    const text = textIn(node).trim()
    if (text !== '') return text
  }
  return null
}

function nodeOf(tag: SaxesTagNS): FeedNode {
  const attributes = Object.fromEntries(Object.values(tag.attributes).map(({ name, value }) => [name, value]))
  return { prefix: tag.prefix, local: tag.local, uri: tag.uri, attributes, children: [], content: [] }
}

/** What would stop the parser or make it swallow markup is put right first; sections of raw text are left alone. */
function wellFormed(text: string): string {
  return text
    .slice(Math.max(0, text.indexOf('<')))
    .replace(/<\?xml\b[^>]*\?>/, '')
    .replaceAll(
      /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g,
      (found) => (found === '&' ? '&amp;' : found),
    )
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
}
