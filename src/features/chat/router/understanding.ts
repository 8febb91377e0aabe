/** What a sentence means: the name of an intent and the values that were read from it. */
export interface Meaning {
  readonly intent: string
  readonly slots: Readonly<Record<string, unknown>>
  /** 0 to 1. */
  readonly score: number
  /** How it was understood. */
  readonly by: 'grammar' | 'correction' | 'classifier' | 'embedding'
}

export interface Understanding {
  /** Undefined when the router is not sure enough to act. */
  readonly meaning?: Meaning
  /** What came into question, the likeliest first; names are component types, tool actions or intents. */
  readonly candidates: readonly { readonly name: string; readonly score: number }[]
}

export interface RouterContext {
  readonly now: Date
  /** IANA zone of whoever asks. */
  readonly timeZone: string
  readonly signal: AbortSignal
}

/** Understands sentences without a language model. */
export interface Router {
  understand(sentence: string, context: RouterContext): Promise<Understanding>
  /** A person said what a sentence meant: kept as an example, over restarts. */
  correct(sentence: string, intent: string): Promise<void>
  close(): Promise<void>
}
