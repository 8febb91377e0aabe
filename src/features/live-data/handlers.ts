import type { Handlers } from '../../contract/endpoint.ts'
import type { liveDataContract } from './contract.ts'
import type { LiveData } from './live-data.ts'

export function liveDataHandlers({ needs }: Pick<LiveData, 'needs'>): Handlers<typeof liveDataContract> {
  return {
    weather: ({ query }, call) => needs.weather(query.city, call),
    stock: ({ query: { symbol, range = '1mo' } }, call) => needs.stock({ symbol, range }, call),
    exchangeRates: ({ query }, call) => needs.exchangeRates(query, call),
    news: ({ query }, call) => needs.news(query.topic, call),
    wiki: ({ query }, call) => needs.wiki(query, call),
    word: ({ query }, call) => needs.word(query.word, call),
    translate: ({ body }, call) => needs.translate(body, call),
    feed: ({ query }, call) => needs.feed(query.url, call),
    astronomy: (_input, call) => needs.astronomy(call),
    sports: ({ query }, call) => needs.sports(query, call),
    recipe: ({ query }, call) => needs.recipe(query.query, call),
  }
}
