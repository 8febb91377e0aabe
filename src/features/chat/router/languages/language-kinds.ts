import { slotKinds } from '../templates/slot-kinds.ts'
import { tokensIn, type Fold } from '../templates/parse-template.ts'
import type { When } from '../readers/reader.ts'
import type { Language } from './language.ts'
import type { SaidName, ValueWords } from './value-words.ts'
import type { SlotKind } from '../templates/slot-kind.ts'

/** What a slot caught, as it is written into an English sentence. */
export type Caught =
  /** A value in English words. */
  | { readonly english: string; readonly names: readonly SaidName[] }
  /** Words of the person's own, which nothing looks into. */
  | { readonly kept: readonly string[]; readonly said: string }

/** Words of the person's own: an English reader would find a month in "der Mai". */
const ownWords: ReadonlySet<string> = new Set([
  'text',
  'name',
  'exact',
  'subject',
  'label',
  'properName',
  'person',
])
/** Known by their letters, whatever the language is. */
const byLetters: ReadonlySet<string> = new Set([
  'word',
  'file',
  'own',
  'places',
  'folder',
  'textfile',
  'table',
  'pdf',
  'address',
  'addresses',
  'mail',
  'phone',
  'channel',
  'repository',
  'dice',
])
const places: ReadonlySet<string> = new Set(['place', 'city', 'zone', 'country'])

/**
 * The kinds of slots as a language has them: each reads what its English counterpart reads. `things` are several things with
 * joints between them. Of "morgen um 8 den Müll" all that says when is taken.
 */
export function kindsOf(
  language: Language,
  words: ValueWords,
  fold: Fold,
): Readonly<Record<string, SlotKind<When>>> {
  const isVague = onlyVague(language, fold)
  const wrapped = Object.entries(slotKinds).map(([name, kind]) => {
    if (ownWords.has(name)) return [name, { ...kind, read: keeping(kind, isVague) }]
    if (byLetters.has(name)) return [name, { ...kind, read: reading(kind, asIs) }]
    const inEnglish = (text: string) => (places.has(name) ? words.named(text) : words.inEnglish(text))
    return [name, { ...kind, isGreedy: name === 'moment', read: reading(kind, inEnglish) }]
  })
  const things = { longest: 40, read: thingsOf(language, fold) }
  return Object.fromEntries([...wrapped, ['things', things]]) as Record<string, SlotKind<When>>
}

function keeping({ read }: SlotKind<When>, isVague: (text: string) => boolean) {
  return (text: string, when: When): Caught | undefined =>
    read(text, when) === undefined || isVague(text) ? undefined : { kept: [unquoted(text)], said: text }
}

/** "das" and "es" are spoken of elsewhere. */
function onlyVague({ vague, negations }: Language, fold: Fold) {
  const words = new Set([...vague, ...negations].map(fold))
  const isVague = (text: string) => tokensIn(text, fold).every(({ word }) => words.has(word))
  // Nearly always the first word tells already.
  return (text: string) => isVague(text.split(/\s/, 1)[0]!) && isVague(text)
}

function reading({ read }: SlotKind<When>, inEnglish: ValueWords['inEnglish']) {
  return (text: string, when: When): Caught | undefined => {
    const { text: english, names } = inEnglish(text)
    return read(english, when) === undefined ? undefined : { english, names }
  }
}

function asIs(text: string) {
  return { text, names: [] }
}

function thingsOf({ joints, vague, negations, articles }: Language, fold: Fold) {
  const between = new RegExp(
    String.raw`\s*,\s*(?:(?:${joints.join('|')})\s+)?|\s+(?:${joints.join('|')})\s+`,
    'iu',
  )
  const article = new RegExp(String.raw`^(?:${articles.join('|')})\s+(?=\S)`, 'iu')
  const [noThings, forbidding] = [vague, negations].map((words) => new Set(words.map(fold)))
  return (text: string): Caught | undefined => {
    const things = text.split(between).map((thing) => unquoted(thing.trim().replace(article, '')))
    const isThing = (thing: string) => {
      const words = tokensIn(thing, fold).map(({ word }) => word)
      return words.length > 0 && !noThings!.has(words[0]!) && !words.some((word) => forbidding!.has(word))
    }
    return things.every((thing) => isThing(thing)) ? { kept: things, said: text } : undefined
  }
}

function unquoted(text: string): string {
  return text.trim().replace(/^["“„«‚'](.*)["”“»‘']$/s, '$1')
}
