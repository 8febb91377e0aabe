import { parseArgs } from 'node:util'
import { createGoldRouter, type Outcome } from '../test/router-gold/gold-router.ts'
import { goldDomains, readGold, type GoldRow } from '../test/router-gold/gold.ts'
import { judge, meant, told, type Verdict } from '../test/router-gold/judge.ts'

/**
 * `node scripts/router-gold.ts` says every gold sentence to the router and shows what it answers wrongly, what it does not
 * understand, and where that differs from the marks in the gold. It changes no gold: that is read and corrected by hand.
 * `--domain lists` looks at one file, `--changed` shows only what differs from the marks, `--vectors` remembers the vectors
 * of all sentences anew.
 */
const { values: options } = parseArgs({
  options: {
    domain: { type: 'string' },
    changed: { type: 'boolean', default: false },
    vectors: { type: 'boolean', default: false },
  },
})

interface Judged {
  readonly row: GoldRow
  readonly outcome: Outcome
  readonly verdict: Verdict
  readonly isChanged: boolean
}

const known = await goldDomains()
if (options.domain !== undefined && !known.includes(options.domain)) {
  console.error(`There is no gold file "${options.domain}". Choose one of: ${known.join(', ')}.`)
  process.exit(1)
}

const router = await createGoldRouter()
const figures: string[] = []
let changed = 0
for (const domain of options.domain === undefined ? known : [options.domain]) {
  const judged = await judgedIn(domain)
  const missed = judged.filter(({ verdict, isChanged }) => isChanged || verdict !== 'right')
  for (const one of missed.filter(({ isChanged }) => isChanged || !options.changed)) show(domain, one)
  changed += judged.filter(({ isChanged }) => isChanged).length
  figures.push(figuresOf(domain, judged))
}
if (options.vectors) {
  if (options.domain === undefined) await router.remember()
  else console.error('The vectors are remembered of all files at once: leave --domain away.')
}
await router.close()
console.log(`\n${'domain'.padEnd(14)} sentences  wrong silent changed\n${figures.join('\n')}`)
process.exitCode = changed > 0 ? 1 : 0

async function judgedIn(domain: string): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const row of await readGold(domain)) {
    const outcome = await router.understand(row)
    const verdict = judge(row, outcome)
    judged.push({ row, outcome, verdict, isChanged: verdict !== (row.today ?? 'right') })
  }
  return judged
}

function show(domain: string, { row, outcome, verdict, isChanged }: Judged): void {
  const was = isChanged ? ` (changed, was ${row.today ?? 'right'})` : ''
  console.log(`${domain} ${verdict}${was}: ${row.say}\n    gold  ${meant(row)}`)
  if (verdict === 'wrong') console.log(`    now   ${told(outcome.wishes)}`)
}

function figuresOf(domain: string, judged: readonly Judged[]): string {
  const count = (test: (one: Judged) => boolean) => String(judged.filter(test).length)
  return [
    domain.padEnd(14),
    String(judged.length).padStart(9),
    count(({ verdict }) => verdict === 'wrong').padStart(6),
    count(({ verdict }) => verdict === 'silent').padStart(6),
    count(({ isChanged }) => isChanged).padStart(7),
  ].join(' ')
}
