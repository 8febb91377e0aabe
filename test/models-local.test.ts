import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { findLocalServers, type LocalServersDeps } from '../src/features/models/providers/local-servers.ts'
import { freePort } from './free-port.ts'
import { ownServer, type OwnServer, type Received } from './models-stage.ts'

// It tries the examples of docs/models.md.

type Ports = NonNullable<LocalServersDeps['ports']>
type RuntimeName = keyof Ports

const names = ['ollama', 'lmstudio', 'llamacpp', 'docker', 'vllm', 'jan'] as const

/** Ports of which nobody listens on any: what is not given is not there. */
async function portsWith(given: Ports): Promise<Ports> {
  const nobody = await freePort()
  return { ...Object.fromEntries(names.map((name) => [name, nobody])), ...given }
}

const portOf = ({ url }: OwnServer) => Number(new URL(url).port)

interface Finding {
  readonly ownPort?: number | null
  /** null for the usual time. */
  readonly patienceMs?: number | null
}

/** With more time than any machine needs, except where the time is what matters. */
async function find(given: Ports, { ownPort = null, patienceMs = 30_000 }: Finding = {}) {
  const ports = await portsWith(given)
  const deps = { fetch, ownPort: () => ownPort, ports, patienceMs: patienceMs ?? undefined }
  return findLocalServers(deps, new AbortController().signal)
}

const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Answers by path, as each program documents it; anything else is 404. */
const answering =
  (answers: Readonly<Record<string, unknown>>) => (response: ServerResponse, request: Received) => {
    const model = request.body['model']
    const name = typeof model === 'string' ? `${request.path} ${model}` : request.path
    const answer = answers[name]
    return answer === undefined ? json(response, { error: 'not found' }, 404) : json(response, answer)
  }

const listed = (owned_by: string, entries: readonly object[]) => ({
  object: 'list',
  data: entries.map((entry) => ({ object: 'model', created: 1_762_000_000, owned_by, ...entry })),
})

