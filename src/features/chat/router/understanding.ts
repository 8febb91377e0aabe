/** What a sentence means: the name of an intent and the values that were read from it. */
export interface Meaning {
  readonly intent: string
  readonly slots: Readonly<Record<string, unknown>>
  /** 0 to 1. */
  readonly score: number
  /** How it was understood. */
  readonly by: 'grammar' | 'correction' | 'classifier' | 'embedding'
  /** The language that it was said in, where that is not English. */
  readonly language?: string
}

export interface Understanding {
  /** Undefined when the router is not sure enough to act. */
  readonly meaning?: Meaning
  /** What came into question, the likeliest first; names are component types, tool actions or intents. */
  readonly candidates: readonly { readonly name: string; readonly score: number }[]
  /** Where the sentence has several wishes: each of them, in their order. `meaning` is then the first that is understood. */
  readonly parts?: readonly Part[]
}

/** One wish of several. */
export interface Part {
  readonly said: string
  /** Undefined where this part is not understood. */
  readonly meaning?: Meaning
}

export interface RouterContext {
  readonly now: Date
  /** IANA zone of whoever asks. */
  readonly timeZone: string
  readonly signal: AbortSignal
  /** What is kept here, by name: "I finished Dune" is about the reading list only when Dune is on it. */
  readonly kept?: StoredNames
  /** Whether 3/4 is the third of April for whoever asks. */
  readonly dayFirst?: boolean
  /** The language of whoever asks, `de`: it decides where a sentence means something in two. */
  readonly language?: string
}

export type StoredKind =
  | 'notes'
  | 'people'
  | 'payments'
  | 'habits'
  | 'books'
  | 'bookmarks'
  | 'days'
  | 'boards'
  | 'columns'
  | 'cards'
  | 'snippets'
  /** Keys of the lists. */
  | 'lists'
  /** Entries of all lists; reminders are none. */
  | 'items'

/** The names of everything of one kind that is kept. */
export type StoredNames = (kind: StoredKind) => readonly string[]

/** Understands sentences without a language model. */
export interface Router {
  understand(sentence: string, context: RouterContext): Promise<Understanding>
  /** A person said what a sentence meant: kept as an example, over restarts. */
  correct(sentence: string, intent: string): Promise<void>
  close(): Promise<void>
}
