/**
 * The same calls, thousands of times, on the real service: what it holds in memory afterwards must not have grown with
 * their number. `node prove/soak.ts 5000` runs it in full.
 */
import { get } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestService, type TestService } from '../test/service.ts'

export interface SoakResult {
  readonly kind: string
  /** What the heap holds more for each call than it held before. */
  readonly bytesPerCall: number
}

/** Buckets, caches and code that is compiled late grow a little; what a call leaves behind is more than this. */
export const maxBytesPerCall = 150

/** What leaks grows every time: twice without is enough, and so many times are tried. */
const QUIET_TURNS = 2
const MAX_TURNS = 8

type Ask = (service: TestService, index: number) => Promise<unknown>

const kinds: Readonly<Record<string, Ask>> = {
  health: ({ client }) => client.health.get({}),
  'store read': ({ client }) => client.store.get({ params: { key: 'soak' } }),
  'store write': ({ client }, index) => client.store.put({ params: { key: 'soak' }, body: { index } }),
  'tool call': ({ client }) =>
    client.tools.execute({ body: { tool_name: 'LIST_FILES', args: { path: '~' } } }),
  'refused tool call': ({ client }) =>
    client.tools.execute({ body: { tool_name: 'LIST_FILES', args: { x: 1 } } }),
  'unknown path': ({ address }) => fetch(`${address}/nowhere`).then((answer) => answer.text()),
  'chat without a model': ({ client }) => client.chat.send({ body: { message: 'what is 17% of 230' } }),
  'event stream': ({ address }) => openAndLeave(`${address}/api/events`),
}

export async function soak(calls: number, most = maxBytesPerCall): Promise<SoakResult[]> {
  await using service = await startTestService()
  const results: SoakResult[] = []
  for (const ask of Object.values(kinds)) await askOften(service, { ask, calls: 100 })
  let held = await heldBytes()
  for (const [kind, ask] of Object.entries(kinds)) {
    const growths: number[] = []
    const quiet = () => growths.filter((bytesPerCall) => bytesPerCall <= most)
    // What fills a buffer of a bounded size grows at first, and the collector is not always as thorough.
    while (growths.length < MAX_TURNS && quiet().length < QUIET_TURNS) {
      await askOften(service, { ask, calls })
      const now = await heldBytes()
      growths.push(Math.round((now - held) / calls))
      held = now
    }
    results.push({ kind, bytesPerCall: growths.toSorted((one, other) => one - other)[QUIET_TURNS - 1]! })
  }
  return results
}

async function askOften(service: TestService, { ask, calls }: { ask: Ask; calls: number }): Promise<void> {
  for (let index = 0; index < calls; index += 4)
    await Promise.all([0, 1, 2, 3].map((more) => askPatiently(service, { ask, index: index + more })))
}

/** The service lets one caller have some fifty calls a second, and fewer on a busy machine; a proof waits its turn too. */
async function askPatiently(
  service: TestService,
  { ask, index }: { ask: Ask; index: number },
): Promise<void> {
  for (;;) {
    try {
      await ask(service, index)
      return
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (!['rate_limited', 'overloaded'].includes(code)) throw error
      await sleep(200)
    }
  }
}

function openAndLeave(url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = get(url, (response) => {
    response.once('data', () => request.destroy())
    response.once('close', resolve)
    response.on('error', () => resolve())
  })
  request.on('error', reject)
  return promise
}

/** After two collections, since what was waiting to be finalised goes with the second. */
async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let turn = 0; turn < 2; turn += 1) {
    collect()
    await sleep(100)
  }
  return process.memoryUsage().heapUsed
}

if (import.meta.main) {
  const results = await soak(Number(process.argv[2] ?? 5000))
  for (const { kind, bytesPerCall } of results) console.log(`${kind.padEnd(22)} ${bytesPerCall} bytes a call`)
  const leaking = results.filter(({ bytesPerCall }) => bytesPerCall > maxBytesPerCall)
  if (leaking.length > 0) {
    console.error(
      `${leaking.map(({ kind }) => kind).join(', ')}: more than ${maxBytesPerCall} bytes a call stay.`,
    )
    process.exitCode = 1
  }
}
