import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type Client } from '../src/client/client.ts'
import { httpTransport } from '../src/client/http-transport.ts'
import type { Embedder } from '../src/platform/embedding/embedder.ts'
import { dataFolder } from '../src/platform/data-folder.ts'
import { startService } from '../src/server/lifecycle/service.ts'
import { freePort } from '../test/free-port.ts'
import { NO_MODEL_SERVERS, NOBODY } from '../test/service.ts'
import type { Call } from './wish.ts'

/** The service on a home and with data of its own. */
export interface Workspace extends AsyncDisposable {
  /** Holds `home` and `data`. */
  readonly root: string
  readonly home: string
  readonly address: string
  readonly client: Client
}

export async function openWorkspace(root: string, embedder: Embedder): Promise<Workspace> {
  const home = join(root, 'home')
  await mkdir(home, { recursive: true })
  const service = await startService({
    folder: dataFolder({ DESKHAND_HOME: join(root, 'data') }),
    port: await freePort(),
    // Live data is what it is on that day: nothing here depends on it.
    environment: { HOME: home, DESKHAND_KEYRING: 'off', PATH: process.env['PATH'], ...NOBODY },
    output: null,
    pretty: false,
    isEmbedded: true,
    localModelPorts: NO_MODEL_SERVERS,
    embedder,
  })
  return {
    root,
    home,
    address: service.address,
    client: createClient(httpTransport({ baseUrl: service.address })),
    [Symbol.asyncDispose]: () => service.close(),
  }
}

/** A second home and data folder like the first, whose service must not run. */
export async function copyWorkspace(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
}

/** Calls a tool as the person at this machine; what is made this way belongs to them. */
export async function callTool(
  { client }: Pick<Workspace, 'client'>,
  [action, args]: Call,
): Promise<unknown> {
  const { success, message, data } = await client.tools.execute({ body: { tool_name: action, args } })
  if (!success) throw new Error(`${action}: ${message}`)
  return data
}
