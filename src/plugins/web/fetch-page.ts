import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { download } from './download.ts'
import { pageOf } from './page-text.ts'

const defaultCharacters = 12_000

const Params = Type.Object({
  url: Type.String({
    pattern: '^https?://\\S+$',
    maxLength: 4_096,
    description: 'Address of the page, starting with https:// or http://',
  }),
  offset: Type.Optional(
    Type.Integer({
      default: 0,
      minimum: 0,
      description: 'Characters to skip at the beginning',
    }),
  ),
  max_characters: Type.Optional(
    Type.Integer({
      'x-for-programs': true,
      default: defaultCharacters,
      minimum: 100,
      maximum: 200_000,
      description: 'Maximum number of characters to return',
    }),
  ),
  whole: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Return the whole page including menus and link lists, not only the main content',
    }),
  ),
})

const Data = Type.Object({
  url: Type.String({ description: 'The requested address' }),
  final_url: Type.String({ description: "The page's address after redirects" }),
  title: Type.Union([Type.String(), Type.Null()], { description: 'Title of the page' }),
  author: Type.Optional(Type.String({ description: 'Author, according to the page' })),
  site: Type.Optional(Type.String({ description: 'Name of the site, according to the page' })),
  language: Type.Optional(Type.String({ description: 'Language, according to the page' })),
  published: Type.Optional(Type.String({ description: 'Publication date, according to the page' })),
  media_type: Type.String({ description: 'Type, e.g. text/html' }),
  part: Type.Enum(['article', 'whole'], {
    description: 'Whether it is the main content or the whole page',
  }),
  content: Type.String({ description: 'The text; Markdown for a page, with full addresses in links' }),
  offset: Type.Integer({ description: 'Characters skipped at the beginning' }),
  total_characters: Type.Integer({ description: 'Length of the whole text' }),
  truncated: Type.Boolean({ description: 'Whether there is more text' }),
  next_offset: Type.Optional(Type.Integer({ description: 'The offset to continue with, if truncated' })),
})

export const fetchPage = defineTool({
  action: 'FETCH_PAGE',
  title: 'Read a web page',
  description:
    "Reads a public page by its address: the readable text of HTML as Markdown, or plain text, JSON or PDF. Doesn't run scripts.",
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted'],
  leaves: ['url'],
  idempotent: true,
  timeoutSeconds: 90,
  phrases: [
    'read the page https://example.org/news',
    'fetch https://example.org/news',
    'get the text of https://example.org/news',
    'show me the text of https://example.org/news',
    'what does this page say',
    'read the article at https://example.org/news',
  ],
  example: { args: { url: 'https://example.org/news' } },
  async run({ url: given, offset = 0, max_characters: characters = defaultCharacters, whole = false }, call) {
    const url = URL.parse(given)
    if (!url) throw new AppError('invalid_request', `"${given.slice(0, 200)}" is not a valid address.`)
    const loaded = await download(url, call)
    const page = await pageOf(loaded, { whole, signal: call.signal })
    const { content, next } = textWindow(page.text, { offset, characters })
    const { title, author, site, language, published, mediaType, isWhole } = page
    const isRedirected = loaded.address.href !== url.href
    const data = {
      url: given,
      final_url: loaded.address.href,
      title,
      ...(author !== null && { author }),
      ...(site !== null && { site }),
      ...(language !== null && { language }),
      ...(published !== null && { published }),
      media_type: mediaType,
      part: isWhole ? ('whole' as const) : ('article' as const),
      content,
      offset,
      total_characters: page.text.length,
      truncated: next !== undefined,
      ...(next !== undefined && { next_offset: next }),
    }
    return { message: sentence({ ...data, from: isRedirected ? data.final_url : loaded.address.host }), data }
  },
})

interface Told {
  readonly title: string | null
  readonly from: string
  readonly content: string
  readonly offset: number
  readonly total_characters: number
  readonly next_offset?: number
}

function sentence({
  title,
  from,
  content,
  offset,
  total_characters: total,
  next_offset: next,
}: Told): string {
  const what = title === null ? `the page of ${from}` : `"${title.slice(0, 200)}" from ${from}`
  if (total === 0) return `Read ${what}. It has no text. It may need scripts, which are not run.`
  if (content === '') return `Read ${what}. It has no text after character ${offset}.`
  if (next === undefined && offset === 0) return `Read ${what}.`
  const range = `Read ${what}, characters ${offset} to ${offset + content.length} of ${total}`
  return next === undefined ? `${range}.` : `${range}. Continue with offset ${next}.`
}

interface TextWindow {
  readonly content: string
  /** Where to go on; undefined at the end of the text. */
  readonly next: number | undefined
}

/** A piece of a text from `offset` on. Ends with a line where one ends near, and never inside of a character. */
function textWindow(
  text: string,
  { offset, characters }: { offset: number; characters: number },
): TextWindow {
  const from = isHalf(text, offset) ? offset + 1 : offset
  const limit = from + characters
  if (limit >= text.length) return { content: text.slice(from), next: undefined }
  const line = text.lastIndexOf('\n', limit - 1) + 1
  const end = line > from + characters * 0.8 ? line : isHalf(text, limit) ? limit - 1 : limit
  // One character may be wider than the window.
  const next = Math.max(end, from + 1)
  return { content: text.slice(from, next), next }
}

/** Whether the place is between the two halves of a character. */
function isHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff && at > 0 && isHighSurrogate(text.charCodeAt(at - 1))
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
