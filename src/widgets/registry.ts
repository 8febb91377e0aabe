import type { Lookup, Provider } from '../platform/upstream/provider.ts'
import { astronomy } from './astronomy/widget.ts'
import type { liveDataContract } from './contracts.ts'
import { exchangeRates } from './exchange-rates/widget.ts'
import { feed } from './feed/widget.ts'
import { createFundamentals, fundamentalsLookups } from './fundamentals/fundamentals.ts'
import type { Widget } from './kit/widget.ts'
import { news } from './news/widget.ts'
import { recipe } from './recipe/widget.ts'
import { sports } from './sports/widget.ts'
import { stock } from './stock/widget.ts'
import { translate } from './translate/widget.ts'
import { weather } from './weather/widget.ts'
import { wiki } from './wiki/widget.ts'
import { word } from './word/widget.ts'

type Contract = typeof liveDataContract
type Widgets = { readonly [Kind in keyof Contract]: Widget<Contract[Kind]> }

/** Every widget with its providers; `contracts.ts` is its twin without. A contract without its widget does not compile. */
export const widgets: Widgets = {
  weather,
  stock,
  exchangeRates,
  news,
  wiki,
  word,
  translate,
  feed,
  astronomy,
  sports,
  recipe,
}

export const lookups: readonly Lookup<unknown, unknown>[] = [
  ...Object.values(widgets).flatMap((widget) => widget.lookups),
  ...fundamentalsLookups,
]

const providers: readonly Provider[] = [...new Set(lookups.map(({ provider }) => provider))]

/** All that live data is made of. */
export const liveDataRegistry = { widgets, providers, createFundamentals } as const

export type LiveDataRegistry = typeof liveDataRegistry
