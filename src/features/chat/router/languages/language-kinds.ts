import type { SlotKind } from '../templates/match-templates.ts'
import { slotKinds } from '../templates/slot-kinds.ts'
import { tokensIn, type Fold } from '../templates/parse-template.ts'
import type { When } from '../readers/reader.ts'
import type { Language } from './language.ts'
import type { SaidName, ValueWords } from './value-words.ts'

/** What a slot caught, as it is written into an English sentence. */
export type Caught =
  /** A value in English words. */
  | { readonly english: string; readonly names: readonly SaidName[] }
  /** Words of the person's own, which nothing looks into. */
  | { readonly kept: readonly string[] }

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
 * joints between them.
 */
export function kindsOf(
  language: Language,
  words: ValueWords,
  fold: Fold,
): Readonly<Record<string, SlotKind<When>>> {
  const wrapped = Object.entries(slotKinds).map(([name, kind]) => {
    if (ownWords.has(name)) return [name, { ...kind, read: keeping(kind) }]
    if (byLetters.has(name)) return [name, { ...kind, read: reading(kind, asIs) }]
    const inEnglish = (text: string) => (places.has(name) ? words.named(text) : words.inEnglish(text))
    return [name, { ...kind, read: reading(kind, inEnglish) }]
  })
  const things = { longest: 40, read: thingsOf(language, fold) }
  return Object.fromEntries([...wrapped, ['things', things]]) as Record<string, SlotKind<When>>
}

function keeping({ read }: SlotKind<When>) {
  return (text: string, when: When): Caught | undefined =>
    read(text, when) === undefined ? undefined : { kept: [unquoted(text)] }
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

function thingsOf({ joints, vague }: Language, fold: Fold) {
  const between = new RegExp(
    String.raw`\s*,\s*(?:(?:${joints.join('|')})\s+)?|\s+(?:${joints.join('|')})\s+`,
    'iu',
  )
  const noThings = new Set(vague.map(fold))
  return (text: string): Caught | undefined => {
    const things = text.split(between).map(unquoted)
    const isThing = (thing: string) => !noThings.has(tokensIn(thing, fold)[0]?.word ?? '')
    return things.every((thing) => thing !== '' && isThing(thing)) ? { kept: things } : undefined
  }
}

function unquoted(text: string): string {
  return text.trim().replace(/^["“„«‚'](.*)["”“»‘']$/s, '$1')
}
