const neverInAName =
  '(?:an?|the|my|your|his|her|our|their|its?|i|me|we|us|you|they|he|she|is|are|was|were|be|been|am|do|does|did|have|has|had|will|would|can|could|should|may|must|what|which|who|whom|how|why|when|where|about|for|from|with|without|in|into|on|at|to|of|by|and|or|but|not|no|if|so|than|then|that|this|these|those|there|here|write|make|tell|give|show|get|find|play|buy|sell|watch|need|want|like|love|hate|got|good|bad|fake|any|some|every|much|many|more|enough)'

/** One to four words that can name something: a place, a company, a topic. Sentences have other words between them. */
export const names = String.raw`(?:(?!${neverInAName}\b)[\p{L}\d&.'’-]+)(?: (?!${neverInAName}\b)[\p{L}\d&.'’-]+){0,3}`

export const nameAlone = new RegExp(`^${names}$`, 'iu')
