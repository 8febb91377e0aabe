const codes =
  'af ar bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ku la lb lo lt lv mi mk ml mn mr ms mt my ne nl nb no pa pl ps pt ro ru sk sl so sq sr sv sw ta te th tl tr uk ur uz vi xh yi yo zh zu'

const extra: Readonly<Record<string, string>> = {
  mandarin: 'zh',
  cantonese: 'zh',
  farsi: 'fa',
  tagalog: 'tl',
  filipino: 'tl',
  gaelic: 'ga',
  flemish: 'nl',
  castilian: 'es',
  brazilian: 'pt-BR',
  'brazilian portuguese': 'pt-BR',
  'mexican spanish': 'es',
  'british english': 'en-GB',
  'american english': 'en-US',
}

/** Whose language it is: "as a Frenchman", "what do Spaniards say", "in Mexico". Countries have theirs from the locale data. */
const people: Readonly<Record<string, string>> = {
  frenchman: 'fr',
  spaniard: 'es',
  spaniards: 'es',
  italians: 'it',
  germans: 'de',
  russians: 'ru',
  mexican: 'es',
  mexicans: 'es',
  americans: 'en',
  brazilians: 'pt-BR',
  russia: 'ru',
  korea: 'ko',
  brazil: 'pt-BR',
  norway: 'no',
  hawaii: 'haw',
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const byName = new Map<string, string>([
  ...codes.split(' ').flatMap((code) => {
    const name = names.of(code)?.toLowerCase()
    return name === undefined ? [] : [[name, code] as const]
  }),
  ['norwegian', 'no'],
  ...Object.entries(extra),
])
const spoken = [...byName.keys()].toSorted((a, b) => b.length - a.length).join('|')

/** A language by its English name, as a code. */
export function languageNamed(text: string): string | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/ (?:language|speaker|person|people)s?$/, '')
    .replace(/^(?:the|an?) /, '')
  return byName.get(name) ?? spokenBy().get(name)
}

/** A pattern that finds any language by its name. */
export const languagePattern = `(?:${spoken})`
const anyLanguage = new RegExp(String.raw`\b${languagePattern}\b`, 'g')

/** Every language of a text, in order, by code. */
export function readLanguages(text: string): { code: string; text: string; at: number }[] {
  const found = text.toLowerCase().matchAll(anyLanguage)
  return [...found].map((match) => ({ code: byName.get(match[0])!, text: match[0], at: match.index }))
}

/** The language of the people that a text names, or of the country that it speaks of being in. */
export function readPeople(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  const person = words.find((word) => Object.hasOwn(people, word))
  if (person !== undefined) return people[person]
  const at = words.lastIndexOf('in') + 1
  const country = words.slice(at, at + MAX_COUNTRY_LENGTH)
  return at === 0
    ? undefined
    : country
        .map((_, index) => spokenBy().get(country.slice(0, index + 1).join(' ')))
        .findLast((code) => code !== undefined)
}

/** The language of a country. */
export function languageOfCountry(name: string): string | undefined {
  return spokenBy().get(name.toLowerCase())
}

const MAX_COUNTRY_LENGTH = 3
let languagesOfPeoples: ReadonlyMap<string, string> | undefined

/** Made when it is first wanted: there are hundreds of countries. */
function spokenBy(): ReadonlyMap<string, string> {
  languagesOfPeoples ??= new Map([...languagesOfCountries(), ...Object.entries(people)])
  return languagesOfPeoples
}

function* languagesOfCountries(): Generator<readonly [name: string, code: string]> {
  const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const known = new Set(byName.values())
  for (let index = 0; index < 26 * 26; index++) {
    const region = String.fromCodePoint(65 + Math.floor(index / 26), 65 + (index % 26))
    const name = countries.of(region)?.toLowerCase()
    const { language } = new Intl.Locale('und', { region }).maximize()
    if (name !== undefined && known.has(language)) yield [name, language]
  }
}

export function languageName(code: string): string {
  return names.of(code) ?? code
}
