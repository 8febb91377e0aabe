import { componentsIn, describeComponents, type Fetched } from '../../components/describe.ts'
import type { LiveAnswers, LiveType } from '../../components/description.ts'
import type { NewComponent } from '../../components/schemas.ts'
import type { Component } from '../../contract/component-schema.ts'
import { AppError } from '../../contract/errors.ts'
import type { Block } from '../../contract/text/blocks.ts'
import type { LiveData } from '../../features/live-data/live-data.ts'

/** As long as a chat can be kept waiting for what one card shows. */
const FIGURE_MS = 2_500

type Needs = LiveData['needs']
type Caller = { readonly signal: AbortSignal }

/**
 * What an answer says in somebody else's chat. The shell asks for what a live card shows itself; here it must be there already. What
 * cannot be had is said, for the name of a city alone is no answer.
 */
export async function describeForChat(
  components: readonly Component[],
  { needs, now }: { readonly needs: Needs; readonly now: () => Date },
): Promise<readonly Block[]> {
  const live = componentsIn(components).filter(({ type }) => Object.hasOwn(questions, type))
  const found = new Map(
    await Promise.all(live.map(async (component) => [component, await fetched(component, needs)] as const)),
  )
  const parts = await describeComponents(components, {
    fetched: (component) => found.get(component),
    now: now(),
    isShared: true,
    locale: 'en',
  })
  return parts.flat()
}

async function fetched(component: Component, needs: Needs): Promise<Fetched> {
  const ask = questions[component.type as keyof Questions] as unknown as (
    component: Component,
    needs: Needs,
    caller: Caller,
  ) => Promise<unknown>
  try {
    return { data: await ask(component, needs, { signal: AbortSignal.timeout(FIGURE_MS) }) }
  } catch (error) {
    return { problem: error instanceof AppError ? error.message : 'It did not come in time.' }
  }
}

type Questions = {
  readonly [Type in Exclude<LiveType, 'data_bound'>]: (
    component: NewComponent<Type>,
    needs: Needs,
    caller: Caller,
  ) => Promise<LiveAnswers[Type] | undefined>
}

const questions: Questions = {
  live_weather: ({ city }, needs, caller) => needs.weather(city, caller),
  live_stock: ({ symbol, range = '1mo' }, needs, caller) => needs.stock({ symbol, range }, caller),
  currency_converter: ({ from = 'USD', to = 'EUR' }, needs, caller) =>
    needs.exchangeRates({ base: from, symbols: to }, caller),
  news_ticker: ({ topic }, needs, caller) => needs.news(topic, caller),
  rss_reader: ({ url }, needs, caller) => needs.feed(url, caller),
  wiki_summary: ({ title, query = '' }, needs, caller) =>
    needs.wiki(title === undefined ? { query } : { title }, caller),
  dictionary: ({ word }, needs, caller) => needs.word(word, caller),
  translator: async ({ text = '', target, source }, needs, caller) =>
    text === ''
      ? undefined
      : needs.translate({ text, target, ...(source !== undefined && { source }) }, caller),
  live_sports: ({ sport, league }, needs, caller) =>
    needs.sports({ sport, ...(league !== undefined && { league }) }, caller),
  recipe_viewer: ({ query }, needs, caller) => needs.recipe(query, caller),
  astronomy: (_component, needs, caller) => needs.astronomy(caller),
}
