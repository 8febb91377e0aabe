import { months } from '../../../../platform/language/values/calendar.ts'
import { remembered } from '../../../../platform/language/remembered.ts'
import { tokensIn, type Fold, type Token } from '../templates/parse-template.ts'
import { expandWording } from './expand-wording.ts'
import type { Language, Wordings } from './language.ts'
import { NumberReader } from './number-words.ts'
import { RuleIndex, type Rule } from './rule-index.ts'
import { written } from './written-in-english.ts'

/** A name as it is in English, and as it was said. */
export type SaidName = readonly [english: string, said: string]

export interface English {
  readonly text: string
  readonly names: readonly SaidName[]
}

/** What a slot of a rule caught: a number to reckon with, or a word. */
type Caught = number | string

/** Says in English what a few words of a language stand for: "anderthalb Stunden" is "1.5 hours". Unknown words stay. */
export class ValueWords {
  readonly #language: Language
  readonly #fold: Fold
  readonly #numbers: NumberReader
  readonly #rules: RuleIndex
  readonly #names: RuleIndex
  readonly #lists: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Dates, lengths, numbers and whatever else has a value. The same stretch is read as a time, a day and a length. */
  readonly inEnglish = remembered(
    (text): English => this.#said(text, this.#rules, (at) => this.#numberAt(at)),
    MAX_KNOWN,
  )
  /** Whether a slot can be the word at all. */
  readonly #isValue = remembered((word) => {
    if (/\d/.test(word)) return true
    const isListed = [...this.#lists.values()].some((list) => list.has(word))
    return isListed || (this.#numbers.read(word) ?? this.#numbers.readRank(word)) !== undefined
  }, MAX_KNOWN)

