import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { missingSetting, providerFor } from './search-providers.ts'

const Params = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 400,
    pattern: '\\S',
    description: 'What to search for; "site:example.org" limits it to one site',
  }),
  count: Type.Optional(
    Type.Integer({ default: 8, minimum: 1, maximum: 20, description: 'Maximum number of results to return' }),
  ),
  period: Type.Optional(
    Type.Enum(['day', 'week', 'month', 'year'], {
      description: 'Only results no older than this; any age by default',
    }),
  ),
})

const Data = Type.Object({
  query: Type.String({ description: 'The search' }),
  provider: Type.Enum(['brave', 'tavily', 'searxng'], { description: 'The provider' }),
  results: Type.Array(
    Type.Object({
      title: Type.String({ description: 'Title of the page' }),
      url: Type.String({ description: 'Its address, for FETCH_PAGE' }),
      snippet: Type.String({ description: 'A snippet' }),
      published: Type.Optional(Type.String({ description: 'Its date or age, if known' })),
    }),
    { description: 'Best first' },
  ),
})

export const webSearch = defineTool({
  action: 'WEB_SEARCH',
  title: 'Search the web',
  description: 'Finds public pages with titles, addresses and snippets. Read one of them with FETCH_PAGE.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted'],
  leaves: ['query'],
  idempotent: true,
  timeoutSeconds: 60,
  setup: missingSetting,
  phrases: [
    'search the web for "best hiking boots"',
    'search the internet for "opening hours of the town hall"',
    'look up "node 24 release notes" on the web',
    'find pages about "solar panels"',
  ],
  example: { args: { query: 'opening hours town hall', count: 5 } },
  async run({ query: given, count = 8, period }, call) {
    const missing = missingSetting(call.setting)
    if (missing !== undefined) throw new AppError('not_configured', missing)
    const query = given.replaceAll(/\s+/g, ' ').trim()
    const { name, title, search } = providerFor(call)
    const results = (await search({ query, count, period })).slice(0, count)
    const found = countOf(results.length, 'page')
    const message =
      results.length === 0
        ? `${title} found nothing for "${query}".`
        : `${title} found ${found} for "${query}".`
    return { message, data: { query, provider: name, results } }
  },
})
