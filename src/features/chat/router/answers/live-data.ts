import { askFor, showing, textOf, widget, type Act } from './act.ts'

export interface LiveDataDeps {
  /** Where the user lives, by setting or by what they said. */
  readonly homeCity: () => string | null
  readonly baseCurrency: () => string | null
}

/** The widgets that live data feeds. They are chosen always, with and without a model. */
export function liveDataActs({ homeCity, baseCurrency }: LiveDataDeps): Readonly<Record<string, Act>> {
  return {
    live_weather({ slots, voice }) {
      const city = textOf(slots, 'city') ?? homeCity()
      if (city !== null) {
        voice.add(widget('live_weather', { ...slots, city }, ['city', 'focus', 'units']))
        return
      }
      voice.say('Where? I do not know your city yet; say "I live in Oslo" and I will remember it.')
      voice.add(
        askFor({ title: 'Weather', label: 'City', placeholder: 'Oslo', message: 'Weather in $value' }),
      )
    },

    live_stock: showing('live_stock', 'symbol', 'range'),

    currency_converter({ slots, voice }) {
      const from = textOf(slots, 'from')
      const base = baseCurrency()
      const isBase = from !== undefined && from === base
      const to = textOf(slots, 'to') ?? (isBase || base === null ? undefined : base)
      voice.add(widget('currency_converter', { ...slots, to }, ['amount', 'from', 'to']))
    },

    news_ticker: showing('news_ticker', 'topic'),
    dictionary: showing('dictionary', 'word'),

    translator({ slots, voice }) {
      if (textOf(slots, 'target') !== undefined) {
        voice.add(widget('translator', slots, ['text', 'target', 'source']))
        return
      }
      voice.say('Into which language?')
      const text = textOf(slots, 'text') ?? ''
      voice.add(
        askFor({
          title: 'Translate',
          label: 'Language',
          placeholder: 'German',
          message: `Translate "${text.replaceAll('$', '$$$$')}" to $value`,
        }),
      )
    },

    wiki_summary: showing('wiki_summary', 'query'),
    recipe_viewer: showing('recipe_viewer', 'query'),
    live_sports: showing('live_sports', 'sport', 'league', 'team'),
    astronomy: showing('astronomy', 'show'),

    rss_reader({ slots, voice }) {
      if (textOf(slots, 'url') !== undefined) {
        voice.add(widget('rss_reader', slots, ['url']))
        return
      }
      voice.say('Which feed?')
      voice.add(
        askFor({
          title: 'Feed',
          label: 'Address',
          placeholder: 'https://example.com/feed.xml',
          message: 'Show the feed $value',
        }),
      )
    },
  }
}
