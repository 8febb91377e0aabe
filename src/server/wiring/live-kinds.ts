import type { Call } from '../../contract/endpoint.ts'
import type { Static, TObject } from '../../contract/type.ts'
import { liveDataContract } from '../../features/live-data/contract.ts'
import { liveDataHandlers } from '../../features/live-data/handlers.ts'
import type { LiveData } from '../../features/live-data/live-data.ts'
import type { LiveKind } from '../../plugins/live-data/get-live-data.ts'

type Contract = typeof liveDataContract
type Operation = keyof Contract
type Summaries = { readonly [One in Operation]: (data: Static<Contract[One]['result']>) => string }

/** Under what name a model asks for it, where the endpoint's says too little. */
const names: Partial<Record<Operation, string>> = { exchangeRates: 'exchange_rates', word: 'dictionary' }

/** The others are texts, which anybody may have written. */
const figures: ReadonlySet<Operation> = new Set(['weather', 'stock', 'exchangeRates', 'sports'])

const MAX_TOLD = 3

/** Everything that the endpoints of live data give, asked for in the same way: the same checks, guards and providers. */
export function liveKinds(liveData: Pick<LiveData, 'needs'>): LiveKind[] {
  const handlers = liveDataHandlers(liveData) as Readonly<
    Record<string, (input: unknown, call: Call) => Promise<object>>
  >
  return (Object.keys(liveDataContract) as Operation[]).map((operation) => {
    const endpoint = liveDataContract[operation] as { query?: TObject; body?: TObject }
    return {
      kind: names[operation] ?? operation,
      arguments:
        endpoint.query ?? endpoint.body ?? ({ type: 'object', properties: {} } as unknown as TObject),
      isFigures: figures.has(operation),
      ask: (args, { signal }) =>
        handlers[operation]!({ params: undefined, query: args, body: args }, { signal } as Call),
      summary: summaries[operation] as (data: object) => string,
    }
  })
}

const summaries: Summaries = {
  weather({ city, country, current, units, daily: [today] }) {
    const degrees = (value: number) => `${Math.round(value)} ${units.temperature}`
    const later = today
      ? `; today ${degrees(today.temperature_min)} to ${degrees(today.temperature_max)}, ${today.condition}`
      : ''
    const where = country === null ? city : `${city}, ${country}`
    return `${where}: ${degrees(current.temperature)}, ${current.condition}${later}.`
  },
  stock({ symbol, name, price, currency, change_percent }) {
    const change =
      change_percent === null ? '' : ` (${change_percent > 0 ? '+' : ''}${change_percent.toFixed(2)} %)`
    return `${name ?? symbol}: ${price} ${currency ?? ''}${change}`.trim()
  },
  exchangeRates({ base, rates }) {
    const some = Object.entries(rates).slice(0, MAX_TOLD * 2)
    return `1 ${base} is ${some.map(([code, rate]) => `${rate} ${code}`).join(', ')}.`
  },
  news: ({ articles }) => told(articles.map(({ title }) => title)),
  wiki: ({ title, extract }) => `${title}: ${extract.slice(0, 300)}`,
  word: ({ word, meanings }) => `${word}: ${meanings[0]?.definitions[0]?.definition ?? 'no definition'}`,
  translate: ({ translated_text }) => translated_text,
  feed: ({ items }) => told(items.map(({ title }) => title ?? '')),
  astronomy({ picture, station }) {
    const seen = picture ? `Picture of the day: ${picture.title}.` : ''
    const over = station
      ? `The space station is over ${station.latitude.toFixed(1)}°, ${station.longitude.toFixed(1)}°.`
      : ''
    return `${seen} ${over}`.trim()
  },
  sports({ league_name, games }) {
    const lines = games
      .slice(0, MAX_TOLD)
      .map(
        ({ home, away, status_text }) =>
          `${home.name} ${home.score_text ?? '–'}:${away.score_text ?? '–'} ${away.name} (${status_text})`,
      )
    return `${league_name}: ${lines.join('; ') || 'no games'}.`
  },
  recipe: ({ title, ingredients }) => `${title}: ${ingredients.map(({ name }) => name).join(', ')}.`,
}

function told(titles: readonly string[]): string {
  return titles.slice(0, MAX_TOLD).join('; ') || 'Nothing new.'
}
