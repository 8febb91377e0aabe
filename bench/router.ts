import { createEmbedder, type Embedder } from '../src/platform/embedding/embedder.ts'
import type { Router, Understanding } from '../src/features/chat/router/understanding.ts'
import { longSentences } from '../test/long-sentences.ts'
import { contextOf, createUntaughtRouter } from '../test/router-gold/gold-router.ts'
import { goldDomains, readGold, type GoldRow } from '../test/router-gold/gold.ts'
import { rememberedEmbedder } from '../test/router-gold/remembered-embedder.ts'
import { table } from './table.ts'

/** A sentence takes as long as the fastest of these: whatever else the machine does only adds to it. */
const ROUNDS = 5
const SLOWEST = 300
const AGAIN = 15
const LONG = Number(process.env['BENCH_LONG'] ?? 2_000)
const WITH_MEANING = 400

interface Timed {
  readonly group: string
  readonly say: string
  readonly ms: number
}

type Said = Pick<GoldRow, 'say' | 'with'>

/** How long the router takes over a sentence: the gold ones, and the dearest that can be made. */
export async function benchRouter(): Promise<void> {
  const remembered = await rememberedEmbedder()
  const router = createUntaughtRouter(remembered)
  const gold = await timedGold(router)
  console.log('Understanding a sentence, in milliseconds, the model of meaning left aside')
  show(gold)
  const matched = gold.filter(({ group }) => group.endsWith('by a template'))
  console.log('\nThe slowest that a template matches')
  showSlowest(matched)
  const asked = gold.filter(({ group }) => !group.endsWith('by a template')).map(({ say }) => ({ say }))
  await router.close()

  const long = await timedLong()
  console.log('\nSentences of 300 characters, made to be dear')
  show(long)
  showSlowest(long)
  await benchMeaning(asked)
}

/** All of what somebody waits for, with the model in its process. */
async function benchMeaning(asked: readonly Said[]): Promise<void> {
  const router = createUntaughtRouter(createEmbedder())
  const sample = asked.filter((_, index) => index % Math.ceil(asked.length / WITH_MEANING) === 0)
  const long: readonly Said[] = longSentences(100, 2).map(({ text }) => ({ say: text }))
  const timed: Timed[] = []
  await router.understand('what could this sentence mean at all', contextOf({}))
  for (const [group, said] of [
    ['gold without a template', sample],
    ['300 characters', long],
  ] as const)
    for (const one of said) {
      const began = performance.now()
      await router.understand(one.say, contextOf(one))
      timed.push({ group, say: one.say, ms: performance.now() - began })
    }
  await router.close()
  console.log('\nWith the model of meaning, in milliseconds that somebody waits')
  show(timed)
}

async function timedGold(router: Router): Promise<Timed[]> {
  const said = (await Promise.all((await goldDomains()).map(rowsOf))).flat()
  const times = said.map((): number[] => [])
  const groups: string[] = []
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, { row, language }] of said.entries()) {
      const { ms, understood } = await timedOnce(router, row)
      groups[index] = `${language}, ${isByTemplate(understood) ? 'by a template' : 'otherwise'}`
      if (round > 0) times[index]!.push(ms)
    }
  const slowest = said
    .map(({ row }, index) => ({ row, of: times[index]! }))
    .toSorted((a, b) => Math.min(...b.of) - Math.min(...a.of))
    .slice(0, SLOWEST)
  for (let round = 0; round < AGAIN; round += 1)
    for (const { row, of } of slowest) of.push((await timedOnce(router, row)).ms)
  return said.map(({ row: { say } }, index) => ({
    group: groups[index]!,
    say,
    ms: Math.min(...times[index]!),
  }))
}

async function rowsOf(domain: string) {
  const language = domain === 'german' ? 'German' : 'English'
  return (await readGold(domain)).map((row) => ({ row, language }))
}

function isByTemplate({ meaning, parts }: Understanding): boolean {
  const meanings = parts?.map((part) => part.meaning) ?? [meaning]
  return meanings.every((one) => one?.by === 'grammar')
}

/** The same vector for every sentence: what the model would say does not matter to how long the router takes. */
const sameVector: Embedder = {
  embed: async (texts) => texts.map(() => new Float32Array(384).fill(1 / Math.sqrt(384))),
  close: async () => {},
}

async function timedLong(): Promise<Timed[]> {
  const router = createUntaughtRouter(sameVector)
  const timed: Timed[] = []
  for (const { text } of longSentences(LONG)) {
    const row = { say: text }
    const once = await timedOnce(router, row)
    // Only those that look slow are looked at again.
    const ms =
      once.ms < 10
        ? once.ms
        : Math.min(once.ms, (await timedOnce(router, row)).ms, (await timedOnce(router, row)).ms)
    timed.push({ group: 'all', say: text, ms })
  }
  return timed
}

async function timedOnce(router: Router, said: Said): Promise<{ ms: number; understood: Understanding }> {
  const began = performance.now()
  const understood = await router.understand(said.say, contextOf(said))
  return { ms: performance.now() - began, understood }
}

function show(timed: readonly Timed[]): void {
  const groups = Object.entries(Object.groupBy(timed, ({ group }) => group)).toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  const rows = groups.map(([group, of = []]) => {
    const sorted = of.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const at = (part: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(2)
    return [group, of.length, at(0.5), at(0.99), at(1)]
  })
  console.log(table(['', 'sentences', 'p50', 'p99', 'max'], rows))
}

function showSlowest(timed: readonly Timed[]): void {
  for (const { ms, say } of timed.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
    console.log(`${ms.toFixed(2).padStart(7)}  ${say.replaceAll('\n', '⏎').slice(0, 110)}`)
}
