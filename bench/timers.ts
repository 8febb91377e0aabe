import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startBus, startBusProgram } from '../test/bus-stage.ts'
import { startPushService, type PushBrowser, type PushService } from '../test/push-service.ts'
import { freePort, startServer, type RunningServer } from './load.ts'
import { table } from './table.ts'

const MANY = 1_000
const IDLE_SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)
const ROUNDS = 30
const TICKS_A_SECOND = 100

/** How soon a timer that is due is heard of while no page is open, and what a thousand of them cost. */
export async function benchTimers(): Promise<void> {
  await using bus = await startBus()
  await using pushService = await startPushService()
  const shownAt = new Map<string, number>()
  const desktop = await startBusProgram(bus.address, 'org.freedesktop.Notifications', ({ member, body }) => {
    if (member === 'GetCapabilities') return { signature: 'as', body: [[]] }
    if (member !== 'Notify') return undefined
    shownAt.set(body[3] as string, Date.now())
    return { signature: 'u', body: [shownAt.size] }
  })
  const place: Place = { bus: bus.address, pushService, shownAt }
  await measureDelays(place)
  await measureCost(place)
  desktop.close()
}

interface Place {
  readonly bus: string
  readonly pushService: PushService
  /** When the desktop was asked to show a notice, by its title. */
  readonly shownAt: ReadonlyMap<string, number>
}

interface Service extends AsyncDisposable {
  readonly server: RunningServer
  send(path: string, body: object): Promise<Record<string, unknown>>
}

async function startService({ bus, pushService }: Place): Promise<Service> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const port = await freePort()
  const server = await startServer({
    command: process.execPath,
    args: ['--max-semi-space-size=4', 'bin/deskhand.js', 'start', '--port', String(port)],
    environment: {
      NODE_ENV: 'production',
      HOME: folder.path,
      DESKHAND_HOME: join(folder.path, 'data'),
      DESKHAND_KEYRING: 'off',
      DESKHAND_CONTENT_INDEX: 'off',
      DESKHAND_DESKTOP_NOTIFICATIONS: 'on',
      DESKHAND_ALLOWED_PRIVATE_TARGETS: pushService.target,
      DBUS_SESSION_BUS_ADDRESS: bus,
    },
    port,
    readyPath: '/health',
  })
  return {
    server,
    async send(path, body) {
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as Record<string, unknown>
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

async function measureDelays(place: Place): Promise<void> {
  await using service = await startService(place)
  const browser = place.pushService.newBrowser()
  await service.send('/api/push/subscriptions', { ...browser.subscription, name: 'A phone' })
  const reading = new AbortController()
  const eventAt = await readEvents(service.server.url, reading.signal)
  const dueAt = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const label = `Timer ${round}`
    const timer = await service.send('/api/timers', { label, seconds: 1 + round * 0.21 })
    dueAt.set(label, Date.parse(String(timer['ends_at'])))
  }
  await until(() => browser.received.length === ROUNDS && place.shownAt.size >= ROUNDS)
  reading.abort()
  const delays = (arrived: (label: string) => number) =>
    [...dueAt].map(([label, due]) => arrived(label) - due)
  const shell = await delaysOfSleep(place)
  console.log('Timers: from the moment at which one is due to who hears of it, no page open')
  console.log(
    table(
      ['', 'p50 ms', 'p99 ms', 'most ms'],
      [
        row(
          'event stream',
          delays((label) => eventAt.get(label)!),
        ),
        row(
          'desktop notice',
          delays((label) => place.shownAt.get(label)!),
        ),
        row('push message', delays(pushedAt(browser))),
        row('sleep 1 && dbus-send', shell),
      ],
    ),
  )
}

function pushedAt({ received }: PushBrowser): (label: string) => number {
  return (label) => received.find(({ payload }) => payload['title'] === label)!.at
}

/** What one would type instead. */
async function delaysOfSleep({ bus, shownAt }: Place): Promise<number[]> {
  const delays: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const title = `Sleep ${round}`
    const call = `org.freedesktop.Notifications.Notify string:sleep uint32:0 string: "string:${title}" string: array:string: dict:string:string: int32:-1`
    const due = Date.now() + 1_000
    const command = `sleep 1 && dbus-send --session --type=method_call --dest=org.freedesktop.Notifications /org/freedesktop/Notifications ${call}`
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: bus }
    await promisify(execFile)('sh', ['-c', command], { env })
    await until(() => shownAt.has(title))
    delays.push(shownAt.get(title)! - due)
  }
  return delays
}

/** When each notice came over the stream, by its title. */
async function readEvents(url: string, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const at = new Map<string, number>()
  const response = await fetch(`${url}/api/events?topics=notification`, { signal })
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const data = /^data: (.+)$/m.exec(block)?.[1]
        const title = data && (JSON.parse(data) as { title?: string }).title
        if (title) at.set(title, Date.now())
      }
    }
  }
  void read().catch(() => {
    // It was told to end.
  })
  return at
}

async function measureCost(place: Place): Promise<void> {
  await using service = await startService(place)
  const pid = service.server.process.pid!
  // Until what a start does is over.
  await sleep(20_000)
  const without = await cpuPercent(pid)
  for (let at = 0; at < MANY; at += 1)
    await service.send('/api/timers', { label: `Timer ${at}`, seconds: 36_000 + at })
  await sleep(5_000)
  const withMany = await cpuPercent(pid)
  console.log(`\nTimers: processor time of the idle service, over ${IDLE_SECONDS} s each`)
  console.log(
    table(
      ['', '% of a core'],
      [
        ['no timer', without.toFixed(2)],
        [`${MANY.toLocaleString('en')} running timers`, withMany.toFixed(2)],
      ],
    ),
  )
}

async function cpuPercent(pid: number): Promise<number> {
  const before = await ticksOf(pid)
  await sleep(IDLE_SECONDS * 1_000)
  return (((await ticksOf(pid)) - before) / TICKS_A_SECOND / IDLE_SECONDS) * 100
}

/** User and system time so far, in hundredths of a second. */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function row(name: string, delays: readonly number[]): (string | number)[] {
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return [name, at(0.5), at(0.99), sorted.at(-1)!]
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(20)
}
