/** Longer ones are no words of a language. */
const MAX_WORD_LENGTH = 40

/** The words of a text in lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? []
  ).map((word) => word.replace(/'s$/, ''))
}

/**
 * An English word without its ending, so that "creates", "created" and "creating" are one. Light on purpose: it takes
 * off what grammar adds and leaves the rest, because two words that fall together wrongly do more harm than two that do
 * not fall together.
 */
export function stemOf(word: string): string {
  if (word.length > MAX_WORD_LENGTH) return word
  const singular = withoutPlural(word)
  return withoutFinalE(withoutVerbEnding(singular))
}

/** The stems of a text's words, in order. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf)
}

function withoutPlural(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutVerbEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ied')) return `${word.slice(0, -3)}y`
  const match = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(word)
  const root = match?.[1]
  if (root === undefined || root.length < 3 || word.endsWith('eed')) return word
  return /([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root
}

function withoutFinalE(word: string): string {
  return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word
}
