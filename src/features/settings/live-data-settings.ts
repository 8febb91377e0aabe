import { liveDataContract } from '../../widgets/contracts.ts'
import { declareSetting, type SettingWithoutDefault } from './declare-setting.ts'
import { HttpUrl, Secret } from './value-schemas.ts'

const group = 'Live data'

const keys = [
  declareSetting({
    name: 'NEWS_API_KEY',
    group,
    description: 'The key for headlines, from newsapi.org. News needs it.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_NEWSAPI'],
  }),
  declareSetting({
    name: 'NASA_API_KEY',
    group,
    description: "The key for the astronomy picture, from api.nasa.gov. Defaults to NASA's shared key.",
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_NASA'],
  }),
  declareSetting({
    name: 'DEEPL_API_KEY',
    group,
    description: 'The key for translation by DeepL. Without it, another translator is used.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_DEEPL'],
  }),
  declareSetting({
    name: 'ALPHA_VANTAGE_API_KEY',
    group,
    description: 'The key for stock prices from Alpha Vantage, used if the first source fails.',
    schema: Secret,
    default: null,
    secret: true,
    goesTo: ['UPSTREAM_ALPHA_VANTAGE'],
  }),
  declareSetting({
    name: 'LIBRETRANSLATE_URL',
    group,
    description: 'The address of your own LibreTranslate server.',
    schema: HttpUrl,
    default: null,
    example: 'https://translate.example.org',
  }),
  declareSetting({
    name: 'LIBRETRANSLATE_API_KEY',
    group,
    description: 'The key for the LibreTranslate server, if it needs one.',
    schema: Secret,
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
] as const

type Widget = (typeof liveDataContract)[keyof typeof liveDataContract]
type Upstream = Widget['providers'][number] | (typeof otherUpstreams)[number]

const upstreams: readonly Upstream[] = [
  ...Object.values(liveDataContract).flatMap(({ providers }): readonly Upstream[] => providers),
  ...otherUpstreams,
]

export const liveDataSettings = [...keys, ...upstreams.map(upstreamSetting)] as const

function upstreamSetting(provider: Upstream): SettingWithoutDefault<`UPSTREAM_${Upstream}`, typeof HttpUrl> {
  return declareSetting({
    name: `UPSTREAM_${provider}`,
    group: 'Provider addresses',
    description: `Address to use for ${provider} instead of its own: an origin, with a path prefix if needed.`,
    schema: HttpUrl,
    default: null,
    example: 'https://mirror.example.org',
  })
}
