import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { silentLog } from '../contract/log.ts'
import { dataFolder, type DataFolder } from '../platform/data-folder.ts'
import { findInstance, type Instance } from '../platform/database/instance-lock.ts'
import type { SecretStore } from '../platform/secrets/secret-store.ts'
import { CommandError } from './command-error.ts'
import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'

/** The data folder that a command is about: its own flag, then the environment, then the platform's. */
export function folderOf({ flags, environment }: Pick<CommandCall, 'flags' | 'environment'>): DataFolder {
  const home = flags['home']
  return dataFolder({ ...environment, ...(typeof home === 'string' && { DESKHAND_HOME: home }) })
}

export interface RunningService extends Instance {
  readonly pid: number
  readonly address: string
}

/** The service that holds the folder; the command line never opens the database itself while there is one. */
export function runningService(folder: DataFolder): RunningService | null {
  const instance = findInstance(folder.root)
  if (instance === null || instance.pid === null) return null
  return { ...instance, pid: instance.pid, address: instance.address ?? '' }
}

export function requireService(folder: DataFolder): RunningService {
  const service = runningService(folder)
  if (service) return service
  throw new CommandError(
    `No service is running with the data in ${folder.root}. Start it with "deskhand start".`,
    exitCode.notRunning,
  )
}

export interface ServiceAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** One request to the running service, with its token if it has one. */
export async function callService(call: CommandCall, request: ServiceRequest): Promise<ServiceAnswer> {
  const response = await openResponse(call, request)
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text: await response.text(),
  }
}

/** The answer while it is still arriving: for streams. */
export async function openResponse(call: CommandCall, request: ServiceRequest): Promise<Response> {
  const folder = folderOf(call)
  const { address } = requireService(folder)
  const token = await serviceToken(folder, call)
  try {
    return await fetch(new URL(request.path, address), {
      method: request.method,
      headers: {
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...request.headers,
      },
      body: request.body ?? null,
    })
  } catch (error) {
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new CommandError(`The service at ${address} did not answer: ${reason}.`, exitCode.notRunning)
  }
}

/** Answers the parsed body, or throws the service's own sentence. */
export async function callServiceForJson<T>(call: CommandCall, request: ServiceRequest): Promise<T> {
  const { status, text } = await callService(call, request)
  const body = parseJson(text)
  if (status >= 400) {
    const detail = (body as { detail?: string } | undefined)?.detail ?? `The service answered ${status}.`
    throw new CommandError(detail, exitCode.failed)
  }
  return body as T
}

/** The secrets of this user, for the token that the service wants. */
export async function openSecrets(call: Pick<CommandCall, 'flags' | 'environment'>): Promise<SecretStore> {
  const { keyringChoice, openSecretStore } = await import('../platform/secrets/secret-store.ts')
  const { ensurePrivateFolder } = await import('../platform/files/atomic-file.ts')
  const { root } = folderOf(call)
  await ensurePrivateFolder(root)
  return openSecretStore({
    folder: root,
    keyring: keyringChoice(call.environment),
    environment: call.environment,
    log: silentLog,
  })
}

async function serviceToken(folder: DataFolder, call: CommandCall): Promise<string | null> {
  if (call.environment['DESKHAND_TOKEN']) return call.environment['DESKHAND_TOKEN']
  // Most services have none, and then there is nothing to open.
  if (!existsSync(join(folder.root, 'secrets.json'))) return null
  return (await openSecrets(call)).get('TOKEN')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
