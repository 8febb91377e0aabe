import { askFor, numberOf, showing, textOf, textsOf, widget, type Act, type Understood } from './act.ts'

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
        const misspelled = textOf(slots, 'misspelled')
        if (misspelled !== undefined)
          voice.say(
            `I took "${misspelled}" for ${city}. If you meant another place, say it once more with its country.`,
          )
        voice.add(widget('live_weather', { ...slots, city }, ['city', 'focus', 'units']))
        return
      }
      voice.decline('Where? I do not know your city yet; say "I live in Oslo" and I will remember it.')
      voice.add(
        askFor({ title: 'Weather', label: 'City', placeholder: 'Oslo', message: 'Weather in $value' }),
      )
    },

    live_stock: showShare,

    currency_converter({ slots, voice }) {
      const from = textOf(slots, 'from')
      const base = baseCurrency()
      const isBase = from !== undefined && from === base
      const to = textOf(slots, 'to') ?? (isBase || base === null ? undefined : base)
      if (from === undefined && numberOf(slots, 'amount') !== undefined && base === null)
        voice.decline('In which currency is it? Choose it here, or say for instance "3000 USD in EUR".')
      voice.add(widget('currency_converter', { ...slots, to }, ['amount', 'from', 'to']))
    },

    news_ticker: showing('news_ticker', 'topic'),
    dictionary: showing('dictionary', 'word'),

    translator: showTranslation,

    wiki_summary: showArticle,
    recipe_viewer: showRecipe,
    live_sports: showing('live_sports', 'sport', 'league', 'team'),
    standings: tellStandings,
    astronomy: showing('astronomy', 'show'),

    rss_reader({ slots, voice }) {
      if (textOf(slots, 'url') !== undefined) {
        voice.add(widget('rss_reader', slots, ['url']))
        return
      }
      voice.decline('Which feed?')
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

/** A coin for money, or money for a coin: the price is of one. */
function showShare({ slots, voice }: Understood): void {
  const [symbol, amount, paid] = [textOf(slots, 'symbol')!, numberOf(slots, 'amount'), textOf(slots, 'paid')]
  const [coin] = symbol.split('-')
  if (amount !== undefined)
    voice.say(
      paid === undefined
        ? `This is the price of 1 ${coin}; for ${amount} multiply it by ${amount}.`
        : `This is the price of 1 ${coin} in ${paid}; divide ${amount} by it for what you get.`,
    )
  voice.add(widget('live_stock', slots, ['symbol', 'range']))
}

function showArticle({ slots, voice }: Understood): void {
  const capitals = textsOf(slots, 'capitals')
  if (capitals.length === 1) voice.say(`The capital of ${textOf(slots, 'capital_of')} is **${capitals[0]}**.`)
  if (capitals.length > 1)
    voice.say(`${textOf(slots, 'capital_of')} has ${capitals.length} capitals: ${capitals.join(', ')}.`)
  const query = textOf(slots, 'query')
  if (query === undefined) return voice.decline('About what? Say for instance "tell me about black holes".')
  voice.add({ type: 'wiki_summary', ...(capitals.length > 0 ? { title: query } : { query }) })
}

function tellStandings({ slots, voice }: Understood): void {
  const unknown = textOf(slots, 'unknown')
  if (unknown !== undefined)
    return voice.decline(
      `I have neither tables nor scores of ${unknown}, only scores of soccer, basketball, American football and cricket.`,
    )
  voice.decline('I cannot show the table, only the latest games:')
  voice.add(widget('live_sports', slots, ['sport', 'league', 'team']))
}

function showTranslation({ slots, voice }: Understood): void {
  if (textOf(slots, 'target') !== undefined) {
    if (textOf(slots, 'text') === undefined) voice.decline('What shall I translate? Write it here.')
    voice.add(widget('translator', slots, ['text', 'target', 'source']))
    return
  }
  voice.decline('Into which language?')
  const text = textOf(slots, 'text') ?? ''
  voice.add(
    askFor({
      title: 'Translate',
      label: 'Language',
      placeholder: 'German',
      message: `Translate "${text.replaceAll('$', '$$$$')}" to $value`,
    }),
  )
}

function showRecipe({ slots, voice }: Understood): void {
  if (textOf(slots, 'query') === undefined)
    voice.say('How about this one? It is chosen at random; say for instance "recipe with eggs" for another.')
  voice.add(widget('recipe_viewer', slots, ['query']))
}
