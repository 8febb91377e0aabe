import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import type { HealthOptions } from '../../platform/upstream/health.ts'
import { UpstreamHub } from '../../platform/upstream/hub.ts'
import type { ProviderHealth } from '../../platform/upstream/provider.ts'
import { operatorTargets } from '../../platform/upstream/request-target.ts'
import type { FundamentalsProvider } from '../../plugins/analyst-tools/fundamentals.ts'
import type { LiveDataRegistry } from '../../widgets/registry.ts'
import { createAstronomy } from './astronomy.ts'
import { createExchangeRates } from './exchange-rates.ts'
import { createFundamentals } from './fundamentals.ts'
import { type NeedContext, withTiming, type Caller } from './need.ts'
import { createRecipe } from './recipe.ts'
import { createSports } from './sports.ts'
import { createStock } from './stock.ts'
import { createTranslation } from './translation.ts'
import { createWeather } from './weather.ts'
import { createWiki } from './wiki.ts'
import { AppError } from '../../contract/errors.ts'
import { firstAnswer, type Attempt } from '../../platform/upstream/first-answer.ts'
import type { WordReading } from './readings.ts'

export interface LiveDataOptions {
  /** Null keeps answers in memory only. */
  readonly database: Database | null
  readonly settings: { get(name: string): unknown }
  readonly now: () => Date
  readonly log: Log
  readonly version: string
  readonly registry: LiveDataRegistry
  /** Told when a provider began to fail, or works again. */
  readonly publish: HealthOptions['onChange']
  /** For addresses of providers; the guard, open to what the operator named, unless said otherwise. */
  readonly fetchProvider?: typeof globalThis.fetch
  /** For addresses that people give; the guard unless said otherwise. */
  readonly fetchGiven?: typeof globalThis.fetch
  readonly deadlineMs?: number
  readonly firstDelayMs?: number
}

export interface LiveData {
  readonly needs: ReturnType<typeof createNeeds>
  readonly fundamentals: FundamentalsProvider
  readonly hub: UpstreamHub
  /** The health of each provider. */
  readonly providers: () => ProviderHealth[]
  readonly close: () => Promise<void>
}

export function createLiveData(options: LiveDataOptions): LiveData {
  const { registry, settings, now } = options
  const setting = (name: string): string | null => {
    const value = settings.get(name)
    return typeof value === 'string' ? value : null
  }
  const allowedByUser = () => {
    const targets = settings.get('ALLOWED_PRIVATE_TARGETS')
    return Array.isArray(targets) ? targets.map(String) : []
  }
  const {
    fetchProvider = guardedFetch({ allowedTargets: () => operatorTargets(registry.providers, setting) }),
    fetchGiven = guardedFetch({ allowedTargets: allowedByUser }),
  } = options
  const hub = new UpstreamHub({
    ...options,
    providers: registry.providers,
    setting,
    onHealth: options.publish,
    fetchProvider,
    fetchGiven,
  })
  const context: NeedContext = { ...registry, hub, setting, now }
  return {
    needs: createNeeds(context),
    fundamentals: createFundamentals(context),
    hub,
    providers: () => hub.health(),
    close: () => hub.close(),
  }
}

function createNeeds(context: NeedContext) {
  return {
    weather: createWeather(context),
    stock: createStock(context),
    exchangeRates: createExchangeRates(context),
    news: createNews(context),
    wiki: createWiki(context),
    word: createWord(context),
    translate: createTranslation(context),
    feed: createFeed(context),
    astronomy: createAstronomy(context),
    sports: createSports(context),
    recipe: createRecipe(context),
  }
}

function createFeed({ hub, widgets, now }: NeedContext) {
  return async (given: string, caller: Caller) => {
    const url = URL.parse(given.trim())
    if (!url)
      throw new AppError(
        'invalid_request',
        `"${given}" is not a valid address. It must look like https://example.com/feed.`,
      )
    url.hash = ''
    return withTiming(await hub.ask(widgets.feed.feed, { url: url.href }, hub.turn(caller)), now)
  }
}

function createNews({ hub, widgets, setting, now }: NeedContext) {
  return async (topic: string | undefined, caller: Caller) => {
    if (setting('NEWS_API_KEY') === null)
      throw new AppError('not_configured', 'News needs a key from newsapi.org. Set NEWS_API_KEY.')
    const question = { topic: topic?.trim() ?? null }
    return withTiming(await hub.ask(widgets.news.headlines, question, hub.turn(caller)), now)
  }
}

function createWord({ hub, widgets, now }: NeedContext) {
  const { dictionaryEntries, wiktionaryDefinitions } = widgets.word

  return async (given: string, caller: Caller) => {
    const word = given.trim()
    const inSmallLetters = word.toLowerCase()
    const wiktionary =
      (form: string): Attempt<WordReading> =>
      (turn) =>
        hub.ask(wiktionaryDefinitions, { word: form }, turn)
    const answered = await firstAnswer<WordReading>(
      [
        (turn) => hub.ask(dictionaryEntries, { word: inSmallLetters }, turn),
        // Wiktionary tells Polish from polish.
        wiktionary(word),
        ...(inSmallLetters === word ? [] : [wiktionary(inSmallLetters)]),
      ],
      hub.turn(caller),
      // The first one knows fewer words: that it has none says nothing about the second.
      () => false,
    )
    return withTiming(answered, now)
  }
}
