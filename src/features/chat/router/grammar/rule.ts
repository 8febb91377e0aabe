/** A shape that means an intent whatever the rest is. Patterns see the sentence in lower case, without politeness. */
export interface Rule {
  readonly intent: string
  readonly pattern: RegExp
  /** Where the shape alone is not enough. */
  readonly unless?: RegExp
  /** Whether what the pattern matches cannot mean anything else, so that the words are not looked at. */
  readonly isClosed: boolean
}

export function rules(intent: string, patterns: readonly RegExp[], unless?: RegExp): Rule[] {
  return patterns.map((pattern) => ({
    intent,
    pattern,
    isClosed: isClosed(pattern.source),
    ...(unless && { unless }),
  }))
}

/**
 * Shapes so narrow that they are believed by themselves, whatever the words fill them with: "delete the note about …". For
 * intents that the classifier was not taught, it is the only way in.
 */
export function sureRules(intent: string, patterns: readonly RegExp[], unless?: RegExp): Rule[] {
  return rules(intent, patterns, unless).map((rule) => ({ ...rule, isClosed: true }))
}

function isClosed(source: string): boolean {
  if (!/^\^.*\$$/s.test(source) || /(?<!\\)\.|\\[wWdDsSpP]|\[/.test(source)) return false
  let rest = source
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replaceAll(/\([^()]*\)/g, '')
  }
  return !rest.includes('|')
}

const neverInAName =
  '(?:an?|the|my|your|his|her|our|their|its?|i|me|we|us|you|they|he|she|is|are|was|were|be|been|am|do|does|did|have|has|had|will|would|can|could|should|may|must|what|which|who|whom|how|why|when|where|about|for|from|with|without|in|into|on|at|to|of|by|and|or|but|not|no|if|so|than|then|that|this|these|those|there|here|write|make|tell|give|show|get|find|play|buy|sell|watch|need|want|like|love|hate|got|good|bad|fake|any|some|every|much|many|more|enough)'

/** One to four words that can name something: a place, a company, a topic. Sentences have other words between them. */
export const names = String.raw`(?:(?!${neverInAName}\b)[\p{L}\d&.'’-]+)(?: (?!${neverInAName}\b)[\p{L}\d&.'’-]+){0,3}`
