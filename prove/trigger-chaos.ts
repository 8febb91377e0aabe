/**
 * The real service, killed with SIGKILL again and again while files land, mails and feed entries arrive and webhooks are
 * called, on connections that break and by a clock that jumps by days. At the end each of them must have started exactly
 * one run.
 * `node prove/trigger-chaos.ts 50 10000`
 */
import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { asMailUser, imapSettings } from '../test/imap-session.ts'
import { startDovecot, type Dovecot } from '../test/dovecot.ts'
import { newProgram, type Program } from '../test/program.ts'
import { MovableClock } from './movable-clock.ts'
import { ServiceCaller } from './service-caller.ts'

export interface TriggerProof {
  kills: number
  /** How often the clock was moved while the service ran. */
  jumps: number
  /** Of each kind, how many have happened, and what came of them. */
  kinds: Record<string, { happened: number; runs: number; missing: number; twice: number; unknown: number }>
}

export interface TriggerChaosOptions {
  readonly kills: number
  /** Of each kind. */
  readonly events: number
  readonly signal: AbortSignal
}

/** Something that happens, and how a run names it. */
interface Kind {
  readonly trigger: Readonly<Record<string, unknown>>
  /** What a run of it stores as its key. */
  readonly key: string
  /** `saved` is the automation that it starts. */
  happen(names: readonly string[], saved: SavedKind): Promise<void>
}

interface SavedKind {
  readonly caller: ServiceCaller
  readonly id: string
  /** Where a webhook is called. */
  readonly address: string
  /** A feed is asked once a minute at most; saving the automation once more asks at once. */
  lookAgain(): Promise<unknown>
}

/** So many wait for their turn at most: what comes faster than it can be handled is refused by design. */
const BATCH = 50
const CUT_ONE_IN = 8
const MAX_TRIES = 6_000
/** In rounds. */
const JUMP_EVERY = 4
/** Never behind the true time: the mail server's certificate would not be valid yet. */
const MAX_AHEAD_S = 6 * 86_400

export async function proveTriggers({ kills, events, signal }: TriggerChaosOptions): Promise<TriggerProof> {
  await using program = await newProgram()
  await using dovecot = await startDovecot()
  await using feed = await startFeed()
  const clock = await MovableClock.create(program.home)
  await clock.move(MAX_AHEAD_S / 2)
  await using caller = new ServiceCaller(program, clock.environment)
  await caller.start()
  const settings = { ...imapSettings(dovecot), ALLOWED_PRIVATE_TARGETS: [new URL(feed.url).host] }
  await caller.call('POST', '/api/settings', { body: settings })
  const kinds: Record<string, Kind> = {
    files: await filesIn(join(program.home, 'landing')),
    mails: mailsOf(dovecot),
    entries: entriesOf(feed),
    webhooks: webhooks(),
  }
  const saved = await saveAll(caller, kinds)
  const happened = new Map<string, string[]>(Object.keys(kinds).map((kind) => [kind, []]))
  const rounds = Math.ceil(events / BATCH)
  const killAt = new Set(
    Array.from({ length: kills }, (_, at) => Math.floor(((at + Math.random()) * rounds) / kills)),
  )
  let killed = 0
  let jumps = 0
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted()
    const names = Array.from({ length: Math.min(BATCH, events - round * BATCH) }, (_, at) => `${round}-${at}`)
    const kill = killAt.has(round) ? caller.killSoon() : undefined
    if (round % JUMP_EVERY === 1) {
      await clock.move(Math.random() * MAX_AHEAD_S)
      jumps += 1
    }
    await Promise.all(
      Object.entries(kinds).map(async ([kind, { happen }]) => {
        happened.get(kind)!.push(...names)
        await happen(names, saved.get(kind)!)
      }),
    )
    if (kill) killed += await kill
    await untilServed(program, { saved, wanted: round * BATCH + names.length, signal })
  }
  return { kills: killed, jumps, kinds: examine(program, { saved, happened }) }
}

function definition({ trigger, key }: Kind, name: string) {
  const args = { values: { key } }
  return {
    name,
    steps: [{ id: 'note', agent: 'flow', action: 'SET_VALUES', args, depends_on: [] }],
    triggers: [{ id: 'it', ...trigger }],
    mode: 'parallel',
    most: 100,
  }
}

async function saveAll(caller: ServiceCaller, kinds: Record<string, Kind>): Promise<Map<string, SavedKind>> {
  const all = new Map<string, SavedKind>()
  for (const [name, kind] of Object.entries(kinds)) {
    const body = definition(kind, name)
    const saved = (await caller.call('POST', '/api/automations', { body })) as Saved
    const { automation_id: id } = saved
    const { address = '' } = saved.trigger_states[0]!
    if (address === '') await untilLookedAt(caller, id)
    const lookAgain = () => caller.call('PUT', `/api/automations/${id}`, { body })
    all.set(name, { caller, id, address, lookAgain })
  }
  return all
}

interface Saved {
  readonly automation_id: string
  readonly trigger_states: { checked_at: string | null; trouble: string | null; address?: string }[]
}

