import type { ToolCall } from '../../contract/tool.ts'
import { fetchFrom } from '../../platform/network/named-host.ts'
import { fieldsOf, listOf, textOf, type Fields } from '../../platform/upstream/fields.ts'
import { askProvider } from './ask-provider.ts'
import { resultOf, type SearchResult } from './search-result.ts'

export interface Search {
  readonly query: string
  readonly count: number
  readonly period?: 'day' | 'week' | 'month' | 'year' | undefined
}

export interface SearchProvider {
  readonly name: 'brave' | 'tavily' | 'searxng'
  readonly title: string
  readonly search: (search: Search) => Promise<SearchResult[]>
}

/** What the user must set before a search can be made. */
export function missingSetting(setting: ToolCall['setting']): string | undefined {
  const provider = setting('WEB_SEARCH_PROVIDER')
  if (provider === 'searxng')
    return isSet(setting, 'WEB_SEARCH_URL')
      ? undefined
      : 'Web search needs the address of your SearXNG. Set WEB_SEARCH_URL.'
  const key = setting('WEB_SEARCH_API_KEY')
  if (provider === 'brave' || provider === 'tavily') {
    if (typeof key !== 'string' || key === '')
      return `Web search needs a ${titles[provider]} key. Set WEB_SEARCH_API_KEY.`
    // A key that was meant for somebody else is not sent.
    if (key.startsWith('tvly-') !== (provider === 'tavily'))
      return `WEB_SEARCH_API_KEY is not a ${titles[provider]} key. Set the right one.`
    return undefined
  }
  return 'Web search is not set up. Choose WEB_SEARCH_PROVIDER (brave, tavily or searxng).'
}

export function providerFor(call: ToolCall): SearchProvider {
  const name = call.setting('WEB_SEARCH_PROVIDER')
  if (name === 'searxng') return searxng(call, String(call.setting('WEB_SEARCH_URL')))
  const key = String(call.setting('WEB_SEARCH_API_KEY'))
  return name === 'tavily' ? tavily(call, key) : brave(call, key)
}

const titles = { brave: 'Brave Search', tavily: 'Tavily', searxng: 'SearXNG' } as const

/** https://api-dashboard.search.brave.com/app/documentation/web-search */
function brave(call: ToolCall, key: string): SearchProvider {
  const periods = { day: 'pd', week: 'pw', month: 'pm', year: 'py' } as const
  return {
    name: 'brave',
    title: titles.brave,
    async search({ query, count, period }) {
      const url = new URL('https://api.search.brave.com/res/v1/web/search')
      url.search = String(
        new URLSearchParams({
          q: query,
          count: String(count),
          result_filter: 'web',
          text_decorations: 'false',
          ...(period && { freshness: periods[period] }),
        }),
      )
      const headers = { 'x-subscription-token': key }
      const answer = await askProvider({ url, headers }, { title: titles.brave, call })
      return read(fieldsOf(answer['web'])['results'], { snippet: 'description', dates: ['page_age', 'age'] })
    },
  }
}

/** https://docs.tavily.com/documentation/api-reference/endpoint/search */
function tavily(call: ToolCall, key: string): SearchProvider {
  return {
    name: 'tavily',
    title: titles.tavily,
    async search({ query, count, period }) {
      const url = new URL('https://api.tavily.com/search')
      const headers = { authorization: `Bearer ${key}` }
      const body = { query, max_results: count, search_depth: 'basic', ...(period && { time_range: period }) }
      const answer = await askProvider({ url, headers, body }, { title: titles.tavily, call })
      return read(answer['results'], { snippet: 'content', dates: ['published_date'] })
    },
  }
}

/** https://docs.searxng.org/dev/search_api.html */
function searxng(call: ToolCall, base: string): SearchProvider {
  return {
    name: 'searxng',
    title: titles.searxng,
    async search({ query, period }) {
      const url = new URL(`${base.replace(/\/+$/, '')}/search`)
      // It knows no weeks; a month holds one.
      const range = period === 'week' ? 'month' : period
      url.search = String(
        new URLSearchParams({ q: query, format: 'json', ...(range && { time_range: range }) }),
      )
      const { signal, now } = call
      const asked = { title: titles.searxng, call: { fetch: fetchFrom(base), signal, now } }
      const answer = await askProvider({ url, headers: {} }, asked)
      return read(answer['results'], { snippet: 'content', dates: ['publishedDate'] })
    },
  }
}

interface Names {
  readonly snippet: string
  /** Where a date may stand, the best first. */
  readonly dates: readonly string[]
}

function read(results: unknown, { snippet, dates }: Names): SearchResult[] {
  return listOf(results).flatMap((one) => {
    const fields: Fields = fieldsOf(one)
    const published = dates.map((name) => textOf(fields[name])).find((date) => date !== null) ?? null
    const result = resultOf({
      title: fields['title'],
      url: fields['url'],
      snippet: fields[snippet],
      published,
    })
    return result ? [result] : []
  })
}

function isSet(setting: ToolCall['setting'], name: string): boolean {
  const value = setting(name)
  return typeof value === 'string' && value !== ''
}
