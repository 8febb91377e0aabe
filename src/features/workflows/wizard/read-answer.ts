import { plainNumbers } from '../../../platform/language/values/notation.ts'
import { wordsToDigits } from '../../../platform/language/values/numbers.ts'
import type { Parameter, ParameterKind } from '../planning/parameters.ts'

/** A value that an answer gives, or a sentence that says how to give one. */
export type ReadAnswer = { readonly value: unknown } | { readonly problem: string }

const YES =
  /^(?:y|yes|yeah|yep|sure|ok|okay|please|yes please|of course|right|correct|true|on|that is right|start it|do it)\b/i
const NO =
  /^(?:n|no|nope|nah|not|never|none|nothing|skip|false|off|that is all|that's all|done|finished|only keep it|just save it|wrong)\b/i

/** Yes, no, or something else. */
export function yesOrNo(message: string): boolean | undefined {
  const text = message.trim()
  if (YES.test(text)) return true
  return NO.test(text) ? false : undefined
}

/** The answer as the parameter's type. A `$name` stays as it is: the whole draft is checked afterwards. */
export function readAnswer(parameter: Parameter, message: string): ReadAnswer {
  const text = message.trim()
  if (/^\$[\p{L}_]\S*(?:\s+—\s.*)?$/su.test(text)) return { value: text.split(/\s+—\s/)[0]! }
  return READERS[parameter.kind]?.(text, parameter) ?? { value: unquoted(text) }
}

const readList = (text: string): ReadAnswer => ({
  value: readJson(text, Array.isArray) ?? listOf(text).map(unquoted),
})
const readRows = (text: string) =>
  readStructure(text, { isRight: Array.isArray, example: '[{"name": "a", "value": 1}]' })

const READERS: Partial<Record<ParameterKind, (text: string, parameter: Parameter) => ReadAnswer>> = {
  choice: (text, { choices, schema }) => readChoice(text, choices.length > 0 ? choices : (schema.enum ?? [])),
  number: (text, { name }) => readNumber(name, text),
  boolean: (text, { name }) => readBoolean(name, text),
  paths: readList,
  texts: readList,
  numbers: (text, { name }) => readNumbers(name, text),
  records: readRows,
  list: readRows,
  object: (text) => readStructure(text, { isRight: isObject, example: '{"name": "a"}' }),
  anything: (text) => ({ value: readJson(text, () => true) ?? unquoted(text) }),
}

function readChoice(text: string, choices: readonly unknown[]): ReadAnswer {
  const plain = unquoted(text).toLowerCase()
  const found = choices.find((choice) => String(choice).toLowerCase() === plain)
  return found === undefined
    ? { problem: `It must be one of ${choices.map(String).join(', ')}.` }
    : { value: found }
}

function readNumber(name: string, text: string): ReadAnswer {
  const isPercent = text.endsWith('%')
  const plain = plainNumber(text.replace(/%$/, ''))
  const value = Number(plain)
  if (plain === '' || !Number.isFinite(value)) return { problem: `${name} must be a number, e.g. 3.` }
  return { value: isPercent ? value / 100 : value }
}

/** In words and in either notation: "twelve", 12,500.5 and 12.500,5. */
function plainNumber(text: string): string {
  return wordsToDigits(plainNumbers(text.trim().replaceAll('_', '')).text)
}

function readBoolean(name: string, text: string): ReadAnswer {
  const value = yesOrNo(text)
  return value === undefined ? { problem: `${name} must be yes or no.` } : { value }
}

function readNumbers(name: string, text: string): ReadAnswer {
  const given = readJson(text, Array.isArray)
  const values = given ?? listOf(text).map((item) => Number(plainNumber(item)))
  return Array.isArray(values) && values.every((value) => typeof value === 'number' && Number.isFinite(value))
    ? { value: values }
    : { problem: `${name} must be a list of numbers, e.g. 120, 135, 150.` }
}

function readStructure(
  text: string,
  { isRight, example }: { isRight: (value: unknown) => boolean; example: string },
): ReadAnswer {
  const value = readJson(text, isRight)
  return value === undefined
    ? {
        problem: `Write it as JSON, e.g. ${example}, or use the result of an earlier step, e.g. $step.rows.`,
      }
    : { value }
}

function readJson(text: string, isRight: (value: unknown) => boolean): unknown {
  try {
    const value = JSON.parse(text) as unknown
    return isRight(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** One a line, or separated by commas. */
function listOf(text: string): string[] {
  return text
    .split(text.includes('\n') ? /\n/ : /[,;]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Quotes around an answer say that it is meant as it stands, e.g. "cancel" or " with spaces ". */
function unquoted(text: string): string {
  return /^(["'])[^]*\1$/.test(text) && text.length > 1 ? text.slice(1, -1) : text
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
