import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { DIMENSIONS } from '../../../../platform/embedding/embedder.ts'
import { remembered } from '../../../../platform/language/remembered.ts'
import { BUCKETS, ngramFeatures, traitNames, traitVector } from './features.ts'

/** How the weights were made, at the head of their file. */
export interface WeightsHeader {
  readonly labels: readonly string[]
  /** Of the examples that it was trained from, so that a test can tell when they have changed. */
  readonly examples_sha256: string
}

/** What may be meant, with probabilities that add up to one. */
export type Distribution = Float32Array

export interface IntentModel {
  readonly labels: readonly string[]
  readonly examplesSha256: string
  byWords(lower: string): Distribution
  byMeaning(embedding: Float32Array, lower: string): Distribution
}

/** How much the traits of a sentence weigh beside its embedding. */
export const TRAIT_SCALE = 0.35

const MAX_SENTENCES = 20

export const EMBEDDED = DIMENSIONS + traitNames.length

/** Two linear models over the same labels: one over words, one over the meaning. Eight bits a weight. */
export async function loadIntentModel(file: string | URL): Promise<IntentModel> {
  const bytes = await promisify(brotliDecompress)(await readFile(file))
  const headerSize = bytes.readUInt32LE(0)
  const header = JSON.parse(bytes.toString('utf8', 4, 4 + headerSize)) as WeightsHeader
  const { labels } = header
  const words = takeLayer(bytes, { at: 4 + headerSize, inputs: BUCKETS, labels: labels.length })
  const meaning = takeLayer(bytes, { at: words.end, inputs: EMBEDDED, labels: labels.length })
  return {
    labels,
    examplesSha256: header.examples_sha256,
    // Whether a shape is believed is asked just before all else.
    byWords: remembered((lower) => {
      const { buckets, weights } = ngramFeatures(lower)
      const scores = Float32Array.from(words.bias)
      for (let index = 0; index < buckets.length; index++)
        addRow(scores, words, { row: buckets[index]!, by: weights[index]! })
      return softmax(scores)
    }, MAX_SENTENCES),
    byMeaning(embedding, lower) {
      const scores = Float32Array.from(meaning.bias)
      const input = embeddedInput(embedding, lower)
      for (let row = 0; row < input.length; row++) addRow(scores, meaning, { row, by: input[row]! })
      return softmax(scores)
    },
  }
}

export function embeddedInput(embedding: Float32Array, lower: string): Float32Array {
  const input = new Float32Array(EMBEDDED)
  input.set(embedding)
  input.set(
    traitVector(lower).map((value) => value * TRAIT_SCALE),
    DIMENSIONS,
  )
  return input
}

interface Layer {
  /** One row of labels for each input. */
  readonly rows: Int8Array
  readonly scales: Float32Array
  readonly bias: Float32Array
  readonly end: number
}

function takeLayer(
  bytes: Buffer,
  { at, inputs, labels }: { at: number; inputs: number; labels: number },
): Layer {
  const floats = (from: number) =>
    Float32Array.from({ length: labels }, (_, index) => bytes.readFloatLE(from + index * 4))
  const scales = floats(at)
  const bias = floats(at + labels * 4)
  const from = at + labels * 8
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset + from, inputs * labels)
  return { rows, scales, bias, end: from + inputs * labels }
}

function addRow(
  scores: Float32Array,
  { rows, scales }: Layer,
  { row, by }: { row: number; by: number },
): void {
  const labels = scores.length
  const from = row * labels
  for (let label = 0; label < labels; label++) {
    const weight = rows[from + label]!
    if (weight !== 0) scores[label]! += by * weight * scales[label]!
  }
}

export function softmax(scores: Float32Array): Float32Array {
  const highest = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