const samples: Record<RuntimeName, { answers: Record<string, unknown>; expected: object }> = {
  ollama: {
    answers: {
      '/api/tags': {
        models: ['qwen3:8b', 'nomic-embed-text:latest', 'new:1b'].map((model) => ({
          name: model,
          model,
          modified_at: '2026-10-01T12:00:00Z',
          size: 5_200_000_000,
          digest: 'a'.repeat(64),
          details: { format: 'gguf', family: 'qwen3', parameter_size: '8.2B', quantization_level: 'Q4_K_M' },
        })),
      },
      '/api/show qwen3:8b': {
        capabilities: ['completion', 'tools', 'thinking'],
        model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
      },
      '/api/show nomic-embed-text:latest': {
        capabilities: ['embedding'],
        model_info: { 'nomic-bert.context_length': 2048 },
      },
      // It does not say: the list still has it.
    },
    expected: {
      runtime: 'ollama',
      provider: 'ollama',
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      models: [
        { model: 'qwen3:8b', tools: true, vision: false, context_tokens: 40_960 },
        { model: 'new:1b', tools: null, vision: null, context_tokens: null },
      ],
    },
  },
  lmstudio: {
    answers: {
      '/api/v1/models': {
        models: [
          {
            type: 'llm',
            publisher: 'google',
            key: 'google/gemma-3-4b',
            display_name: 'Gemma 3 4B',
            loaded_instances: [],
            max_context_length: 131_072,
            capabilities: { vision: true, trained_for_tool_use: false },
          },
          {
            type: 'llm',
            key: 'qwen/qwen3.5-9b',
            loaded_instances: [{ id: 'qwen/qwen3.5-9b', config: { context_length: 4096 } }],
            max_context_length: 262_144,
            capabilities: { vision: false, trained_for_tool_use: true },
          },
          { type: 'embedding', key: 'text-embedding-nomic-embed-text-v1.5', max_context_length: 2048 },
        ],
      },
    },
    expected: {
      runtime: 'lmstudio',
      provider: 'lmstudio',
      base_url: expect.stringMatching(/\/v1$/),
      models: [
        { model: 'google/gemma-3-4b', tools: false, vision: true, context_tokens: 131_072 },
        { model: 'qwen/qwen3.5-9b', tools: true, vision: false, context_tokens: 4096 },
      ],
    },
  },
  llamacpp: {
    answers: {
      '/v1/models': listed('llamacpp', [
        { id: 'Qwen3-8B-Q4_K_M.gguf', meta: { n_ctx_train: 40_960, n_params: 8_190_735_360 } },
      ]),
      '/props': {
        default_generation_settings: { n_ctx: 8192 },
        modalities: { vision: true, audio: false },
        chat_template_caps: { supports_tools: true },
      },
    },
    expected: {
      runtime: 'llamacpp',
      provider: 'llamacpp',
      models: [{ model: 'Qwen3-8B-Q4_K_M.gguf', tools: true, vision: true, context_tokens: 8192 }],
    },
  },
  docker: {
    answers: { '/engines/v1/models': listed('docker', [{ id: 'ai/smollm2' }]) },
    expected: {
      runtime: 'docker',
      provider: 'openai_compatible',
      base_url: expect.stringMatching(/\/engines\/v1$/),
      models: [{ model: 'ai/smollm2', tools: null, vision: null, context_tokens: null }],
    },
  },
  vllm: {
    answers: { '/v1/models': listed('vllm', [{ id: 'Qwen/Qwen3-8B', max_model_len: 32_768 }]) },
    expected: {
      runtime: 'vllm',
      provider: 'openai_compatible',
      models: [{ model: 'Qwen/Qwen3-8B', tools: null, vision: null, context_tokens: 32_768 }],
    },
  },
  jan: {
    answers: { '/v1/models': listed('user', [{ id: 'Jan-v1-4B-Q4_K_M' }]) },
    expected: {
      runtime: 'jan',
      provider: 'openai_compatible',
      base_url: expect.stringMatching(/\/v1$/),
      models: [{ model: 'Jan-v1-4B-Q4_K_M', tools: null, vision: null, context_tokens: null }],
    },
  },
}

test.each(names)('%s is found, with what its models can do, and without a key', async (name) => {
  await using server = await ownServer(answering(samples[name].answers))
  expect(await find({ [name]: portOf(server) })).toMatchObject([samples[name].expected])
  for (const { headers } of server.received) {
    expect(headers.host).toMatch(/^127\.0\.0\.1:/)
    for (const header of ['authorization', 'x-api-key', 'x-goog-api-key', 'cookie'])
      expect(headers).not.toHaveProperty(header)
  }
})

test('a llama.cpp that serves several models is not asked about one of them: that would load it', async () => {
  const entries = ['small', 'large'].map((id) => ({
    id,
    status: { value: 'unloaded' },
    meta: { n_ctx_train: 32_768 },
    architecture: { input_modalities: ['text', 'image'] },
  }))
  await using server = await ownServer(answering({ '/v1/models': listed('llamacpp', entries) }))
  const [found] = await find({ llamacpp: portOf(server) })
  expect(found?.models).toEqual(
    ['small', 'large'].map((model) => ({ model, tools: null, vision: true, context_tokens: 32_768 })),
  )
  expect(server.received.map(({ path }) => path)).toEqual(['/v1/models'])
})

test.each<[string, (response: ServerResponse) => unknown]>([
  ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Jenkins</h1>')],
  ['an error', (response) => json(response, { status: 404, error: 'Not Found' }, 404)],
  ['JSON of another kind', (response) => json(response, { data: [1, 2, 3], object: 'list' })],
  ['a list of models by somebody else', (response) => json(response, listed('localai', [{ id: 'gpt-4' }]))],
  ['wrong types', (response) => json(response, { object: 'list', data: { id: 'x' } })],
  ['an array', (response) => json(response, [])],
  ['null', (response) => json(response, null)],
])('a stranger on the port of llama.cpp that answers with %s is not taken for one', async (_what, answer) => {
  await using server = await ownServer(answer)
  expect(await find({ llamacpp: portOf(server) })).toEqual([])
})

