import type { Corrections } from './corrections.ts'
import type { Embedder } from '../../../platform/embedding/embedder.ts'

/** How alike two sentences must be for what was said of the one to hold for the other. */
const ALIKE = 0.86

const vectors = new WeakMap<Corrections, Map<string, Float32Array>>()

/** The sentence that a person has corrected and that means nearly the same, if there is one. */
export async function nearestExample(
  { corrections, embedder, signal }: { corrections: Corrections; embedder: Embedder; signal: AbortSignal },
  vector: Float32Array,
): Promise<{ intent: string; score: number } | undefined> {
  const taught = corrections.list()
  if (taught.length === 0) return undefined
  const known = vectors.get(corrections) ?? new Map<string, Float32Array>()
  vectors.set(corrections, known)
  const missing = taught.filter(({ sentence }) => !known.has(sentence)).slice(-64)
  const made = await embedder.embed(
    missing.map(({ sentence }) => sentence),
    signal,
  )
  for (const [index, { sentence }] of missing.entries()) known.set(sentence, made[index]!)
  let best: { intent: string; score: number } | undefined
  for (const { sentence, intent } of taught) {
    const other = known.get(sentence)
    const score = other ? similarity(vector, other) : 0
    if (score >= ALIKE && score > (best?.score ?? 0)) best = { intent, score }
  }
  return best
}

/** Of vectors of length one. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!
  return sum
}
