import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ErrorIssue } from '../contract/errors.ts'
import { silentLog } from '../contract/log.ts'
import { dataFolder, type DataFolder } from '../platform/data-folder.ts'
import { findInstance } from '../platform/database/instance-lock.ts'
import type { SecretStore } from '../platform/secrets/secret-store.ts'
import { CommandError } from './command-error.ts'
import type { CommandCall, ServiceRequest, ServiceResponse } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { sendRequest } from './send-request.ts'

const PATIENCE_MS = 30_000

type Place = Pick<CommandCall, 'flags' | 'environment'>

/** The data folder that a command is about: its own flag, then the environment, then the platform's. */
export function folderOf({ flags, environment }: Place): DataFolder {
  const flag = flags['home']
  if (flag === '') throw new CommandError('--home takes a folder.', exitCode.usage)
  const given = typeof flag === 'string' ? flag : environment['DESKHAND_HOME']
  const home = given ? resolve(given.replace(/^~(?=\/|$)/, environment['HOME'] ?? homedir())) : undefined
  const folder = dataFolder({ ...environment, DESKHAND_HOME: home })
  if (statSync(folder.root, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new CommandError(`${folder.root} isn't a folder. Choose another with --home.`, exitCode.failed)
  return folder
}

export interface RunningService {
  readonly pid: number
  /** Where it listens; null while it starts. */
  readonly address: string | null
}

/** The service that holds the folder; the command line never opens the database itself while there is one. */
export function runningService(folder: DataFolder): RunningService | null {
  const instance = findInstance(folder.root)
  if (instance === null || instance.pid === null) return null
  return { pid: instance.pid, address: instance.address }
}

export interface ReadyService extends RunningService {
  readonly address: string
  /** The same place as this machine itself reaches it. */
  readonly localAddress: string
}

export function requireService(folder: DataFolder): ReadyService {
  const service = runningService(folder)
  if (!service)
    throw new CommandError(
      `No service is running with the data in ${folder.root}. Start it with "deskhand start".`,
      exitCode.notRunning,
    )
  const { pid, address } = service
  if (address === null)
    throw new CommandError(
      `The service (process ${pid}) is still starting. Try again in a moment.`,
      exitCode.notRunning,
    )
  return { pid, address, localAddress: localAddressOf(address) }
}

/** "Every address of this machine" is nothing that one can connect to by name. */
function localAddressOf(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

type Asker = Place & Pick<CommandCall, 'reach'>

/** The answer while it is still arriving: for streams. */
export async function openResponse(call: Asker, request: ServiceRequest): Promise<ServiceResponse> {
  if (call.reach) return call.reach(request)
  const { address, localAddress } = requireService(folderOf(call))
  const token = await tokenOf(call)
  try {
    return await sendRequest(localAddress, {
      ...request,
      headers: {
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...request.headers,
      },
    })
  } catch (error) {
    throw unreachable(error, address)
  }
}

/** Answers the parsed body, or throws the service's own sentence. */
export async function callServiceForJson<T>(call: Asker, request: ServiceRequest): Promise<T> {
  const response = await openResponse(call, { signal: AbortSignal.timeout(PATIENCE_MS), ...request })
  const text = await response.text()
  if (response.ok) return parseJson(text) as T
  throw refusal(text, response.status)
}

/** The service's own sentence about why it did not do what was asked. */
export function refusal(text: string, status: number): CommandError {
  const problem = parseJson(text) as { detail?: string; errors?: readonly ErrorIssue[] } | undefined
  return new CommandError(
    problem?.detail ?? `The service answered ${status}.`,
    exitCode.failed,
    problem?.errors,
  )
}

/** The secrets of this user, for the token that the service wants. The data folder must be there. */
export async function openSecrets(call: Place): Promise<SecretStore> {
  const { keyringChoice, openSecretStore } = await import('../platform/secrets/secret-store.ts')
  return openSecretStore({
    folder: folderOf(call).root,
    keyring: keyringChoice(call.environment),
    environment: call.environment,
    log: silentLog,
  })
}

/** The token that callers must send, or null when they need none. */
export async function tokenOf(call: Place): Promise<string | null> {
  if (call.environment['DESKHAND_TOKEN']) return call.environment['DESKHAND_TOKEN']
  // Most services have none, and then there is nothing to open.
  if (!existsSync(join(folderOf(call).root, 'secrets.json'))) return null
  return (await openSecrets(call)).get('TOKEN')
}

function unreachable(error: unknown, address: string): CommandError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const isLate = cause instanceof Error && cause.name === 'TimeoutError'
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new CommandError(
    isLate
      ? `The service at ${address} has not answered for ${PATIENCE_MS / 1000} s. "deskhand logs" may say why.`
      : `The service at ${address} did not answer: ${reason}.`,
    exitCode.notRunning,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
