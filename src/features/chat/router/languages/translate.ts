import { capital } from '../../../../platform/language/capital.ts'
import { properName } from '../../../../platform/language/values/places.ts'
import { normalize, withoutWakeWord, type Sentence } from '../normalize.ts'
import type { Slots, When } from '../readers/reader.ts'
import { englishWords } from '../match-intents.ts'
import { compileTemplate, wordsOf } from '../templates/compile-template.ts'
import { TemplateIndex, type Capture } from '../templates/match-templates.ts'
import { tokensIn, type Fold } from '../templates/parse-template.ts'
import { expandWording } from './expand-wording.ts'
import { installedLanguages } from './installed-languages.ts'
import { kindsOf, type Caught } from './language-kinds.ts'
import type { Language } from './language.ts'
import { ValueWords, type SaidName } from './value-words.ts'
import { written } from './written-in-english.ts'

/** A sentence of another language, as it is said in English. */
export interface Translation {
  /** The language that it was said in. */
  readonly code: string
  /** What its wording is declared to mean. */
  readonly intent: string
  readonly sentence: Sentence
  /** How many of its words are words of the wording. */
  readonly literal: number
  /** Puts the person's own words back into what was read from the English sentence. */
  readonly restore: (slots: Slots) => Slots
}

/** What a sentence says in the languages that are installed, the surest first. */
export function translations(said: Sentence, when: When): readonly Translation[] {
  const known = found.get(when) ?? new Map<string, readonly Translation[]>()
  const made =
    known.get(said.raw) ??
    installed()
      .flatMap((language) => language.translate(said, when))
      .toSorted((one, other) => other.literal - one.literal)
  if (known.size >= MOST_SENTENCES) known.clear()
  known.set(said.raw, made)
  found.set(when, known)
  return made
}

/** The pieces of a message are looked at several times on their way. */
const found = new WeakMap<When, Map<string, readonly Translation[]>>()
const MOST_SENTENCES = 50

let made: readonly Translator[] | undefined

/** Made when the first sentence wants them. */
function installed(): readonly Translator[] {
  return (made ??= installedLanguages.map((language) => new Translator(language)))
}

interface Wording {
  readonly intent: string
  readonly english: string
}

class Translator {
  readonly #language: Language
  readonly #fold: Fold
  readonly #index: TemplateIndex<Wording, When>
  readonly #courtesy: { readonly before: readonly string[][]; readonly after: readonly string[][] }
  /** Words that no English wording has. */
  readonly #words: ReadonlySet<string>

