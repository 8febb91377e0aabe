import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Corrections } from '../src/features/chat/router/corrections.ts'
import { createEmbedder, type Embedder } from '../src/platform/embedding/embedder.ts'
import { createRouter } from '../src/features/chat/router/router.ts'
import { hasEvalData, readHalf, sources, type Row } from './eval-router-data.ts'
import { onlyWords, partly, served } from './eval-router-labels.ts'

/**
 * `npm run eval:router` measures the router on the reporting half of CLINC150, SLURP and MASSIVE. `--half=tuning --errors`
 * shows what went wrong on the other half, which is the one to look at. `--sample=20` takes at most so many sentences a label.
 */
const { values: options } = parseArgs({
  options: {
    half: { type: 'string', default: 'reporting' },
    sample: { type: 'string', default: '100000' },
    errors: { type: 'boolean', default: false },
    data: { type: 'string', default: new URL('../../shared/eval/', import.meta.url).pathname },
  },
})

if (!hasEvalData(options.data)) {
  console.log(`SKIPPED: the evaluation data is not in ${options.data}. Nothing was measured.`)
  process.exit(0)
}

interface Outcome extends Row {
  readonly intent: string | undefined
  readonly by: string | undefined
  readonly score: number
  readonly ms: number
}

const context = {
  now: new Date('2026-11-15T09:00:00Z'),
  timeZone: 'Europe/Oslo',
  signal: new AbortController().signal,
}
const noCorrections: Corrections = { find: () => undefined, list: () => [], keep: async () => {} }

const rows = sampled(await readHalf(options.data, options.half))
const cached = await cachingEmbedder(createEmbedder())
const router = createRouter({ corrections: noCorrections, embedder: cached.embedder })
const outcomes: Outcome[] = []
for (const [index, row] of rows.entries()) {
  const begun = performance.now()
  const { meaning } = await router.understand(row.sentence, context)
  outcomes.push({
    ...row,
    intent: meaning?.intent,
    by: meaning?.by,
    score: meaning?.score ?? 0,
    ms: performance.now() - begun,
  })
  if (index % 1_000 === 999) console.log(`… ${index + 1} of ${rows.length}`)
}
await cached.save()
report(outcomes)
if (options.errors) showErrors(outcomes)
await reportLatency()
await router.close()

function sampled(all: readonly Row[]): Row[] {
  const counts = new Map<string, number>()
  return all.filter(({ label }) => {
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    return count <= Number(options.sample)
  })
}

function isRight({ label, intent }: Outcome): boolean {
  return intent !== undefined && (served[label] ?? partly[label] ?? []).includes(intent)
}

/** Right, answered and out of scope, in short. */
function figures(all: readonly Outcome[]): string {
  const answered = all.filter(({ intent }) => intent !== undefined)
  const inScope = all.filter(({ label }) => served[label])
  const outOfScope = all.filter(({ label }) => !served[label] && !partly[label])
  return [
    percent(answered.filter(isRight).length, answered.length),
    percent(inScope.filter(({ intent }) => intent !== undefined).length, inScope.length),
    percent(outOfScope.filter(isStray).length, outOfScope.length),
  ].join(' / ')
}

/** A widget where nothing of ours was asked for. */
function isStray({ intent }: Outcome): boolean {
  return intent !== undefined && !onlyWords.has(intent)
}

