import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../src/contract/errors.ts'
import { silentLog } from '../src/contract/log.ts'
import { createLiveData } from '../src/features/live-data/live-data.ts'
import type { UpstreamHub } from '../src/platform/upstream/hub.ts'
import type { Lookup } from '../src/platform/upstream/provider.ts'
import { version } from '../src/server/version.ts'
import { companySummary, yahooCookie, yahooCrumb } from '../src/widgets/fundamentals/yahoo-fundamentals.ts'
import { liveDataRegistry, lookups } from '../src/widgets/registry.ts'

/** `npm run providers:check` asks every provider once, live: does it answer, how fast, and still in the shape we read? */
const { signal } = new AbortController()
const setting = (name: string) => process.env[`DESKHAND_${name}`] ?? null

interface Row {
  readonly lookup: string
  readonly provider: string
  readonly result: string
  readonly ms: string
  readonly isBad: boolean
}

const { hub, close } = createLiveData({
  database: null,
  settings: { get: setting },
  now: () => new Date(),
  log: silentLog,
  version,
  registry: liveDataRegistry,
  publish: () => {},
})

const rows: Row[] = []
for (const lookup of lookups) {
  rows.push(await check(hub, lookup))
  // Nobody is asked in a rush, not even by a check.
  await sleep(200)
}
await close()

const header = { lookup: 'question', provider: 'provider', ms: 'ms', result: 'result' }
const width = (name: 'lookup' | 'provider' | 'ms') =>
  Math.max(...[header, ...rows].map((row) => row[name].length))
for (const row of [header, ...rows])
  console.log(
    [
      row.lookup.padEnd(width('lookup')),
      row.provider.padEnd(width('provider')),
      row.ms.padStart(width('ms')),
      row.result,
    ].join('  '),
  )
const bad = rows.filter(({ isBad }) => isBad).length
console.log(
  bad === 0
    ? '\nEvery provider that is set up answered as expected.'
    : `\n${bad} of ${rows.length} questions had no good answer.`,
)
process.exitCode = bad === 0 ? 0 : 1

async function check(hub: UpstreamHub, lookup: Lookup<unknown, unknown>): Promise<Row> {
  const { provider } = lookup
  const named = { lookup: lookup.name, provider: provider.title }
  if (provider.needs !== undefined && setting(provider.needs) === null)
    return { ...named, ms: '-', result: `not set up: needs ${provider.needs}`, isBad: false }
  const begun = performance.now()
  const result = await hub.ask(lookup, await questionOf(hub, lookup), hub.turn({ signal })).then(
    () => 'ok, in the shape we read',
    (error: unknown) => failure(error),
  )
  return {
    ...named,
    ms: String(Math.round(performance.now() - begun)),
    result,
    isBad: !result.startsWith('ok'),
  }
}

/** A session is made of what the provider gave before; the example has none of its own. */
async function questionOf(hub: UpstreamHub, lookup: Lookup<unknown, unknown>): Promise<unknown> {
  const isOf = (other: { readonly name: string }) => lookup.name === other.name
  if (!isOf(yahooCrumb) && !isOf(companySummary)) return lookup.example
  try {
    const { value: cookie } = await hub.ask(yahooCookie, {}, hub.turn({ signal }))
    if (isOf(yahooCrumb)) return { cookie }
    const { value: crumb } = await hub.ask(yahooCrumb, { cookie }, hub.turn({ signal }))
    return { ...companySummary.example, cookie, crumb }
  } catch {
    // Whoever gives no session is told so in a row of its own.
    return lookup.example
  }
}

function failure(error: unknown): string {
  if (!(error instanceof AppError)) throw error
  const isUnreachable =
    error.code === 'upstream_timeout' || /^Can't reach|so it is paused/.test(error.message)
  return `${isUnreachable ? 'unreachable' : error.code}: ${error.message}`
}
