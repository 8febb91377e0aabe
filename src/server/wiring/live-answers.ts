import type { Component } from '../../contract/component-schema.ts'
import { AppError } from '../../contract/errors.ts'
import type { LiveData } from '../../features/live-data/live-data.ts'
import type { SportsWish } from '../../features/live-data/sports.ts'

/** As long as a chat can be kept waiting for what one card shows. */
const FIGURE_MS = 2_500
const MAX_ENTRIES = 5

type Needs = LiveData['needs']
type Caller = { readonly signal: AbortSignal }
type Fill = (card: Component, needs: Needs, caller: Caller) => Promise<Component>

/**
 * The shell asks for what a live card shows itself; in somebody else's chat it must be there already. What cannot be had
 * is said, for the name of a city alone is no answer.
 */
export function fillLive(components: readonly Component[], needs: Needs): Promise<readonly Component[]> {
  return Promise.all(components.map((component) => filled(component, needs)))
}

async function filled(component: Component, needs: Needs): Promise<Component> {
  const fill = Object.hasOwn(fillers, component.type) ? fillers[component.type] : undefined
  if (!fill) return component
  try {
    return await fill(component, needs, { signal: AbortSignal.timeout(FIGURE_MS) })
  } catch (error) {
    const reason = error instanceof AppError ? error.message : "It didn't arrive in time."
    return { type: 'error', title: subjectOf(component), message: reason }
  }
}

const fillers: Readonly<Record<string, Fill>> = {
  async live_weather(card, needs, caller) {
    const { city, country, current, units, daily } = await needs.weather(text(card, 'city'), caller)
    const degrees = (value: number) => `${Math.round(value)} ${units.temperature}`
    const days = daily.slice(0, 4).map(({ date, temperature_min, temperature_max, condition }) => ({
      label: date,
      value: `${degrees(temperature_min)} to ${degrees(temperature_max)}, ${condition}`,
    }))
    const now = { label: 'Now', value: `${degrees(current.temperature)}, ${current.condition}` }
    return {
      type: 'key_value',
      title: country === null ? city : `${city}, ${country}`,
      items: [now, ...days],
    }
  },

  async live_stock(card, needs, caller) {
    const wish = { symbol: text(card, 'symbol'), range: '1mo' } as const
    const { symbol, name, price, currency, change_percent } = await needs.stock(wish, caller)
    return {
      type: 'metric',
      label: name === null ? symbol : `${name} (${symbol})`,
      value: price,
      ...(currency === null ? {} : { format: 'currency', currency }),
      ...(change_percent === null ? {} : { change: change_percent, change_unit: '%' }),
    }
  },

  async currency_converter(card, needs, caller) {
    const [from, to] = [text(card, 'from') || 'USD', text(card, 'to') || 'EUR']
    const amount = typeof card['amount'] === 'number' ? card['amount'] : 1
    const { rates } = await needs.exchangeRates({ base: from, symbols: to }, caller)
    const rate = Object.values(rates)[0]
    if (rate === undefined) throw new AppError('not_found', `No exchange rate from ${from} to ${to}.`)
    return {
      type: 'metric',
      label: `${amount} ${from}`,
      value: amount * rate,
      format: 'currency',
      currency: to,
    }
  },

  async news_ticker(card, needs, caller) {
    const { articles } = await needs.news(text(card, 'topic') || undefined, caller)
    return linked(articles.map(({ title, url, publisher }) => ({ title, url, beside: publisher })))
  },

  async rss_reader(card, needs, caller) {
    const { items } = await needs.feed(text(card, 'url'), caller)
    return linked(items.map(({ title, url }) => ({ title: title ?? '', url, beside: null })))
  },

  async wiki_summary(card, needs, caller) {
    const title = text(card, 'title')
    const { extract, url, source } = await needs.wiki(
      title === '' ? { query: text(card, 'query') } : { title },
      caller,
    )
    return prose(`${extract}\n\n[${source.name}](${url})`)
  },

  async dictionary(card, needs, caller) {
    const { word, meanings } = await needs.word(text(card, 'word'), caller)
    const lines = meanings
      .flatMap(({ part_of_speech, definitions }) =>
        definitions.slice(0, 2).map(({ definition }) => `- *${part_of_speech}*: ${definition}`),
      )
      .slice(0, MAX_ENTRIES)
    return prose([`**${word}**`, ...lines].join('\n'))
  },

  async translator(card, needs, caller) {
    const source = text(card, 'source')
    const wish = { text: text(card, 'text'), target: text(card, 'target'), ...(source !== '' && { source }) }
    return prose((await needs.translate(wish, caller)).translated_text)
  },

  async live_sports(card, needs, caller) {
    const league = text(card, 'league')
    const wish = { sport: text(card, 'sport') as SportsWish['sport'], ...(league !== '' && { league }) }
    const { league_name, games } = await needs.sports(wish, caller)
    const lines = games.slice(0, MAX_ENTRIES).map(({ home, away, status_text }) => {
      const scores = [home.score_text, away.score_text].filter((score) => score !== null)
      return `- ${home.name} ${scores.join(':') || '–'} ${away.name} (${status_text})`
    })
    return prose([`**${league_name}**`, ...lines].join('\n'))
  },

  async recipe_viewer(card, needs, caller) {
    const { title, ingredients, steps, source } = await needs.recipe(text(card, 'query') || undefined, caller)
    const needed = ingredients.map(({ name, measure }) => `- ${[measure, name].filter(Boolean).join(' ')}`)
    const work = steps.map((step, index) => `${index + 1}. ${step}`)
    return prose(
      [`**${title}**`, '', ...needed, '', ...work, '', `[${source.name}](${source.url})`].join('\n'),
    )
  },

  async astronomy(_card, needs, caller) {
    const { picture, station } = await needs.astronomy(caller)
    const seen = picture ? `**${picture.title}** (${picture.date})\n${picture.explanation}` : ''
    const place = station
      ? `${station.name}: ${station.latitude.toFixed(1)}°, ${station.longitude.toFixed(1)}°`
      : ''
    return prose([seen, place].filter((part) => part !== '').join('\n\n'))
  },
}

function linked(entries: readonly { title: string; url: string | null; beside: string | null }[]): Component {
  const lines = entries.slice(0, MAX_ENTRIES).map(({ title, url, beside }) => {
    const name = title.replaceAll(/[[\]]/g, '')
    return `- ${url === null ? name : `[${name}](${url})`}${beside === null ? '' : ` (${beside})`}`
  })
  return prose(lines.join('\n') || 'Nothing new.')
}

function prose(markdown: string): Component {
  return { type: 'text', text: markdown, format: 'markdown' }
}

function text(card: Component, member: string): string {
  const value = card[member]
  return typeof value === 'string' ? value : ''
}

function subjectOf(card: Component): string {
  const names = ['city', 'symbol', 'topic', 'title', 'query', 'word', 'text', 'url', 'sport', 'from']
  return (
    names
      .map((name) => text(card, name))
      .find((name) => name !== '')
      ?.slice(0, 80) ?? 'Live data'
  )
}
