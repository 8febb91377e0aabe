import { documentChunks } from '../src/platform/embedding/vector-index.ts'
import { openSemanticStage } from '../test/semantic-stage.ts'
import { questions, type Asked } from './semantic-questions.ts'
import { table } from './table.ts'

const FIRST = [1, 3] as const

/** How many of the wanted documents are found, by their words alone and by words and meaning joined. */
export async function benchSemanticSearch(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { plain, documents, index, add } = await openSemanticStage(opened)
  const wanted = new Map<string, Asked>()
  for (const [number, question] of questions.entries())
    wanted.set((await add(`paper-${number}.txt`, question.text)).document_id, question)
  const began = performance.now()
  await index.fill(documentChunks, new AbortController().signal)
  const fillMs = performance.now() - began
  const rows: (string | number)[][] = []
  for (const [how, search] of [
    ['full text alone', plain],
    ['joined with meaning', documents],
  ] as const)
    for (const [words, ask] of [
      ['other words', ({ otherWords }: Asked) => otherWords],
      ['own words', ({ ownWords }: Asked) => ownWords],
    ] as const)
      rows.push([how, words, ...(await recall(search, wanted, ask))])
  console.log(
    `Search in ${wanted.size} short documents, one question each (meanings made in ${Math.round(fillMs)} ms)`,
  )
  console.log(table(['', 'asked in', ...FIRST.map((count) => `among ${count}`), 'p50 ms', 'p99 ms'], rows))
}

type Searched = Awaited<ReturnType<typeof openSemanticStage>>['documents']

async function recall(
  { search }: Pick<Searched, 'search'>,
  wanted: ReadonlyMap<string, Asked>,
  ask: (question: Asked) => string,
): Promise<string[]> {
  const places: number[] = []
  const times: number[] = []
  for (const [id, question] of wanted) {
    const began = performance.now()
    const { documents } = await search(ask(question), { limit: 10 })
    times.push(performance.now() - began)
    places.push(documents.findIndex(({ document_id }) => document_id === id))
  }
  const share = (count: number) =>
    places.filter((place) => place >= 0 && place < count).length / places.length
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1)
  return [...FIRST.map((count) => `${(share(count) * 100).toFixed(1)} %`), at(0.5), at(0.99)]
}
