import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, startServer as startProgram } from './load.ts'
import { table } from './table.ts'

const serverPath = fileURLToPath(new URL('servers/chat.ts', import.meta.url))
const STREAMS = 200
const TOKENS_A_SECOND = 50
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30)

/** How soon a word is on the wire, and what two hundred answers at a time cost. */
export async function benchChatStreams(): Promise<void> {
  await measureFirstByte()
  await measureProvider()
  await measureMany()
}

async function measureFirstByte(): Promise<void> {
  await using server = await startServer({ tokens: 1, everyMs: 1, firstMs: 5 })
  const delays: number[] = []
  for (let round = 0; round < 220; round += 1) {
    const [delay] = await readAnswer(server.address)
    if (round >= 20) delays.push(delay!)
  }
  console.log('Chat: from the first word of a model to the first byte at a client, one answer at a time')
  console.log(
    table(
      ['', 'p50 ms', 'p95 ms', 'p99 ms'],
      [['first word', ...[0.5, 0.95, 0.99].map((share) => at(delays, share).toFixed(2))]],
    ),
  )
}

/** The whole way: a provider that speaks OpenAI's protocol, the service as it is installed, and a client. */
async function measureProvider(): Promise<void> {
  await using provider = await startProvider()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const port = await freePort()
  await using service = await startProgram({
    command: process.execPath,
    args: ['bin/deskhand.js', 'start', '--port', String(port)],
    environment: {
      NODE_ENV: 'production',
      HOME: folder.path,
      DESKHAND_HOME: join(folder.path, 'data'),
      DESKHAND_KEYRING: 'off',
      DESKHAND_LLM_PROVIDER: 'openai_compatible',
      DESKHAND_LLM_MODEL: 'bench',
      DESKHAND_LLM_BASE_URL: provider.address,
    },
    port,
    readyPath: '/health',
  })
  const delays: number[] = []
  for (let round = 0; round < 120; round += 1) {
    const [delay] = await readAnswer(service.url)
    if (round >= 20 && delay !== undefined) delays.push(delay)
  }
  console.log(
    "\nChat: from a provider's first token to the first byte of it at a client, through the real service",
  )
  const row = [0.5, 0.95, 0.99].map((share) => at(delays, share).toFixed(2))
  console.log(table(['', 'answers', 'p50 ms', 'p95 ms', 'p99 ms'], [['first token', delays.length, ...row]]))
}

async function startProvider() {
  const server = createServer((asked, answer) => {
    asked.resume()
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = (delta: object, finish_reason: string | null = null) => {
      const choices = [{ index: 0, delta, finish_reason }]
      answer.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'bench', choices })}\n\n`,
      )
    }
    chunk({ role: 'assistant', content: '' })
    setTimeout(() => {
      chunk({ content: `${(performance.timeOrigin + performance.now()).toFixed(2)} word ` })
      chunk({}, 'stop')
      answer.end('data: [DONE]\n\n')
    }, 20)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function measureMany(): Promise<void> {
  const everyMs = 1000 / TOKENS_A_SECOND
  await using server = await startServer({ tokens: SECONDS * TOKENS_A_SECOND, everyMs, firstMs: 500 })
  const before = await server.usage()
  const started = performance.now()
  const streams = Array.from({ length: STREAMS }, () => readAnswer(server.address))
  const rows: (string | number)[][] = []
  const delivered = Promise.all(streams)
  let last = before
  let first: Usage | undefined
  for (let second = 5; second <= SECONDS; second += 5) {
    await sleep(5_000)
    const now = await server.usage()
    const cpu = (now.cpuSeconds - last.cpuSeconds).toFixed(2)
    rows.push([`${second} s`, mib(now.rss), mib(now.heap), first ? held(first, now) : '', cpu])
    // Not before all of them run: to begin takes memory too, once.
    if (now.begun === STREAMS) first ??= now
    last = now
  }
  const delays = (await delivered).flat()
  const seconds = (performance.now() - started) / 1000
  console.log(`\nChat: ${STREAMS} answers at a time, ${TOKENS_A_SECOND} words a second each, ${SECONDS} s`)
  console.log(
    table(
      ['', 'RSS MiB', 'heap MiB', 'bytes held/character', 'CPU s in 5 s'],
      [['idle', mib(before.rss), mib(before.heap), '', ''], ...rows],
    ),
  )
  console.log(
    table(
      ['word on the wire', 'events/s', 'p50 ms', 'p95 ms', 'p99 ms'],
      [
        [
          '',
          Math.round(delays.length / seconds),
          ...[0.5, 0.95, 0.99].map((share) => at(delays, share).toFixed(2)),
        ],
      ],
    ),
  )
}

interface Usage {
  readonly rss: number
  readonly heap: number
  readonly cpuSeconds: number
  /** Answers that have begun. */
  readonly begun: number
  /** Characters of all answers so far. */
  readonly said: number
}

/** An answer is kept until it is stored: one byte for each of its characters. What is above that is waste. */
function held(first: Usage, now: Usage): string {
  return ((now.heap - first.heap) / (now.said - first.said)).toFixed(2)
}

async function startServer({
  tokens,
  everyMs,
  firstMs,
}: {
  tokens: number
  everyMs: number
  firstMs: number
}) {
  const child: ChildProcess = fork(serverPath, [tokens, everyMs, firstMs].map(String), {
    execArgv: ['--expose-gc', '--max-semi-space-size=4'],
  })
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return {
    address,
    async usage(): Promise<Usage> {
      child.send('usage')
      const [{ cpu, ...usage }] = (await once(child, 'message')) as [
        Omit<Usage, 'cpuSeconds'> & { cpu: NodeJS.CpuUsage },
      ]
      return { ...usage, cpuSeconds: (cpu.user + cpu.system) / 1e6 }
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: STREAMS + 10 })

/** Milliseconds from when each event's last word was said to when it was read. */
function readAnswer(address: string): Promise<number[]> {
  const body = JSON.stringify({
    message: 'Tell me a story about a lighthouse that wanted to see the mountains',
  })
  const { promise, resolve, reject } = Promise.withResolvers<number[]>()
  const asked = request(`${address}/chat/stream`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  asked.on('error', reject)
  asked.on('response', (response) => {
    const delays: number[] = []
    let rest = ''
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      const now = performance.timeOrigin + performance.now()
      const frames = (rest + text).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const [, said] = frame.startsWith('event: text.delta')
          ? (/"delta":"(\d+\.\d+) word /.exec(frame) ?? [])
          : []
        if (said !== undefined) delays.push(now - Number(said))
      }
    })
    response.on('end', () => resolve(delays))
    response.on('error', reject)
  })
  asked.end(body)
  return promise
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}