  constructor(language: Language, fold: Fold) {
    this.#language = language
    this.#fold = fold
    this.#numbers = new NumberReader(language.numbers, fold)
    const names = this.#rulesOf(language.names, true)
    this.#names = new RuleIndex(names)
    this.#rules = new RuleIndex([...this.#rulesOf(language.values, false), ...names])
    this.#lists = new Map(
      Object.entries(language.lists).map(([name, words]) => [name, byWord(words, fold)] as const),
    )
  }

  /** The words that it knows, numbers left aside. */
  words(): string[] {
    return this.#rules.words()
  }

  /** Only places and feasts. */
  named(text: string): English {
    return this.#said(text, this.#names, () => undefined)
  }

  #rulesOf(wordings: Wordings, isName: boolean): Rule[] {
    const { phrases } = this.#language
    return Object.entries(wordings).flatMap(([english, said]) =>
      [said]
        .flat()
        .flatMap((wording) => expandWording(wording, phrases, this.#fold))
        .map((pieces) => ({ english, pieces, isName })),
    )
  }

  #said(text: string, rules: RuleIndex, otherwise: (at: Place) => string | undefined): English {
    const tokens = tokensIn(text, this.#fold)
    const names: SaidName[] = []
    let english = ''
    for (let at = 0; at < tokens.length;) {
      const found = this.#ruleAt(rules, { text, tokens, at })
      const end = at + (found?.rule.pieces.length ?? 1)
      const words = text.slice(tokens[at]!.start, tokens[end - 1]!.end)
      if (found?.rule.isName) names.push([found.english, words])
      english += signBefore(text, tokens, at) + (found?.english ?? otherwise({ text, tokens, at }) ?? words)
      at = end
    }
    return { text: english, names }
  }

  /** The longest rule that the words follow from there on. */
  #ruleAt(rules: RuleIndex, place: Place): { rule: Rule; english: string } | undefined {
    const { word } = place.tokens[place.at]!
    for (const rule of rules.beginningWith(word, this.#isValue(word))) {
      const caught = this.#caught(rule, place)
      if (!caught) continue
      const english = written(rule.english, (name, reckon) => valueText(name, caught.get(name), reckon))
      if (english !== undefined) return { rule, english }
    }
    return undefined
  }

  #caught({ pieces }: Rule, { tokens, at, text }: Place): Map<string, Caught> | undefined {
    const caught = new Map<string, Caught>()
    for (const [index, piece] of pieces.entries()) {
      const token = tokens[at + index]
      if (!token) return undefined
      if ('word' in piece) {
        if (piece.word !== token.word) return undefined
        continue
      }
      const value = this.#slot(piece.kind, { tokens, at: at + index, text })
      if (value === undefined) return undefined
      caught.set(piece.slot, value)
    }
    return caught
  }

  #slot(name: string, place: Place): Caught | undefined {
    const { word } = place.tokens[place.at]!
    const list = this.#lists.get(name)
    if (list) return list.get(word)
    if (name === 'clock') return /^([01]?\d|2[0-4])[.:]([0-5]\d)$/.exec(word)?.slice(1).join(':')
    if (name === 'date') return this.#date(word + this.#language.dateSign)
    const value = this.#number(word) ?? (name === 'day' ? this.#numbers.readRank(word) : undefined)
    const most = mostOf[name]
    return value === undefined || (most !== undefined && !isUpTo(value, most)) ? undefined : value
  }

  #number(word: string): number | undefined {
    const plain = this.#plain(word)
    return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : this.#numbers.read(word)
  }

  /** A number or a date in digits or words; whatever has digits in it is written as English does. */
  #numberAt({ text, tokens, at }: Place): string | undefined {
    const { word, start, end } = tokens[at]!
    const date = this.#date(text.slice(start, end) + (text[end] === '.' ? '.' : ''))
    if (date !== undefined) return date
    const value = this.#isArticleAlone(word, tokens) ? undefined : this.#numbers.read(word)
    if (value !== undefined) return String(value)
    return /\d/.test(word) ? this.#plain(text.slice(start, end)) : undefined
  }

  #isArticleAlone(word: string, tokens: readonly Token[]): boolean {
    return (
      tokens.length === 1 && this.#language.numbers.articles.some((article) => this.#fold(article) === word)
    )
  }

  /** 24.12. and 24.12.2026 */
  #date(said: string): string | undefined {
    const [day, month, year, more] = said.split(this.#language.dateSign)
    if (month === undefined || year === undefined || more !== undefined) return undefined
    if (![day, month].every((part) => /^\d{1,2}$/.test(part!)) || !/^(?:\d\d|\d{4})?$/.test(year))
      return undefined
    const name = months[Number(month) - 1]
    const whole = year.length === 2 ? `20${year}` : year
    return name === undefined ? undefined : `${Number(day)} ${name} ${whole}`.trim()
  }

  /** 1.234,56 is 1234.56. */
  #plain(said: string): string {
    if (this.#language.decimal === '.') return said
    return said.replaceAll(/(?<![\d.,])\d+(?:[.,]\d+)*/g, (number) => {
      if (!/^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/.test(number)) return number
      return number.replaceAll('.', '').replace(',', '.')
    })
  }
}

interface Place {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly at: number
}

/** What stands between a word and the one before it: nothing, a space, or a comma and a space. */
function signBefore(text: string, tokens: readonly Token[], at: number): string {
  const [before, { start }] = [tokens[at - 1], tokens[at]!]
  if (!before || before.end === start) return ''
  return text[before.end] === ',' ? ', ' : ' '
}

const mostOf: Readonly<Record<string, number>> = { hour: 24, minute: 59, day: 31 }

function isUpTo(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}

/** The hour before one is twelve, and minutes have two digits. */
function valueText(
  name: string,
  value: Caught | undefined,
  reckon: (value: number) => number,
): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  const reckoned = reckon(value)
  if (reckoned < 0) return undefined
  if (name === 'hour') return String(reckoned === 0 && value > 0 ? 12 : reckoned)
  return name === 'minute' ? String(reckoned).padStart(2, '0') : String(reckoned)
}

const MAX_KNOWN = 500

function byWord(words: Readonly<Record<string, string>>, fold: Fold): ReadonlyMap<string, string> {
  const folded = (text: string) =>
    tokensIn(text, fold)
      .map(({ word }) => word)
      .join(' ')
  return new Map(
    Object.entries(words).flatMap(([english, said]) =>
      said.split('|').map((word) => [folded(word), english] as const),
    ),
  )
}
