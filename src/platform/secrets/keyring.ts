import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ownProgram } from '../files/own-code.ts'
import { AppError } from '../../contract/errors.ts'
import type { KeyringOrder, KeyringReply, KeyringRequest } from './keyring-process.ts'

const SERVICE = 'deskhand'
const PROBE = 'does it answer?'

export type Environment = Readonly<Record<string, string | undefined>>

/** What is kept for one account in the keyring of the user's session. Every call ends: what takes too long is given up. */
export interface KeyringAccount {
  /** What was kept there when it was found. */
  readonly value: string | null
  write(value: string): Promise<void>
}

interface FindKeyringOptions {
  readonly account: string
  readonly environment: Environment
  readonly answerMs: number
}

/** Tries a whole round trip, because a keyring that lists itself may still be locked; throws when it does not work. */
export async function findKeyring({
  account,
  environment,
  answerMs,
}: FindKeyringOptions): Promise<KeyringAccount> {
  if (!mayHaveKeyring(environment)) throw silent('no desktop session')
  const probe = `${account} (probe)`
  const results = await carryOut(
    [
      { do: 'set', account: probe, value: PROBE },
      { do: 'get', account: probe },
      { do: 'delete', account: probe },
      { do: 'get', account },
    ],
    { environment, timeoutMs: answerMs },
  )
  if (results[1] !== PROBE) throw silent('it returned something else than was stored')
  return {
    value: results[3] ?? null,
    async write(value) {
      // A locked keyring asks the person at the screen, who needs a moment.
      await carryOut([{ do: 'set', account, value }], { environment, timeoutMs: 30_000 })
    },
  }
}

/** One value that is read and written by itself. Throws where there is no keyring, or none that answers in time. */
export function keyringValue({
  account,
  environment,
  answerMs = 5_000,
}: Omit<FindKeyringOptions, 'answerMs'> & Partial<Pick<FindKeyringOptions, 'answerMs'>>) {
  const options = { environment, timeoutMs: answerMs }
  return {
    async read(): Promise<string | null> {
      if (!mayHaveKeyring(environment)) throw silent('no desktop session')
      const [value = null] = await carryOut([{ do: 'get', account }], options)
      return value
    },
    async write(value: string): Promise<void> {
      await carryOut([{ do: 'set', account, value }], options)
    },
  }
}

/** Without a session there is nobody to ask, and starting a process for it would only cost time. */
function mayHaveKeyring(environment: Environment): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  if (process.platform !== 'linux') return false
  if (environment['DBUS_SESSION_BUS_ADDRESS']) return true
  const runtime = environment['XDG_RUNTIME_DIR']
  return runtime !== undefined && existsSync(join(runtime, 'bus'))
}

interface CallOptions {
  readonly environment: Environment
  readonly timeoutMs: number
}

async function carryOut(
  orders: readonly KeyringOrder[],
  options: CallOptions,
): Promise<readonly (string | null)[]> {
  const reply = await ask({ service: SERVICE, orders }, options)
  if ('error' in reply) throw silent(reply.error)
  return reply.results
}

async function ask(request: KeyringRequest, { environment, timeoutMs }: CallOptions): Promise<KeyringReply> {
  const program = ownProgram('src/platform/secrets/keyring-process.ts')
  const child = spawn(process.execPath, [program], {
    env: sessionOnly(environment),
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<string | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_code, signal) => resolve(signal))
  })
  // A child that ends before it has read everything is told of by its exit.
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(request))
  const [answer, signal] = await Promise.all([text(child.stdout), ended])
  if (signal !== null) return { error: `it didn't answer within ${timeoutMs / 1000} s` }
  return answer === '' ? { error: "it couldn't be asked" } : (JSON.parse(answer) as KeyringReply)
}

/** The child needs to find the session, and nothing else that this process knows. */
function sessionOnly(environment: Environment): NodeJS.ProcessEnv {
  const names = [
    'DBUS_SESSION_BUS_ADDRESS',
    'XDG_RUNTIME_DIR',
    'DISPLAY',
    'WAYLAND_DISPLAY',
    'XAUTHORITY',
    'HOME',
    'USER',
  ]
  return Object.fromEntries(
    names.map((name) => [name, environment[name]]).filter(([, value]) => value !== undefined),
  )
}

function silent(reason: string): AppError {
  return new AppError('storage_failed', `The system keyring doesn't work here: ${reason}.`)
}
