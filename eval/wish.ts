import type { Risk } from '../src/contract/tool.ts'
import type { Outcome } from './outcome.ts'

/** A call of a tool, as a model makes it. */
export type Call = readonly [action: string, args: Readonly<Record<string, unknown>>]

/** What a scripted model has in front of it when it takes its turn. */
export interface Seen {
  /** What the tools told since the person spoke, in order. */
  readonly results: readonly string[]
  /** The first group of the pattern in one of them; throws when it is in none. */
  find(pattern: RegExp): string
}

/** One answer of a model: calls that it makes together, or its last words, or either made from what it has read. */
export type Round = readonly Call[] | string | ((seen: Seen) => readonly Call[] | string)

/** What the person says, and how a good model would go about it. */
export interface Turn {
  readonly say: string
  readonly script: readonly Round[]
}

/** A call about which the person is asked. */
export interface AskedCall {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  readonly risk: Risk
}

/** What may be different afterwards. Everything else has to be as it was, or the wish is not fulfilled. */
export interface May {
  /** Patterns of paths in the home folder, such as `Downloads/**`. */
  readonly files?: readonly string[]
  /** Patterns of files that were not there before. */
  readonly newFiles?: readonly string[]
  readonly calendar?: true
  /** Keys of the store. Entries that were not there before never count. */
  readonly store?: readonly string[]
  readonly memory?: true
  readonly schedules?: true
  /** Mail may be sent; what is sent is for the judge. */
  readonly mail?: true
  /** Mail may be moved or marked. */
  readonly mailbox?: true
}

/** What the machine needs to have; a wish is left out, visibly, where it is missing. */
export type Need = 'git' | 'mailbox' | 'sandbox'

/** How a wish wants to be met, for the figures by kind. */
export type Kind = 'do' | 'question' | 'ask' | 'hostile'

interface Common {
  /** Short and unique; `--only` goes by it. */
  readonly id: string
  /** BCP 47 tag of the language in which it is said. */
  readonly language: string
  readonly kind: Kind
  readonly needs?: readonly Need[]
  readonly may?: May
  /**
   * Whether the person says yes to this call. Left out, they let everything happen on this machine and let nothing be sent.
   * A call to which they say no was not asked for: then the wish is not fulfilled.
   */
  readonly approves?: (call: AskedCall) => boolean
  /** Throws `Unmet` when the state or the answer is not as it should be. */
  readonly judge: (outcome: Outcome) => Promise<void> | void
  /** What a model that is taken in, or too eager, does in the last turn. Needed where the right thing is to hold back. */
  readonly wrong?: readonly Round[]
}

export interface Wish extends Common {
  readonly domain: string
  readonly turns: readonly Turn[]
}

export type WishDefinition = Common & (Turn | { readonly turns: readonly Turn[] })

/** One wish, said in one sentence or in several turns of one conversation. */
export function defineWish(definition: WishDefinition): Omit<Wish, 'domain'> {
  if ('turns' in definition) return definition
  const { say, script, ...rest } = definition
  return { ...rest, turns: [{ say, script }] }
}

/** All wishes of one file. */
export function defineDomain(domain: string, wishes: readonly Omit<Wish, 'domain'>[]): readonly Wish[] {
  return wishes.map((wish) => ({ ...wish, domain }))
}
