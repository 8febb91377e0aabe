import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type Client } from '../src/client/client.ts'
import { httpTransport } from '../src/client/http-transport.ts'
import { settingDefinitions } from '../src/features/settings/definitions.ts'
import { dataFolder, type DataFolder } from '../src/platform/data-folder.ts'
import { createEmbedder } from '../src/platform/embedding/embedder.ts'
import { startService } from '../src/server/lifecycle/service.ts'
import { freePort } from './free-port.ts'
import type { Transport } from '../src/client/wire.ts'
import type { ServiceOptions } from '../src/server/lifecycle/service-options.ts'

export interface TestService extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly folder: DataFolder
  readonly client: Client
  /** Stops the service and starts it again on the same folder. */
  restart(): Promise<void>
}

export interface TestServiceOptions {
  readonly environment?: NodeJS.ProcessEnv
  readonly host?: string
  /** Where model servers are looked for; nowhere unless a test says so. */
  readonly localModelPorts?: NonNullable<ServiceOptions['localModelPorts']>
  readonly extendMcp?: ServiceOptions['extendMcp']
}

export const NO_MODEL_SERVERS = { ollama: 1, lmstudio: 1, llamacpp: 1, docker: 1, vllm: 1, jan: 1 }

/** Every provider of live data is a port of this machine where nobody listens: no test leaves it. */
export const NOBODY = Object.fromEntries(
  settingDefinitions
    .filter(({ name }) => name.startsWith('UPSTREAM_'))
    .map(({ name }) => [`DESKHAND_${name}`, 'http://127.0.0.1:1']),
)

/**
 * One for all services of this process, since to load it takes longer than most tests. It is loaded with the first text, and
 * ends by itself: when nobody has wanted it for a while, or with this process.
 */
const embedder = createEmbedder()

/** The real service on a port and in a folder of its own, in this process. */
export async function startTestService({
  environment = {},
  host,
  localModelPorts,
  extendMcp,
}: TestServiceOptions = {}): Promise<TestService> {
  const root = await mkdtemp(join(tmpdir(), 'deskhand-test-'))
  const folder = dataFolder({ DESKHAND_HOME: join(root, 'data') })
  const start = (port: number) =>
    startService({
      folder,
      host,
      port,
      environment: {
        HOME: root,
        DESKHAND_KEYRING: 'off',
        // Whoever runs the tests wants to see no notices of theirs.
        DESKHAND_DESKTOP_NOTIFICATIONS: 'off',
        PATH: process.env['PATH'],
        ...NOBODY,
        ...environment,
      },
      output: null,
      pretty: false,
      isEmbedded: true,
      localModelPorts: { ...NO_MODEL_SERVERS, ...localModelPorts },
      extendMcp,
      embedder,
    })
  let service = await start(await freePort()).catch(async (error: unknown) => {
    await rm(root, { recursive: true, force: true })
    throw error
  })
  const { address } = service
  const token = environment['DESKHAND_TOKEN']
  return {
    address,
    port: Number(new URL(address).port),
    folder,
    client: createClient(patient(httpTransport({ baseUrl: address, token }))),
    async restart() {
      await service.close()
      service = await start(Number(new URL(address).port))
    },
    async [Symbol.asyncDispose]() {
      await service.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/**
 * Asks again, as docs/write-a-shell.md says, when a service is behind and refuses a request before it has begun: on a busy machine
 * the test itself, in the same process, keeps it from answering.
 */
function patient(send: Transport): Transport {
  return async (request, signal) => {
    for (;;) {
      const response = await send(request, signal)
      const seconds = response.headers['retry-after']
      if (seconds === undefined || !response.text.includes('"code":"overloaded"')) return response
      await sleep(Number(seconds) * 1000, undefined, { signal })
    }
  }
}