test('names that are no names, and more models than anybody has, are left out', async () => {
  const bad = [{ model: 7 }, { model: '' }, { model: 'a\nb' }, { model: 'x'.repeat(201) }, {}, null, 'text']
  const many = Array.from({ length: 5_000 }, (_, index) => ({ model: `m${index}` }))
  await using server = await ownServer(answering({ '/api/tags': { models: [...bad, ...many] } }))
  const [found] = await find({ ollama: portOf(server) })
  expect(found?.models).toHaveLength(200)
  expect(found?.models[0]?.model).toBe('m0')
})

// Attack: a program on the port leads the service elsewhere, or feeds it without end.
test('a redirect is not followed', async () => {
  await using secret = await ownServer(answering(samples.llamacpp.answers))
  await using server = await ownServer((response, { path }) =>
    response.writeHead(302, { location: secret.url + path }).end(),
  )
  expect(await find({ llamacpp: portOf(server), lmstudio: portOf(server) })).toEqual([])
  expect(secret.received).toEqual([])
})

test('an answer without end is cut off, and so is a huge one', async () => {
  let sent = 0
  await using endless = await ownServer((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const block = `{"models":["${'x'.repeat(1_000_000)}`
    const write = () => {
      while (!response.destroyed && response.write(block)) sent += block.length
    }
    response.on('drain', write)
    write()
  })
  expect(await find({ ollama: portOf(endless) })).toEqual([])
  await expect.poll(() => endless.open()).toBe(0)
  // What the sockets held; without the limit it would go on for as long as the time does.
  expect(sent).toBeLessThan(64_000_000)
})

test('servers that hang are waited for all at once, and keep nobody else from being found', async () => {
  let together = 0
  await using hanging = await ownServer(() => void (together = Math.max(together, hanging.open())))
  await using ollama = await ownServer(answering(samples.ollama.answers))
  const hung = Object.fromEntries(names.map((name) => [name, portOf(hanging)])) as Ports
  const ports = { ...hung, ollama: portOf(ollama) }
  const maxAtOnce = async () => {
    const found = await find(ports, { patienceMs: null })
    expect(found.map(({ runtime }) => runtime)).toEqual(['ollama'])
    return together
  }
  // A machine that is busy may need a second look; asked one after the other, there would never be two.
  await expect.poll(maxAtOnce, { interval: 50 }).toBeGreaterThanOrEqual(names.length - 1)
  await expect.poll(() => hanging.open()).toBe(0)
})

test('a server that says what it has, and then hangs, is found with what it said', async () => {
  await using server = await ownServer((response, request) =>
    request.path === '/api/tags' ? answering(samples.ollama.answers)(response, request) : undefined,
  )
  const [found] = await find({ ollama: portOf(server) }, { patienceMs: 2_000 })
  expect(found?.models.map(({ model }) => model)).toEqual(['qwen3:8b', 'nomic-embed-text:latest', 'new:1b'])
})

test('the service does not ask itself: its port is also that of vLLM', async () => {
  await using server = await ownServer(answering(samples.vllm.answers))
  expect(await find({ vllm: portOf(server) }, { ownPort: portOf(server) })).toEqual([])
  expect(server.received).toEqual([])
  expect(await find({ vllm: portOf(server) }, { ownPort: 1 })).toHaveLength(1)
})

test('what speaks no HTTP is nobody', async () => {
  const server = createServer()
  server.on('connection', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  expect(await find({ llamacpp: port, ollama: port })).toEqual([])
  await new Promise((resolve) => server.close(resolve))
})
