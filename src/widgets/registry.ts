import type { Lookup, Provider } from '../platform/upstream/provider.ts'
import { priceSeries } from './alpha-vantage.ts'
import { DEEPL_MAX_BYTES, deepLTranslation } from './deepl.ts'
import { dictionaryEntries } from './dictionaryapi.ts'
import { scoreboard } from './espn.ts'
import { feed } from './feed.ts'
import { referenceRates } from './frankfurter.ts'
import { leagueNamed } from './leagues.ts'
import { LIBRETRANSLATE_MAX_BYTES, libreTranslation } from './libretranslate.ts'
import { MYMEMORY_MAX_BYTES, myMemoryTranslation } from './mymemory.ts'
import { pictureOfTheDay } from './nasa-apod.ts'
import { headlines } from './newsapi.ts'
import { dailyRates } from './open-er-api.ts'
import { findPlaces } from './open-meteo-geocoding.ts'
import { forecast } from './open-meteo.ts'
import { stationNow } from './open-notify.ts'
import { companyFacts, secTickers } from './sec-facts.ts'
import { dishesWith, findRecipes, randomRecipe, recipeById } from './themealdb.ts'
import { gamesOfDay } from './thesportsdb.ts'
import { stationPosition } from './wheretheiss.ts'
import { findArticles, summary } from './wikipedia.ts'
import { wiktionaryDefinitions } from './wiktionary.ts'
import { wttrWeather } from './wttr.ts'
import { chart, findSymbols } from './yahoo-chart.ts'
import { companySummary, yahooCookie, yahooCrumb } from './yahoo-fundamentals.ts'

/** Everything that can be asked, by the need that it serves. */
const widgets = {
  weather: { findPlaces, forecast, wttrWeather },
  stock: { chart, findSymbols, priceSeries },
  rates: { referenceRates, dailyRates },
  news: { headlines },
  wiki: { summary, findArticles },
  word: { dictionaryEntries, wiktionaryDefinitions },
  translation: { deepLTranslation, libreTranslation, myMemoryTranslation },
  feed: { feed },
  astronomy: { pictureOfTheDay, stationPosition, stationNow },
  sports: { scoreboard, gamesOfDay },
  recipe: { findRecipes, dishesWith, recipeById, randomRecipe },
  fundamentals: { yahooCookie, yahooCrumb, companySummary, secTickers, companyFacts },
} as const

export const lookups: readonly Lookup<unknown, unknown>[] = Object.values(widgets).flatMap((need) =>
  Object.values(need as Readonly<Record<string, Lookup<unknown, unknown>>>),
)

const providers: readonly Provider[] = [...new Set(lookups.map(({ provider }) => provider))]

/** All that live data is made of: the lookups, whom they ask, and what the needs must know beside. */
export const liveDataRegistry = {
  widgets,
  providers,
  leagueNamed,
  /** The largest text of one request. */
  translationBytes: {
    deepLTranslation: DEEPL_MAX_BYTES,
    libreTranslation: LIBRETRANSLATE_MAX_BYTES,
    myMemoryTranslation: MYMEMORY_MAX_BYTES,
  },
} as const

export type LiveDataRegistry = typeof liveDataRegistry
