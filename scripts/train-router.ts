import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { BUCKETS, ngramFeatures } from '../src/features/chat/router/classifier/features.ts'
import { EMBEDDED, embeddedInput, type WeightsHeader } from '../src/features/chat/router/classifier/model.ts'
import {
  trainLinear,
  type Sample,
  type Trained,
  type TrainingOptions,
} from '../src/features/chat/router/classifier/training.ts'
import {
  exampleSentences,
  templateSentences,
  trainingSha256,
  type TrainingSentence,
} from '../src/features/chat/router/classifier/training-sentences.ts'
import { createEmbedder } from '../src/platform/embedding/embedder.ts'

/** `npm run train:router` makes the router's weights from what the intents declare. Takes some minutes. */
const folder = new URL('../src/features/chat/router/', import.meta.url)
/** What its templates match never comes here, so an intent that has nothing else is rarer than its sentences make it. */
const RARER = Math.log(4)
const written = await exampleSentences()
const declared = await templateSentences()
const known = [...new Set(written.map(({ label }) => label))]
const labels = [...new Set([...known, ...declared.map(({ label }) => label)])]
console.log(`${written.length + declared.length} sentences of ${labels.length} labels`)
const embedded = await embedAll([...new Set([...written, ...declared].map(({ lower }) => lower))])

const words = learnt(
  (sentence) => {
    const { buckets, weights } = ngramFeatures(sentence.lower)
    return { inputs: buckets, values: weights }
  },
  { inputs: BUCKETS, epochs: 12, rate: 0.5, decay: 1e-5 },
)
const allInputs = Uint16Array.from({ length: EMBEDDED }, (_, index) => index)
const meaning = learnt(
  ({ lower }) => ({ inputs: allInputs, values: embeddedInput(embedded.get(lower)!, lower) }),
  { inputs: EMBEDDED, epochs: 16, rate: 0.3, decay: 2e-5 },
)

/**
 * First what people gave examples of, against each other and against what is not ours. Then the intents that have nothing but
 * their templates, beside what is known: they take nothing from the certainty that nothing of ours is meant.
 */
function learnt(
  numbers: (sentence: TrainingSentence) => Pick<Sample, 'inputs' | 'values'>,
  options: Omit<TrainingOptions, 'labels'>,
): Trained {
  const samplesOf = (all: readonly TrainingSentence[]): Sample[] => {
    const balance = balancing(all)
    return all.map((one) => ({ ...numbers(one), label: labels.indexOf(one.label), weight: balance(one) }))
  }
  const first = trainLinear(samplesOf(written), { ...options, labels: known.length })
  const all = trainLinear(samplesOf([...written, ...declared]), { ...options, labels: labels.length }, first)
  return { ...all, bias: all.bias.map((bias, label) => (label < known.length ? bias : bias - RARER)) }
}

const header = Buffer.from(
  JSON.stringify({ labels, examples_sha256: await trainingSha256() } satisfies WeightsHeader),
)
const size = Buffer.alloc(4)
size.writeUInt32LE(header.length)
const packed = brotliCompressSync(Buffer.concat([size, header, quantized(words), quantized(meaning)]), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
await writeFile(new URL('classifier/weights.bin', folder), packed)
console.log(`weights.bin: ${Math.round(packed.length / 1024)} KiB`)

/** Kept between runs, for most sentences stay. */
async function embedAll(texts: readonly string[]): Promise<Map<string, Float32Array>> {
  const cache = join(tmpdir(), 'deskhand-train-router.json')
  const known = new Map<string, string>(
    await readFile(cache, 'utf8').then(
      (text) => JSON.parse(text) as [string, string][],
      () => [],
    ),
  )
  const missing = texts.filter((text) => !known.has(text))
  const embedder = createEmbedder()
  const { signal } = new AbortController()
  for (let from = 0; from < missing.length; from += 200) {
    const part = missing.slice(from, from + 200)
    const vectors = await embedder.embed(part, signal)
    for (const [index, vector] of vectors.entries())
      known.set(part[index]!, Buffer.from(vector.buffer).toString('base64'))
    console.log(`embedded ${from + part.length} of ${missing.length}`)
  }
  await embedder.close()
  await writeFile(cache, JSON.stringify([...known]))
  return new Map(
    texts.map((text) => [
      text,
      new Float32Array(Uint8Array.from(Buffer.from(known.get(text)!, 'base64')).buffer),
    ]),
  )
}

/** An intent with few patterns must not vanish beside one with many. */
function balancing(all: readonly TrainingSentence[]): (sentence: TrainingSentence) => number {
  const sums = new Map<string, number>()
  for (const { label, weight } of all) sums.set(label, (sums.get(label) ?? 0) + weight)
  const middle = [...sums.values()].toSorted((a, b) => a - b)[Math.floor(sums.size / 2)]!
  return ({ label, weight }) => weight * Math.min(2, (middle / sums.get(label)!) ** 0.4)
}

function quantized({ weights, bias }: Trained): Buffer {
  const count = bias.length
  const scales = Float32Array.from(bias, (_, label) => {
    let highest = 1e-6
    for (let at = label; at < weights.length; at += count) highest = Math.max(highest, Math.abs(weights[at]!))
    return highest / 127
  })
  const rows = Int8Array.from(weights, (weight, at) => Math.round(weight / scales[at % count]!))
  return Buffer.concat([Buffer.from(scales.buffer), Buffer.from(bias.buffer), Buffer.from(rows.buffer)])
}