function report(all: readonly Outcome[]): void {
  const answered = all.filter(({ intent }) => intent !== undefined)
  const inScope = all.filter(({ label }) => served[label])
  const outOfScope = all.filter(({ label }) => !served[label] && !partly[label])
  const widgets = outOfScope.filter(isStray)
  const oos = outOfScope.filter(({ label }) => label === 'clinc:oos')
  const inAnswered = inScope.filter(({ intent }) => intent !== undefined)
  console.log(
    `\n${options.half} half: ${all.length} sentences, ${inScope.length} of served intents, ${outOfScope.length} out of scope`,
  )
  line('of what it answers, right', percent(answered.filter(isRight).length, answered.length), 'goal ≥ 98 %')
  line('  of served intents alone', percent(inAnswered.filter(isRight).length, inAnswered.length), '')
  line('served intents answered', percent(inAnswered.length, inScope.length), 'goal ≥ 85 %')
  line('out of scope with a widget', percent(widgets.length, outOfScope.length), 'goal ≤ 3 %')
  line(
    '  of CLINC’s own oos',
    percent(widgets.filter(({ label }) => label === 'clinc:oos').length, oos.length),
    '',
  )
  for (const source of sources) line(`  ${source}`, figures(all.filter((one) => one.source === source)), '')
  for (const by of ['grammar', 'classifier', 'embedding']) {
    const part = answered.filter((outcome) => outcome.by === by)
    line(`  by ${by}`, String(part.length), `${percent(part.filter(isRight).length, part.length)} right`)
  }
  console.log('\nintent'.padEnd(36), 'sentences', 'answered', 'right')
  for (const label of Object.keys(served)) {
    const part = all.filter((outcome) => outcome.label === label)
    const told = part.filter(({ intent }) => intent !== undefined)
    if (part.length > 0)
      console.log(
        label.padEnd(34),
        String(part.length).padStart(9),
        percent(told.length, part.length).padStart(8),
        percent(told.filter(isRight).length, told.length).padStart(8),
      )
  }
}

function showErrors(all: readonly Outcome[]): void {
  if (options.half !== 'tuning') return console.log('Errors are shown of the tuning half only.')
  for (const outcome of all.filter((outcome) => outcome.intent !== undefined && !isRight(outcome)))
    console.log(
      `WRONG ${outcome.label} -> ${outcome.intent} (${outcome.by} ${outcome.score.toFixed(2)}) | ${outcome.sentence}`,
    )
  for (const outcome of all.filter(({ label, intent }) => served[label] && intent === undefined))
    console.log(`MISSED ${outcome.label} | ${outcome.sentence}`)
}

async function reportLatency(): Promise<void> {
  const hits = outcomes.filter(({ by }) => by === 'grammar').map(({ ms }) => ms)
  const fresh = createRouter({ corrections: noCorrections, embedder: createEmbedder() })
  const timed: number[] = []
  const unsure = outcomes.filter(({ by }) => by === 'embedding' || by === undefined).slice(0, 220)
  for (const { sentence } of unsure) {
    const begun = performance.now()
    await fresh.understand(sentence, context)
    timed.push(performance.now() - begun)
  }
  await fresh.close()
  console.log('\nlatency in ms', 'p50'.padStart(16), 'p99'.padStart(8))
  console.log('grammar hits'.padEnd(22), quantile(hits, 0.5).padStart(7), quantile(hits, 0.99).padStart(8))
  // The first ones load the model.
  console.log(
    'with embeddings'.padEnd(22),
    quantile(timed.slice(20), 0.5).padStart(7),
    quantile(timed.slice(20), 0.99).padStart(8),
  )
}

function quantile(values: readonly number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(2)
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

function line(name: string, value: string, goal: string): void {
  console.log(name.padEnd(32), value.padStart(8), '  ', goal)
}

/** Vectors are kept in the temporary folder, so that a second run takes seconds. */
async function cachingEmbedder(inner: Embedder): Promise<{ embedder: Embedder; save: () => Promise<void> }> {
  const path = join(tmpdir(), 'deskhand-eval-router.json')
  const known = new Map<string, string>(
    await readFile(path, 'utf8').then(
      (text) => JSON.parse(text) as [string, string][],
      () => [],
    ),
  )
  return {
    embedder: {
      async embed(texts, signal) {
        const missing = texts.filter((text) => !known.has(text))
        const made = await inner.embed(missing, signal)
        for (const [index, text] of missing.entries())
          known.set(text, Buffer.from(made[index]!.buffer).toString('base64'))
        return texts.map(
          (text) => new Float32Array(Uint8Array.from(Buffer.from(known.get(text)!, 'base64')).buffer),
        )
      },
      close: () => inner.close(),
    },
    save: () => writeFile(path, JSON.stringify([...known])),
  }
}
