import type { ArticleReading } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, numberOf, textOf, timeOf, type Fields } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { DAY } from '../kit/durations.ts'
import { pathSegment } from '../kit/path-segment.ts'
import { excerpt, plainText } from '../kit/plain-text.ts'
import { webAddress } from '../kit/web-address.ts'

const provider: Provider = {
  name: 'WIKIPEDIA',
  title: 'Wikipedia',
  origin: 'https://en.wikipedia.org',
  caps: [{ calls: 100, perSeconds: 60 }],
}

interface InLanguage {
  readonly language: string
}

export const summary = defineLookup<InLanguage & { readonly title: string }, ArticleReading>({
  name: 'wikipedia.summary',
  provider,
  keepMs: DAY,
  example: { title: 'Ada Lovelace', language: 'en' },
  request: ({ title, language }) => ({
    origin: originOf(language),
    path: `/api/rest_v1/page/summary/${pathSegment(title.replaceAll(' ', '_'))}`,
    query: { redirect: 'true' },
  }),
  read(answer, { title: asked, language }) {
    // Bodies of a 404 changed more than once; only the status is reliable.
    if (answer.status === 404) throw new AppError('not_found', `No article called "${asked}".`)
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const root = fieldsOf(answer.json())
    const title = textOf(root['title'])
    if (title === null) throw new UnreadableAnswer('an article without a title')
    const url =
      webAddress(textOf(fieldsOf(fieldsOf(root['content_urls'])['desktop'])['page'])) ??
      articleUrl(title, language)
    const place = fieldsOf(root['coordinates'])
    const description = textOf(root['description'])
    return {
      title,
      kind: root['type'] === 'disambiguation' ? 'disambiguation' : 'article',
      description,
      extract: textOf(root['extract']) ?? description ?? '',
      url,
      language: textOf(root['lang']) ?? language,
      image_url: webAddress(textOf(fieldsOf(root['thumbnail'])['source'])),
      latitude: numberOf(place['lat']),
      longitude: numberOf(place['lon']),
      updated_at: timeOf(root['timestamp']),
      alternatives: [],
      source: { name: 'Wikipedia', url, attribution: 'Text from Wikipedia (CC BY-SA 4.0)' },
    }
  },
})

export interface ArticleHits {
  readonly hits: ArticleReading['alternatives']
  /** Words that were probably meant. */
  readonly suggestion: string | null
}

export const findArticles = defineLookup<InLanguage & { readonly words: string }, ArticleHits>({
  name: 'wikipedia.search',
  provider,
  keepMs: DAY,
  example: { words: 'first programmer', language: 'en' },
  request: ({ words, language }) => ({
    origin: originOf(language),
    path: '/w/api.php',
    query: {
      action: 'query',
      list: 'search',
      srsearch: words,
      srlimit: 8,
      srinfo: 'suggestion',
      format: 'json',
      formatversion: 2,
    },
  }),
  read(answer, { language }) {
    if (answer.status !== 200) throw refusedBy(provider.title, answer.status)
    const root = fieldsOf(answer.json())
    // Failures of this interface are a 200 as well.
    if ('error' in root) throw refusedBy(provider.title, answer.status)
    const query = fieldsOf(root['query'])
    const hits = pagesOf(query).flatMap((page) => hitOf(page, language) ?? [])
    return { hits, suggestion: textOf(fieldsOf(query['searchinfo'])['suggestion']) }
  },
})

/** A list of hits, or of pages, or pages by their number: which one depends on who asks how. */
function pagesOf(query: Fields): Fields[] {
  const { search, pages = {} } = query as { search?: unknown; pages?: unknown }
  if (Array.isArray(search)) return search.map(fieldsOf)
  const list = Array.isArray(pages) ? pages : Object.values(fieldsOf(pages))
  return list.map(fieldsOf).toSorted((a, b) => (numberOf(a['index']) ?? 0) - (numberOf(b['index']) ?? 0))
}

function hitOf(page: Fields, language: string): ArticleReading['alternatives'][number] | undefined {
  const title = textOf(page['title'])
  // Talk pages and the like are no articles.
  if (title === null || (numberOf(page['ns']) ?? 0) !== 0) return undefined
  const terms = listOf(fieldsOf(page['terms'])['description'])
  const description = textOf(page['description']) ?? textOf(terms[0]) ?? snippetOf(page)
  return { title, description, url: articleUrl(title, language) }
}

function snippetOf(page: Fields): string | null {
  const snippet = textOf(page['snippet'])
  return snippet === null ? null : textOf(excerpt(plainText(snippet), 160))
}

function articleUrl(title: string, language: string): string {
  return `${originOf(language)}/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`
}

/** The language is a part of a host name: whoever gives it may write letters and hyphens only. */
function originOf(language: string): string {
  if (!/^[a-z]{2,12}(?:-[a-z]{2,12})*$/.test(language))
    throw new AppError('invalid_request', `"${language}" is not a Wikipedia language code, e.g. en or de.`)
  return `https://${language}.wikipedia.org`
}
