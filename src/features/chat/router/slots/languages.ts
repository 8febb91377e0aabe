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

/** Whose language it is: "as a Frenchman", "if I were Italian", "what do Spaniards say". */
const people: Readonly<Record<string, string>> = {
  frenchman: 'fr',
  spaniard: 'es',
  spaniards: 'es',
  italians: 'it',
  germans: 'de',
  russians: 'ru',
  mexican: 'es',
  mexicans: 'es',
  mexico: 'es',
  americans: 'en',
  brazilians: 'pt-BR',
  france: 'fr',
  spain: 'es',
  italy: 'it',
  germany: 'de',
  japan: 'ja',
  china: 'zh',
  russia: 'ru',
  korea: 'ko',
  brazil: 'pt-BR',
  portugal: 'pt',
  norway: 'no',
  sweden: 'sv',
  greece: 'el',
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
  return byName.get(name) ?? people[name]
}

/** A pattern that finds any language by its name. */
export const languagePattern = `(?:${spoken})`
const anyLanguage = new RegExp(String.raw`\b${languagePattern}\b`, 'g')
const anyPeople = new RegExp(String.raw`\b(?:${Object.keys(people).join('|')})\b`, 'i')

/** Every language of a text, in order, by code. */
export function readLanguages(text: string): { code: string; text: string; at: number }[] {
  const found = text.toLowerCase().matchAll(anyLanguage)
  return [...found].map((match) => ({ code: byName.get(match[0])!, text: match[0], at: match.index }))
}

/** A people or a country whose language is meant. */
export function readPeople(text: string): { code: string; text: string; at: number } | undefined {
  const match = anyPeople.exec(text)
  return match ? { code: people[match[0].toLowerCase()]!, text: match[0], at: match.index } : undefined
}

export function languageName(code: string): string {
  return names.of(code) ?? code
}
