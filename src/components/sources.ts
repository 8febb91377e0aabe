import type { LiveType } from './description.ts'
import type { NewComponent, StoredType } from './schemas.ts'

export interface Source {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

type Sources = {
  readonly [Type in LiveType | StoredType]: (component: NewComponent<Type>) => Source | undefined
}

/** Where the data of each component comes from. */
const sources: Sources = {
  live_weather: ({ city }) => get('/api/widget/weather', { city }),
  live_stock: ({ symbol, range }) => get('/api/widget/stock', { symbol, range }),
  currency_converter: ({ from, to }) => get('/api/widget/exchange_rates', { base: from, symbols: to }),
  news_ticker: ({ topic }) => get('/api/widget/news', { topic }),
  wiki_summary: ({ title, query }) => get('/api/widget/wiki', { title, query }),
  dictionary: ({ word }) => get('/api/widget/word', { word }),
  translator: ({ text = '', target, source }) =>
    text === ''
      ? undefined
      : { method: 'POST', path: '/api/widget/translate', body: JSON.stringify({ text, target, source }) },
  rss_reader: ({ url }) => get('/api/widget/rss', { url }),
  astronomy: () => get('/api/widget/astronomy', {}),
  live_sports: ({ sport, league }) => get('/api/sports', { sport, league }),
  recipe_viewer: ({ query }) => get('/api/recipe', { query }),
  data_bound: ({ source }) => ({ method: 'GET', path: source }),
  todo_list: kept,
  notes: kept,
  kanban_board: kept,
  journal: kept,
  budget_tracker: kept,
  reading_list: kept,
  code_snippets: kept,
  bookmarks: kept,
  contacts: kept,
  habit_tracker: ({ id = 'habits' }) => kept({ id }),
}

/** What must be fetched before the component can be drawn; undefined when nothing must. */
export function sourceOf(component: { readonly type: string }): Source | undefined {
  const find = (sources as Readonly<Record<string, ((component: never) => Source | undefined) | undefined>>)[
    component.type
  ]
  return find?.(component as never)
}

const STORE = '/api/store/'

/** Under which key the store has what the component shows; undefined where it shows nothing of the store. */
export function storedKeyOf(component: { readonly type: string }): string | undefined {
  const path = sourceOf(component)?.path
  return path?.startsWith(STORE) === true ? decodeURIComponent(path.slice(STORE.length)) : undefined
}

function kept({ id = '' }: { id?: string }): Source {
  return { method: 'GET', path: STORE + encodeURIComponent(id) }
}

function get(path: string, query: Readonly<Record<string, string | undefined>>): Source {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  return { method: 'GET', path: search.size > 0 ? `${path}?${search.toString()}` : path }
}
