import type { Static } from '../../contract/type.ts'
import type { DataSource } from '../../widgets/kit/answer.ts'
import type { Astronomy, ExchangeRates, Scores, Sport, Stock, StockRange, Weather } from './figure-schemas.ts'
import type { Article, Feed, News, Recipe, Translation, Word } from './reading-schemas.ts'

/** What a provider's answer says, before the hub adds when it was had. */
type Reading<Answer> = Omit<Answer, 'fetched_at' | 'stale' | 'age_s'>

export type Source = Static<typeof DataSource>
export type WeatherReading = Reading<Static<typeof Weather>>
export type StockReading = Reading<Static<typeof Stock>>
export type StockRangeName = Static<typeof StockRange>
export type RatesReading = Reading<Static<typeof ExchangeRates>>
export type NewsReading = Reading<Static<typeof News>>
export type ArticleReading = Reading<Static<typeof Article>>
export type WordReading = Reading<Static<typeof Word>>
export type TranslationReading = Reading<Static<typeof Translation>>
export type FeedReading = Reading<Static<typeof Feed>>
export type AstronomyReading = Reading<Static<typeof Astronomy>>
export type PictureReading = NonNullable<AstronomyReading['picture']>
export type StationReading = NonNullable<AstronomyReading['station']>
export type ScoresReading = Reading<Static<typeof Scores>>
export type Game = ScoresReading['games'][number]
export type SportName = Static<typeof Sport>
export type RecipeReading = Reading<Static<typeof Recipe>>
