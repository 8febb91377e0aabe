import type { NewsReading } from './contract.ts'
import { AppError } from '../../contract/errors.ts'
import { refusedBy, UnreadableAnswer } from '../../platform/upstream/faults.ts'
import { fieldsOf, listOf, textOf, timeOf } from '../../platform/upstream/fields.ts'
import { defineLookup, type Provider } from '../../platform/upstream/provider.ts'
import { HOUR, MINUTE } from '../kit/durations.ts'
import { mediaAddress, webAddress } from '../kit/web-address.ts'

const provider: Provider = {
  name: 'NEWSAPI',
  title: 'NewsAPI',
  origin: 'https://newsapi.org',
  caps: [{ calls: 50, perSeconds: 43_200 }],
  needs: 'NEWS_API_KEY',
  pauseMs: HOUR,
}

const categories = ['business', 'entertainment', 'general', 'health', 'science', 'sports', 'technology']

export interface NewsQuestion {
  readonly topic: string | null
}

export const headlines = defineLookup<NewsQuestion, NewsReading>({
  name: 'newsapi.headlines',
  provider,
  keepMs: 10 * MINUTE,
  example: { topic: 'technology' },
  key: ({ topic }) => topic?.toLowerCase() ?? null,
  request({ topic }, setting) {
    const headers = { 'x-api-key': setting('NEWS_API_KEY') ?? '' }
    const category = topic?.toLowerCase()
    if (topic !== null && !categories.includes(category!))
      return {
        path: '/v2/everything',
        query: { q: topic, language: 'en', sortBy: 'publishedAt', pageSize: 20 },
        headers,
      }
    // The only country that is left.
    return { path: '/v2/top-headlines', query: { country: 'us', category, pageSize: 20 }, headers }
  },
  read(answer, { topic }) {
    const root = fieldsOf(answer.json())
    if (answer.status === 401)
      throw new AppError('not_configured', 'NewsAPI rejected the key in NEWS_API_KEY. Set a valid one.')
    if (answer.status !== 200 || root['status'] !== 'ok') throw refusedBy(provider.title, answer.status)
    if (!Array.isArray(root['articles'])) throw new UnreadableAnswer('headlines without a list')
    const articles = listOf(root['articles']).flatMap((article) => articleOf(article) ?? [])
    if (articles.length === 0)
      throw new AppError(
        'not_found',
        topic === null
          ? 'No headlines right now. Try again later.'
          : `No headlines about "${topic}". Try other words, or one of ${categories.join(', ')}.`,
      )
    return {
      topic,
      articles: articles.toSorted((a, b) => (b.published_at ?? '').localeCompare(a.published_at ?? '')),
      source: { name: 'NewsAPI', url: 'https://newsapi.org/', attribution: 'Powered by NewsAPI.org' },
    }
  },
})

function articleOf(article: unknown): NewsReading['articles'][number] | undefined {
  const fields = fieldsOf(article)
  const title = textOf(fields['title'])
  const url = webAddress(textOf(fields['url']))
  // What a publisher took back stays in the list as a shell.
  if (title === null || url === null || title === '[Removed]') return undefined
  const publisher = textOf(fieldsOf(fields['source'])['name'])
  const author = textOf(fields['author'])
  return {
    title: withoutPublisher(title, [publisher, author]),
    url,
    publisher,
    author: author === null || /^https?:/.test(author) ? null : author,
    description: textOf(fields['description']),
    image_url: mediaAddress(textOf(fields['urlToImage'])),
    published_at: timeOf(fields['publishedAt']),
  }
}

/** Headlines end in ` - ` and where they are from, which stands beside them anyway. */
function withoutPublisher(title: string, names: readonly (string | null)[]): string {
  const dash = title.lastIndexOf(' - ')
  return dash > 0 && names.includes(title.slice(dash + 3).trim()) ? title.slice(0, dash) : title
}
