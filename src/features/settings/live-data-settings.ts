import { liveDataContract } from '../../widgets/contracts.ts'
import { capital } from '../../platform/language/capital.ts'
import { declareSetting, type SettingWithoutDefault } from './declare-setting.ts'
import { HttpUrl, Key } from './value-schemas.ts'

const group = 'Live data'

const keys = [
  declareSetting({
    name: 'NEWS_API_KEY',
    label: 'NewsAPI key',
    group,
    description: 'The key for headlines, from newsapi.org. News needs it.',
    schema: Key,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_NEWSAPI'],
  }),
  declareSetting({
    name: 'NASA_API_KEY',
    label: 'NASA key',
    group,
    description: "The key for the astronomy picture, from api.nasa.gov. Defaults to NASA's shared key.",
    schema: Key,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_NASA'],
  }),
  declareSetting({
    name: 'DEEPL_API_KEY',
    label: 'DeepL key',
    group,
    description: 'The key for translation by DeepL. Without it, another translator is used.',
    schema: Key,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_DEEPL'],
  }),
  declareSetting({
    name: 'ALPHA_VANTAGE_API_KEY',
    label: 'Alpha Vantage key',
    group,
    description: 'The key for stock prices from Alpha Vantage, used if the first source fails.',
    schema: Key,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_ALPHA_VANTAGE'],
  }),
  declareSetting({
    name: 'LIBRETRANSLATE_URL',
    label: 'LibreTranslate address',
    group,
    description: 'The address of your own LibreTranslate server.',
    schema: HttpUrl,
    default: null,
    example: 'https://translate.example.org',
  }),
  declareSetting({
    name: 'LIBRETRANSLATE_API_KEY',
    label: 'LibreTranslate key',
    group,
    description: 'The key for the LibreTranslate server, if it needs one.',
    schema: Key,
    default: null,
    secret: true,
    goesTo: ['LIBRETRANSLATE_URL', 'UPSTREAM_LIBRETRANSLATE'],
    nowhereWithout: ['LIBRETRANSLATE_URL', 'UPSTREAM_LIBRETRANSLATE'],
  }),
] as const

/** Those that no widget names: of figures that only tools ask for, of hosts and of chats. */
const otherUpstreams = [
  'SEC',
  'GITHUB',
  'SLACK',
  'GOOGLE_KEYS',
  'GOOGLE_LOGIN',
  'GOOGLE_CHAT',
  'BOT_FRAMEWORK',
  'MICROSOFT_LOGIN',
  'BOT_CONNECTOR',
  'TELEGRAM',
] as const

type Widget = (typeof liveDataContract)[keyof typeof liveDataContract]
type Upstream = Widget['providers'][number] | (typeof otherUpstreams)[number]

/** Names that are not written like ordinary words. */
const spellings: Readonly<Record<string, string>> = {
  OPEN_METEO_GEOCODING: 'Open-Meteo geocoding',
  OPEN_METEO: 'Open-Meteo',
  WTTR: 'wttr.in',
  YAHOO: 'Yahoo Finance',
  ALPHA_VANTAGE: 'Alpha Vantage',
  OPEN_ER_API: 'ExchangeRate-API',
  NEWSAPI: 'NewsAPI',
  DICTIONARYAPI: 'Free Dictionary API',
  MYMEMORY: 'MyMemory',
  DEEPL: 'DeepL',
  LIBRETRANSLATE: 'LibreTranslate',
  NASA: 'NASA',
  WHERETHEISS: 'Where the ISS at',
  OPEN_NOTIFY: 'Open Notify',
  ESPN: 'ESPN',
  THESPORTSDB: 'TheSportsDB',
  THEMEALDB: 'TheMealDB',
  SEC: 'SEC',
  GITHUB: 'GitHub',
  GOOGLE_CHAT: 'Google Chat',
  BOT_FRAMEWORK: 'Bot Framework',
  BOT_CONNECTOR: 'Bot Connector',
}

function titleOf(provider: string): string {
  return spellings[provider] ?? capital(provider.replaceAll('_', ' ').toLowerCase())
}

const upstreams: readonly Upstream[] = [
  ...Object.values(liveDataContract).flatMap(({ providers }): readonly Upstream[] => providers),
  ...otherUpstreams,
]

export const liveDataSettings = [...keys, ...upstreams.map(upstreamSetting)] as const

function upstreamSetting(provider: Upstream): SettingWithoutDefault<`UPSTREAM_${Upstream}`, typeof HttpUrl> {
  const title = titleOf(provider)
  return declareSetting({
    name: `UPSTREAM_${provider}`,
    label: `${title} address`,
    group: 'Provider addresses',
    advanced: true,
    description: `Address to use for ${title} instead of its own: an origin, with a path prefix if needed.`,
    schema: HttpUrl,
    default: null,
    example: 'https://mirror.example.org',
  })
}
