import { evaluate } from '../src/platform/expressions/evaluate.ts'
import { ExpressionError } from '../src/platform/expressions/expression-error.ts'
import { parseExpression } from '../src/platform/expressions/parse.ts'
import { createRandom, sampleValues } from '../test/expressions/random-expressions.ts'
import { largeValues, randomText } from '../test/expressions/random-texts.ts'

const MAX_MS = 50
const values: Readonly<Record<string, unknown>> = { ...sampleValues, ...largeValues }
const isKnown = (name: string) => Object.hasOwn(values, name)
const lookup = (name: string) => (isKnown(name) ? { value: values[name] } : undefined)

export interface ExpressionFuzzResult {
  readonly texts: number
  readonly withValue: number
  readonly refused: number
  readonly slowest: { readonly ms: number; readonly text: string }
  /** Bugs: another error, a place that is not in the text, a value that is no data, more than 50 ms. */
  readonly failures: readonly string[]
}

/** Reads and evaluates random texts: each has a value or is refused in a sentence, and soon. */
export function fuzzExpressions({ texts, seed }: { texts: number; seed: number }): ExpressionFuzzResult {
  const random = createRandom(seed)
  const failures: string[] = []
  const counts = { value: 0, refused: 0 }
  let slowest = { ms: 0, text: '' }
  for (let count = 0; count < texts; count += 1) {
    const text = randomText(random)
    const began = performance.now()
    const outcome = outcomeOf(text)
    const passed = performance.now() - began
    const ms = passed > MAX_MS / 4 ? processorTime(text) : passed
    if (ms > slowest.ms) slowest = { ms, text }
    if (ms > MAX_MS) failures.push(`${ms.toFixed()} ms for ${JSON.stringify(text)}`)
    if (outcome.startsWith('!')) failures.push(`${outcome} for ${JSON.stringify(text)}`)
    else counts[outcome as keyof typeof counts] += 1
  }
  return { texts, withValue: counts.value, refused: counts.refused, slowest, failures }
}

/** Other programs only add to the time that passes, so that the best of some tries counts. */
function processorTime(text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    outcomeOf(text)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

function outcomeOf(text: string): string {
  try {
    const value = evaluate(parseExpression(text, { isKnown }), { lookup })
    return isData(value) ? 'value' : '! a value that is no data'
  } catch (error) {
    if (!(error instanceof ExpressionError)) return `! ${String(error)}`
    const { column, message } = error
    if (column < 1 || column > text.length + 2) return `! column ${column}`
    return /^\S.{5,300}\.$/u.test(message) ? 'refused' : `! the sentence "${message}"`
  }
}

/** What JSON can say, and no more. */
function isData(value: unknown): boolean {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.length > 100 || value.every(isData)
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
}

if (import.meta.main) {
  const texts = Number(process.argv[2] ?? 1_000_000)
  const seed = Number(process.env['PROPERTY_SEED'] ?? Date.now() % 1_000_000_000)
  const { withValue, refused, slowest, failures } = fuzzExpressions({ texts, seed })
  console.log(`${texts} texts (seed ${seed}): ${withValue} have a value, ${refused} are refused`)
  console.log(`slowest: ${slowest.ms.toFixed(1)} ms for ${slowest.text.slice(0, 200)}`)
  for (const failure of failures.slice(0, 20)) console.error(failure)
  process.exitCode = failures.length === 0 ? 0 : 1
}
