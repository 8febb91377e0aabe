type Members = Readonly<Record<string, unknown>>

/**
 * What a call is checked for when it comes, and told then: in every request it would cost a tenth of the declarations,
 * and a model that sees it does not keep to it better.
 */
const checkedOnly: ReadonlySet<string> = new Set([
  '$id',
  'title',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'uniqueItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'pattern',
  'format',
  'examples',
])

/** Of an argument that only programs have a use for: a model is not told of it. */
const FOR_PROGRAMS = 'x-for-programs'

/** Said once in the instructions, for every path of every tool. */
const saidOnce = [/^Absolute path of /, /; ~ is (?:your|the) home folder$/]

export interface LeanTool {
  readonly name: string
  readonly description: string
  readonly parameters: object
}

/** The arguments of a tool as a model needs them to call it: names, kinds, choices, and what is not said already. */
export function leanParameters({ name, description, parameters }: LeanTool): Record<string, unknown> {
  return leanSchema(parameters, wordsOf(`${name} ${description}`)) as Record<string, unknown>
}

type Words = ReadonlySet<string>

function leanSchema(schema: unknown, known: Words): unknown {
  if (Array.isArray(schema)) return schema.map((one) => leanSchema(one, known))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => isTold(keyword, value, known))
      .map(([keyword, value]) => [keyword, leanKeyword(keyword, value, known)]),
  )
}

function isTold(keyword: string, value: unknown, known: Words): boolean {
  if (checkedOnly.has(keyword)) return false
  if (keyword === 'default') return !isNothing(value)
  if (keyword === 'description') return !wordsOf(shortDescription(value)).isSubsetOf(known)
  // Whether others are refused, or may hold anything, shows when the call comes; what they must hold is told.
  if (keyword === 'additionalProperties') return typeof value === 'object'
  return keyword !== 'patternProperties' || JSON.stringify(Object.values(value as Members)) !== '[{}]'
}

/** What everybody expects of an argument that is left out. */
function isNothing(value: unknown): boolean {
  return value === false || value === 0 || value === '' || value === null
}

function leanKeyword(keyword: string, value: unknown, known: Words): unknown {
  if (keyword === 'properties') return leanMembers(value as Members, known)
  if (keyword === 'description') return shortDescription(value)
  // Values are as they are.
  return ['default', 'enum', 'const', 'required'].includes(keyword) ? value : leanSchema(value, known)
}

/** Here the names are those of arguments, not keywords. */
function leanMembers(members: Members, known: Words): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, schema]) => !Object.hasOwn(Object(schema) as object, FOR_PROGRAMS))
      .map(([name, schema]) => [name, leanSchema(schema, known.union(wordsOf(name)))]),
  )
}

function shortDescription(description: unknown): string {
  return saidOnce.reduce((text, piece) => text.replace(piece, ''), String(description))
}

const emptyWords: Words = new Set(['the', 'and', 'of', 'to', 'or', 'an', 'in', 'it', 'its', 'with'])

/** By which two sentences are known to say the same: without endings, for "moves" says what "to move" says. */
function wordsOf(text: string): Words {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return new Set(words.filter((word) => !emptyWords.has(word)).map((word) => word.replace(/e?s$/, '')))
}
