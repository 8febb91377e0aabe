import type { Phrases } from '../templates/parse-template.ts'

/**
 * What something is in English, and how it is said in the language: `{ 'half an hour': ['eine halbe stunde'] }`. Both sides
 * are templates; what a slot of the right side catches is written into the left one, and `[…]` of the left one is left out
 * where the slot in it caught nothing.
 */
export type Wordings = Readonly<Record<string, string | readonly string[]>>

/**
 * A language, in one folder of `languages/`: whoever adds one adds its folder, and nothing else. English is the language
 * that intents are declared in, so that every other one says how its sentences are said in English.
 */
export interface Language {
  /** As locales have it: `de`. */
  readonly code: string
  /** Letters that people write in several ways, and the one that is compared: `{ ä: 'a', ae: 'a' }`. */
  readonly spellings: Readonly<Record<string, string>>
  /** What stands before the decimals of a number, and what between day and month. */
  readonly decimal: '.' | ','
  readonly dateSign: string
  readonly numbers: NumberWords
  /** What stands before a thing and is no part of its name: "die Eier" are on the list as "Eier". */
  readonly articles: readonly string[]
  /** Words that may stand nearly anywhere without changing what is wanted: "bitte". */
  readonly fillers: readonly string[]
  /** What a wish may begin and end with. */
  readonly courtesy: { readonly before: readonly string[]; readonly after: readonly string[] }
  /** Words between two things or two wishes: "und". */
  readonly joints: readonly string[]
  /** Words that forbid: "keine Milch" is nothing to put on a list. */
  readonly negations: readonly string[]
  /** Words that no thing begins with: questions, verbs, and what only points at something: "alles", "das". */
  readonly vague: readonly string[]
  readonly phrases: Phrases
  /** Words that a slot can be one of, by what they are in English: `{ weekday: { monday: 'montag|mo' } }`. */
  readonly lists: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Words of dates, times, lengths, repetitions, units and sums. */
  readonly values: Wordings
  /** Places and feasts that have another name in English; they are told as they were said. */
  readonly names: Wordings
  /** How each intent is worded, by its name. */
  readonly intents: Readonly<Record<string, Wordings>>
}

/** Words that numbers are made of. */
export interface NumberWords {
  /** Their parts by value; several of one value have `|` between them. What is glued together is taken apart. */
  readonly parts: Readonly<Record<string, number>>
  /** Numbers that are articles too: alone they count nothing. */
  readonly articles: readonly string[]
  /** Stands between parts: "fünf-und-zwanzig". */
  readonly joint: string
  /** What makes a rank of a number: "zwanzig-sten". */
  readonly rankEndings: readonly string[]
  /** Ranks that are made otherwise. */
  readonly ranks: Readonly<Record<string, number>>
}
