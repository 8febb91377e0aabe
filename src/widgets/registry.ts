import type { Lookup, Provider } from '../platform/upstream/provider.ts'
import { priceSeries } from './stock/alpha-vantage.ts'
import { DEEPL_MAX_BYTES, deepLTranslation } from './translate/deepl.ts'
import { dictionaryEntries } from './word/dictionaryapi.ts'
import { scoreboard } from './sports/espn.ts'
import { feed } from './feed/feed.ts'
import { referenceRates } from './exchange-rates/frankfurter.ts'
import { leagueNamed } from './sports/leagues.ts'
import { LIBRETRANSLATE_MAX_BYTES, libreTranslation } from './translate/libretranslate.ts'
import { MYMEMORY_MAX_BYTES, myMemoryTranslation } from './translate/mymemory.ts'
import { pictureOfTheDay } from './astronomy/nasa-apod.ts'
import { headlines } from './news/newsapi.ts'
import { dailyRates } from './exchange-rates/open-er-api.ts'
import { findPlaces } from './weather/open-meteo-geocoding.ts'
import { forecast } from './weather/open-meteo.ts'
import { stationNow } from './astronomy/open-notify.ts'
import { companyFacts, secTickers } from './fundamentals/sec-facts.ts'
import { dishesWith, findRecipes, randomRecipe, recipeById } from './recipe/themealdb.ts'
import { gamesOfDay } from './sports/thesportsdb.ts'
import { stationPosition } from './astronomy/wheretheiss.ts'
import { findArticles, summary } from './wiki/wikipedia.ts'
import { wiktionaryDefinitions } from './word/wiktionary.ts'
import { wttrWeather } from './weather/wttr.ts'
import { chart, findSymbols } from './stock/yahoo-chart.ts'
import { companySummary, yahooCookie, yahooCrumb } from './fundamentals/yahoo-fundamentals.ts'

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
