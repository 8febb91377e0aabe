/** A shape that means an intent whatever the rest is. Patterns see the sentence in lower case, without politeness. */
export interface Rule {
  readonly intent: string
  readonly pattern: RegExp
  /** Where the shape alone is not enough. */
  readonly unless?: RegExp
}

export function rules(intent: string, patterns: readonly RegExp[], unless?: RegExp): Rule[] {
  return patterns.map((pattern) => ({ intent, pattern, ...(unless && { unless }) }))
}
