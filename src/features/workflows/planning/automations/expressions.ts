/** A text that a condition looks into; one of `[*]` is a text of each entry. */
export interface TextReference {
  readonly reference: string
  readonly isEach?: boolean
}

/** Whatever the person wrote, as a text in an expression. */
export function quoted(value: string): string {
  return JSON.stringify(value)
}

/** Whether a text has words in it, whatever their case. */
export function says(text: TextReference, value: string): string {
  return ofText(text, (lower) => `like(${lower}, ${quoted(`*${value.toLowerCase()}*`)})`)
}

export function startsWith(text: TextReference, value: string): string {
  return ofText(text, (lower) => `starts_with(${lower}, ${quoted(value.toLowerCase())})`)
}

export function endsWith(text: TextReference, value: string): string {
  return ofText(text, (lower) => `ends_with(${lower}, ${quoted(value.toLowerCase())})`)
}

export function isText(text: TextReference, value: string): string {
  return ofText(text, (lower) => `${lower} == ${quoted(value.toLowerCase())}`)
}

function ofText({ reference, isEach = false }: TextReference, test: (lower: string) => string): string {
  const condition = test(`lower(${reference})`)
  return isEach ? `any(${condition})` : condition
}

/** True where one of them is. */
export function anyOf(conditions: readonly string[]): string {
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' or ')})`
}

/** True where all of them are; undefined where there are none. */
export function allOf(conditions: readonly string[]): string | undefined {
  return conditions.length === 0 ? undefined : conditions.join(' and ')
}

export function negated(condition: string): string {
  return /^\(.*\)$/.test(condition) && !/\).*\(/.test(condition) ? `not ${condition}` : `not (${condition})`
}