/** From the first look on nothing is missed. */
async function untilLookedAt(caller: ServiceCaller, id: string): Promise<void> {
  for (;;) {
    const { trigger_states } = (await caller.call('GET', `/api/automations/${id}`)) as Saved
    const { checked_at } = trigger_states[0]!
    if (checked_at !== null) return
    await sleep(100)
  }
}

async function filesIn(folder: string): Promise<Kind> {
  await mkdir(folder)
  return {
    trigger: { type: 'file', path: folder, events: ['created'], settle_s: 0 },
    key: '$event.name',
    async happen(names) {
      for (const name of names) {
        await writeFile(join(folder, `.${name}`), name)
        await rename(join(folder, `.${name}`), join(folder, name))
      }
    },
  }
}

function mailsOf(dovecot: Dovecot): Kind {
  return {
    trigger: { type: 'mail' },
    key: '$event.subject',
    happen: (names) =>
      asMailUser(dovecot, 'ada', async (client) => {
        for (const name of names)
          await client.append(
            'INBOX',
            `From: bob@example.org\r\nTo: ada@example.org\r\nSubject: ${name}\r\nMessage-ID: <${name}@example.org>\r\n\r\nHello\r\n`,
          )
      }),
  }
}

interface Feed extends AsyncDisposable {
  readonly url: string
  readonly entries: string[]
}

/** The newest hundred entries; one answer in eight breaks off. */
async function startFeed(): Promise<Feed> {
  const entries: string[] = []
  const server = createServer((_, response) => {
    const items = entries
      .slice(-100)
      .toReversed()
      .map((name) => `<item><title>${name}</title><guid>${name}</guid><link>http://x/${name}</link></item>`)
    const text = `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items.join('')}</channel></rss>`
    response.setHeader('content-type', 'application/rss+xml')
    response.setHeader('content-length', String(Buffer.byteLength(text)))
    if (Math.random() < 1 / CUT_ONE_IN) {
      response.write(text.slice(0, text.length / 2))
      setTimeout(() => response.destroy(), 5)
    } else response.end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`,
    entries,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function entriesOf(feed: Feed): Kind {
  return {
    trigger: { type: 'feed', url: feed.url, every_s: 60 },
    key: '$event.title',
    async happen(names, { lookAgain }) {
      feed.entries.push(...names)
      await lookAgain()
    },
  }
}

/** Whoever was not answered sends it again, under the same name. */
function webhooks(): Kind {
  return {
    trigger: { type: 'webhook' },
    key: '$event.body.name',
    async happen(names, { caller, address }) {
      for (const name of names)
        await caller.call('POST', address, { body: { name }, headers: { 'idempotency-key': name } })
    },
  }
}

/** Everything that has happened so far has a run that has ended. */
async function untilServed(
  program: Program,
  { saved, wanted, signal }: { saved: ReadonlyMap<string, SavedKind>; wanted: number; signal: AbortSignal },
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted()
    const counts = countRuns(program)
    const open = [...saved].filter(([, { id }]) => (counts.get(id) ?? 0) < wanted)
    if (open.length === 0) return
    if (tries > MAX_TRIES)
      throw new Error(`Not all of ${wanted} were served: ${open.map(([kind]) => kind).join()}.`)
    // A feed whose answer broke off is asked again.
    for (const [kind, { lookAgain }] of open) if (kind === 'entries' && tries % 20 === 19) await lookAgain()
    await sleep(50)
  }
}

function countRuns(program: Program): Map<string, number> {
  using database = new DatabaseSync(program.folder.database, { readOnly: true, timeout: 10_000 })
  const rows = database
    .prepare(
      "SELECT automation_id AS id, count(*) AS count FROM workflows WHERE status = 'completed' GROUP BY 1",
    )
    .all()
  return new Map(rows.map(({ id, count }) => [String(id), Number(count)]))
}

function examine(
  program: Program,
  { saved, happened }: { saved: ReadonlyMap<string, SavedKind>; happened: ReadonlyMap<string, string[]> },
): TriggerProof['kinds'] {
  using database = new DatabaseSync(program.folder.database, { readOnly: true })
  const select = database.prepare(
    `SELECT result FROM workflow_steps JOIN workflows ON number = workflow WHERE automation_id = ?`,
  )
  const counted = [...saved].map(([kind, { id }]) => {
    const keys = select
      .all(id)
      .map(({ result }) => (JSON.parse(String(result)) as { data: { key: string } }).data.key)
    const runs = Map.groupBy(keys, (key) => key)
    const names = new Set(happened.get(kind))
    const counts = {
      happened: names.size,
      runs: keys.length,
      missing: [...names].filter((name) => !runs.has(name)).length,
      twice: [...runs.values()].filter((each) => each.length > 1).length,
      unknown: [...runs.keys()].filter((key) => !names.has(key)).length,
    }
    return [kind, counts] as const
  })
  return Object.fromEntries(counted)
}

export function isTriggersBroken({ kinds }: TriggerProof): boolean {
  return Object.values(kinds).some(({ missing, twice, unknown }) => missing + twice + unknown > 0)
}

if (import.meta.main) {
  const [kills = 50, events = 10_000] = process.argv.slice(2).map(Number)
  const proof = await proveTriggers({ kills, events, signal: new AbortController().signal })
  console.log(JSON.stringify(proof, null, 2))
  if (isTriggersBroken(proof)) process.exitCode = 1
}