  constructor(language: Language) {
    this.#language = language
    this.#fold = foldingOf(language)
    const values = new ValueWords(language, this.#fold)
    const kinds = kindsOf(language, values, this.#fold)
    const words = new Set(values.words())
    const fillers = new Set(language.fillers.map(this.#fold))
    this.#index = new TemplateIndex(kinds, { fold: this.#fold, fillers })
    for (const [intent, wordings] of Object.entries(language.intents))
      for (const [english, said] of Object.entries(wordings))
        for (const template of [said].flat()) {
          const program = this.#compiled(template)
          this.#index.add({ intent, english }, program)
          for (const word of wordsOf(program)) words.add(word)
        }
    this.#words = words.difference(englishWords())
    const rows = (said: readonly string[]) =>
      [...said, ...language.fillers]
        .flatMap((wording) => expandWording(wording, language.phrases, this.#fold))
        .map((row) => row.flatMap((piece) => ('word' in piece ? [piece.word] : [])))
        .toSorted((one, other) => other.length - one.length)
    this.#courtesy = { before: rows(language.courtesy.before), after: rows(language.courtesy.after) }
  }

  /** A slot that is of a list is one of its words: `{day:weekday}` is `({day=monday} (montag|mo)|…)`. */
  #compiled(template: string) {
    const { lists, phrases } = this.#language
    const named = template.replaceAll(/\{(\w+):(\w+)\}/g, (slot, name: string, kind: string) => {
      const list = lists[kind] && Object.entries(lists[kind])
      return list ? `(${list.map(([english, said]) => `{${name}=${english}} (${said})`).join('|')})` : slot
    })
    return compileTemplate(named, phrases, this.#fold)
  }

  translate(said: Sentence, when: When): Translation[] {
    if (when.language !== this.#language.code && !this.#hasOwnWord(said.raw)) return []
    const text = this.#plain(withoutWakeWord(said.raw.normalize('NFC')))
    return this.#index.match(text, when).flatMap(({ owner: { intent, english }, captures, literal }) => {
      const own: string[] = []
      const sentence = written(english, (name) => textOf(name, captures, own))
      if (sentence === undefined || own.length > MOST_KEPT) return []
      const names = captures.flatMap(({ value }) => (isValue(value) ? value.names : []))
      return {
        code: this.#language.code,
        intent,
        sentence: normalize(sentence),
        literal,
        restore: (slots) => restored(slots, own, names) as Slots,
      }
    })
  }

  /** Most sentences have none, and are not looked at any further. */
  #hasOwnWord(text: string): boolean {
    return tokensIn(text.normalize('NFC'), this.#fold).some(({ word }) => this.#words.has(word))
  }

  /** Without politeness around it. */
  #plain(text: string): string {
    let tokens = tokensIn(text, this.#fold)
    for (let before = -1; before !== tokens.length;) {
      before = tokens.length
      const words = tokens.map(({ word }) => word)
      const first = this.#courtesy.before.find((row) => row.every((word, at) => words[at] === word))
      const last = this.#courtesy.after.find((row) =>
        row.every((word, at) => words.at(at - row.length) === word),
      )
      // "bitte" and "danke" say what they say.
      const [from, to] = [first?.length ?? 0, tokens.length - (last?.length ?? 0)]
      if (from < to) tokens = tokens.slice(from, to)
    }
    return tokens.length === 0 ? text : text.slice(tokens[0]!.start, tokens.at(-1)!.end)
  }
}

function foldingOf({ spellings }: Language): Fold {
  const letters = Object.keys(spellings).toSorted((a, b) => b.length - a.length)
  if (letters.length === 0) return (word) => word
  const pattern = new RegExp(letters.join('|'), 'g')
  return (word) => word.replaceAll(pattern, (found) => spellings[found]!)
}

function isValue(value: unknown): value is Extract<Caught, { english: string }> {
  return typeof value === 'object' && value !== null && 'english' in value
}

/** What a slot caught, in English; the person's own words are hidden behind a word that means nothing. */
function textOf(name: string, captures: readonly Capture[], own: string[]): string | undefined {
  const caught = captures.filter((capture) => capture.name === name)
  const texts = caught.map(({ value, kind }) => {
    if (kind === 'constant') return String(value)
    if (isValue(value)) return value.english
    return (value as Extract<Caught, { kept: unknown }>).kept
      .map((words) => hidden(own.push(words) - 1))
      .join(' and ')
  })
  return texts.length === 0 ? undefined : texts.join(' ')
}

const MOST_KEPT = 26

function hidden(index: number): string {
  return `zq${String.fromCodePoint(97 + index)}z`
}

/** The slots with the person's own words, and with names as they were said. */
function restored(value: unknown, own: readonly string[], names: readonly SaidName[]): unknown {
  if (typeof value === 'string') return restoredText(value, own, names)
  if (Array.isArray(value)) return value.map((one) => restored(one, own, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [restoredText(name, own, []), restored(one, own, names)]),
  )
}

function restoredText(text: string, own: readonly string[], names: readonly SaidName[]): string {
  const name = names.find(([english]) => english.toLowerCase() === text.toLowerCase())
  if (name) return properName(name[1])
  return text.replaceAll(/\bzq([a-z])z\b/gi, (found, letter: string) => {
    const words = own[letter.toLowerCase().codePointAt(0)! - 97] ?? found
    return found.startsWith('Z') ? capital(words) : words
  })
}
