import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../src/contract/log.ts'
import type { ModelPart, ModelRequest } from '../src/features/models/language-model.ts'
import { createModels, type Models, type ModelsDeps } from '../src/features/models/models.ts'
import { settingDefinitions } from '../src/features/settings/definitions.ts'

export interface Stage extends AsyncDisposable {
  readonly models: Models
  /** As POST /api/settings does. */
  set(values: Readonly<Record<string, unknown>>): void
  /** The same settings and folder, as after a restart. */
  again(): Promise<Models>
}

/** Models over settings that a test changes, in a folder of their own. */
export async function modelsStage(
  values: Readonly<Record<string, unknown>>,
  deps: Partial<ModelsDeps> = {},
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-models-'))
  const inForce = new Map<string, unknown>(settingDefinitions.map((known) => [known.name, known.default]))
  const listeners = new Set<(names: readonly string[]) => void>()
  const assign = (given: object) => {
    for (const [name, value] of Object.entries(given)) inForce.set(name, value)
  }
  assign(values)
  const settings = {
    get: (name: string) => inForce.get(name) ?? null,
    schema: () => [],
    onChange(listener: (names: readonly string[]) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as ModelsDeps['settings']
  const open = () =>
    createModels({
      settings,
      file: join(folder, 'models.json'),
      log: silentLog,
      version: '1.2.3',
      now: () => new Date(),
      ...deps,
    })
  let models = open()
  return {
    models,
    set(given) {
      assign(given)
      for (const listener of listeners) listener(Object.keys(given))
    },
    async again() {
      await models.close()
      models = open()
      return models
    },
    async [Symbol.asyncDispose]() {
      await models.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Longer than any machine takes, for what is not about silence. */
export const patient = { firstMs: 60_000, idleMs: 60_000 }
/** What a server is given that says nothing at all, and one that falls silent. */
export const untilFirst = { firstMs: 2_000, idleMs: 60_000 }
export const untilNext = { firstMs: 60_000, idleMs: 500 }

/** A question with nothing special about it. */
export function question(text: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { turns: [{ role: 'user', text }], signal: new AbortController().signal, ...more }
}

export async function partsOf(stream: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

export interface OwnServer extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  /** How many connections are open now. */
  readonly open: () => number
}

type Answer = (response: ServerResponse, request: Received, count: number) => unknown

/** A server on this machine that answers as a test wants it to, also in ways that no real one should. */
export async function ownServer(answer: Answer): Promise<OwnServer> {
  const received: Received[] = []
  const sockets = new Set<object>()
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { method = '', url = '', headers } = request
      const got = { method, path: url, headers, body }
      received.push(got)
      return answer(response, got, received.length)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

/** Chunks of the OpenAI protocol, as a server sends them. */
export function sse(
  response: ServerResponse,
  deltas: readonly object[],
  finish: string | null = 'stop',
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const delta of deltas) response.write(chunk(delta, null))
  if (finish === null) return
  response.write(chunk({}, finish))
  response.end('data: [DONE]\n\n')
}

export function chunk(delta: object, finish: string | null): string {
  const body = {
    id: 'c',
    object: 'chat.completion.chunk',
    model: 'own',
    choices: [{ index: 0, delta, finish_reason: finish }],
  }
  return `data: ${JSON.stringify(body)}\n\n`
}
