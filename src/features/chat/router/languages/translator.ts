import { remembered } from '../../../../platform/language/remembered.ts'
import { normalize, withoutWakeWord, type Sentence } from '../normalize.ts'
import { englishWords } from '../match-intents.ts'
import type { Slots, When } from '../readers/reader.ts'
import { compileTemplate, wordsOf } from '../templates/compile-template.ts'
import { TemplateIndex } from '../templates/match-templates.ts'
import { tokensIn, type Fold } from '../templates/parse-template.ts'
import { expandWording } from './expand-wording.ts'
import { kindsOf } from './language-kinds.ts'
import type { Language } from './language.ts'
import { OwnWords } from './own-words.ts'
import { ValueWords } from './value-words.ts'
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

/** The end of what stands before it, and the start of what follows. */
export interface Joint {
  readonly end: number
  readonly start: number
}

/** Between the parts of a word. */
const hyphen = /(?<=\p{L})-(?=\p{L})/gu

const MAX_SENTENCES = 200

interface Wording {
  readonly intent: string
  readonly english: string
}

/** Says sentences of one language in English. */
export class Translator {
  readonly #language: Language
  readonly #fold: Fold
  readonly #index: TemplateIndex<Wording, When>
  readonly #courtesy: { readonly before: readonly string[][]; readonly after: readonly string[][] }
  /** Words that no English wording has. */
  readonly #words: ReadonlySet<string>
  /** Most sentences have none of them, and are not looked at any further. */
  readonly #hasOwnWord = remembered(
    (text) => this.#wordsOf(text).some((word) => this.#words.has(word)),
    MAX_SENTENCES,
  )
  readonly #negations: ReadonlySet<string>
  readonly #joints: readonly string[][]

  constructor(language: Language) {
    this.#language = language
    this.#fold = foldingOf(language)
    const values = new ValueWords(language, this.#fold)
    const kinds = kindsOf(language, values, this.#fold)
    const words = new Set(values.words())
    const fillers = new Set(language.fillers.map(this.#fold))
    this.#index = new TemplateIndex(kinds, { fold: this.#fold, fillers })
    for (const { intent, english, template } of wordingsIn(language)) {
      const program = this.#compiled(template)
      this.#index.add({ intent, english }, program)
      for (const part of wordsOf(program).flatMap((word) => word.split('-'))) words.add(part)
    }
    this.#words = new Set([...words.difference(englishWords())].filter((word) => /\p{L}/u.test(word)))
    this.#negations = new Set(language.negations.map(this.#fold)).difference(englishWords())
    this.#joints = this.#rows(language.joints)
    const { before, after } = language.courtesy
    this.#courtesy = {
      before: this.#rows([...before, ...language.fillers]),
      after: this.#rows([...after, ...language.fillers]),
    }
  }

  /** Every way to say something, as words; the longest first. */
  #rows(wordings: readonly string[]): string[][] {
    return wordings
      .flatMap((wording) => expandWording(wording, this.#language.phrases, this.#fold))
      .map((row) => row.flatMap((piece) => ('word' in piece ? [piece.word] : [])))
      .toSorted((one, other) => other.length - one.length)
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

  /** The surest first. */
  translate(said: Sentence, when: When): Translation[] {
    if (when.language !== this.#language.code && !this.#hasOwnWord(said.raw)) return []
    const text = this.#plain(withoutWakeWord(said.raw.normalize('NFC')))
    const found = this.#matched(text, when)
    // "Apple-Aktie" is said of Apple.
    const parted = text.replaceAll(hyphen, ' ')
    return found.length > 0 || parted === text ? found : this.#matched(parted, when)
  }

  /** The words of a sentence that forbid something. */
  forbidding(text: string): string[] {
    return this.#hasOwnWord(text) ? this.#wordsOf(text).filter((word) => this.#negations.has(word)) : []
  }

  /** Where one wish may end and the next one begin. */
  joints(text: string): Joint[] {
    const tokens = this.#hasOwnWord(text) ? tokensIn(text, this.#fold) : []
    return tokens.flatMap(({ end }, at) => {
      const rest = tokens.slice(at + 1)
      const row = this.#joints.find((words) => words.every((word, index) => rest[index]?.word === word))
      const next = rest[row?.length ?? 0]
      return next && (row || /[,;.!?\n]/.test(text.slice(end, next.start)))
        ? [{ end, start: next.start }]
        : []
    })
  }

  #matched(text: string, when: When): Translation[] {
    return this.#index.match(text, when).flatMap(({ owner: { intent, english }, captures, literal }) => {
      const own = new OwnWords(captures)
      const sentence = written(english, (name) => own.inEnglish(name))
      if (sentence === undefined || own.areTooMany) return []
      return {
        code: this.#language.code,
        intent,
        sentence: normalize(sentence),
        literal,
        restore: (slots) => own.restore(slots),
      }
    })
  }

  /** Its words, those that are joined by a hyphen each by itself. */
  #wordsOf(text: string): string[] {
    return (
      text
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\d]+/gu) ?? []
    ).map(this.#fold)
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

function wordingsIn({ intents }: Language): (Wording & { readonly template: string })[] {
  return Object.entries(intents).flatMap(([intent, wordings]) =>
    Object.entries(wordings).flatMap(([english, said]) =>
      [said].flat().map((template) => ({ intent, english, template })),
    ),
  )
}

export function foldingOf({ spellings }: Language): Fold {
  const letters = Object.keys(spellings).toSorted((a, b) => b.length - a.length)
  if (letters.length === 0) return (word) => word
  const pattern = new RegExp(letters.join('|'), 'g')
  return (word) => word.replaceAll(pattern, (found) => spellings[found]!)
}
