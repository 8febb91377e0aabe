import { defineContract } from '../contract/endpoint.ts'
import { astronomyContract } from './astronomy/contract.ts'
import { exchangeRatesContract } from './exchange-rates/contract.ts'
import { feedContract } from './feed/contract.ts'
import { newsContract } from './news/contract.ts'
import { recipeContract } from './recipe/contract.ts'
import { sportsContract } from './sports/contract.ts'
import { stockContract } from './stock/contract.ts'
import { translateContract } from './translate/contract.ts'
import { weatherContract } from './weather/contract.ts'
import { wikiContract } from './wiki/contract.ts'
import { wordContract } from './word/contract.ts'

/** What every widget's data look like. Only contracts may be imported here: a browser loads this too. */
export const liveDataContract = defineContract({
  weather: weatherContract,
  stock: stockContract,
  exchangeRates: exchangeRatesContract,
  news: newsContract,
  wiki: wikiContract,
  word: wordContract,
  translate: translateContract,
  feed: feedContract,
  astronomy: astronomyContract,
  sports: sportsContract,
  recipe: recipeContract,
})
