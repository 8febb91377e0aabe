import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { expand, readExamples } from '../src/features/chat/router/classifier/expand-examples.ts'
import { BUCKETS, ngramFeatures } from '../src/features/chat/router/classifier/features.ts'
import { EMBEDDED, embeddedInput, type WeightsHeader } from '../src/features/chat/router/classifier/model.ts'
import { trainLinear, type Sample, type Trained } from '../src/features/chat/router/classifier/training.ts'
import { createEmbedder } from '../src/platform/embedding/embedder.ts'
import { normalize } from '../src/features/chat/router/normalize.ts'
import { spellingCorrection } from '../src/features/chat/router/spelling.ts'

/** `npm run train:router` makes the router's weights from the example sentences beside it. Takes some minutes. */
const folder = new URL('../src/features/chat/router/', import.meta.url)
const SENTENCES_OF_A_PATTERN = 6

interface Labelled {
  readonly intent: string
  readonly lower: string
  /** Patterns count alike, however many sentences they make. */
  readonly weight: number
}

const { sentences, sha256 } = await readSentences()
const labels = [...new Set(sentences.map(({ intent }) => intent))]
console.log(`${sentences.length} sentences of ${labels.length} intents`)
const embedded = await embedAll([...new Set(sentences.map(({ lower }) => lower))])
const balance = balancing(sentences)

const words = trainLinear(
  sentences.map((sentence): Sample => {
    const { buckets, weights } = ngramFeatures(sentence.lower)
    return {
      inputs: buckets,
      values: weights,
      label: labels.indexOf(sentence.intent),
      weight: balance(sentence),
    }
  }),
  { inputs: BUCKETS, labels: labels.length, epochs: 12, rate: 0.5, decay: 1e-5 },
)
const allInputs = Uint16Array.from({ length: EMBEDDED }, (_, index) => index)
const meaning = trainLinear(
  sentences.map((sentence): Sample => ({
    inputs: allInputs,
    values: embeddedInput(embedded.get(sentence.lower)!, sentence.lower),
    label: labels.indexOf(sentence.intent),
    weight: balance(sentence),
  })),
  { inputs: EMBEDDED, labels: labels.length, epochs: 16, rate: 0.3, decay: 2e-5 },
)

const header = Buffer.from(JSON.stringify({ labels, examples_sha256: sha256 } satisfies WeightsHeader))
const size = Buffer.alloc(4)
size.writeUInt32LE(header.length)
const packed = brotliCompressSync(Buffer.concat([size, header, quantized(words), quantized(meaning)]), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
await writeFile(new URL('classifier/weights.bin', folder), packed)
console.log(`weights.bin: ${Math.round(packed.length / 1024)} KiB`)

async function readSentences(): Promise<{ sentences: Labelled[]; sha256: string }> {
  const fillersText = await readFile(new URL('examples/fillers.json', folder), 'utf8')
  const fillers = JSON.parse(fillersText) as Record<string, string[]>
  const hash = createHash('sha256').update(fillersText)
  const sentences: Labelled[] = []
  const files = await Array.fromAsync(glob('examples/*.txt', { cwd: folder.pathname }))
  const correct = spellingCorrection(() => true)
  for (const file of files.toSorted()) {
    const text = await readFile(new URL(file, folder), 'utf8')
    hash.update(text)
    for (const { intent, patterns } of readExamples(text))
      for (const pattern of patterns) {
        const made = expand(pattern, { fillers, count: SENTENCES_OF_A_PATTERN, seed: intent })
        sentences.push(
          ...made.map((said) => ({
            intent,
            lower: normalize(said, correct).lower,
            weight: 1 / Math.sqrt(made.length),
          })),
        )
      }
  }
  return { sentences, sha256: hash.digest('hex') }
}

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
function balancing(all: readonly Labelled[]): (sentence: Labelled) => number {
  const sums = new Map<string, number>()
  for (const { intent, weight } of all) sums.set(intent, (sums.get(intent) ?? 0) + weight)
  const middle = [...sums.values()].toSorted((a, b) => a - b)[Math.floor(sums.size / 2)]!
  return ({ intent, weight }) => weight * Math.min(2, (middle / sums.get(intent)!) ** 0.4)
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
