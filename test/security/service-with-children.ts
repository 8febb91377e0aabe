import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dataFolder, type DataFolder } from '../../src/platform/data-folder.ts'
import type { ChildOrder, ChildOutcome, HostReady } from './service-host.ts'

export interface HostOptions {
  /** The user that the service runs as; this one when left out. */
  readonly user?: number
  readonly environment?: NodeJS.ProcessEnv
  /** Also answer HTTP on a Unix socket of this name in its home. */
  readonly socketName?: string
}

/** The service in a process of its own, which starts programs when it is told to: what a tool would do, without a sandbox. */
export interface ServiceHost extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly home: string
  readonly folder: DataFolder
  /** Starts a program as a child of the service, and waits until it and what it writes to have ended. */
  child(command: string, args: readonly string[], options?: Partial<ChildOrder>): Promise<ChildOutcome>
}

export async function startServiceWithChildren(options: HostOptions = {}): Promise<ServiceHost> {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-host-'))
  const { user, socketName } = options
  if (user !== undefined) await chown(home, user, user)
  const host = fork(fileURLToPath(new URL('./service-host.ts', import.meta.url)), [], {
    env: {
      HOME: home,
      PATH: process.env['PATH'],
      DESKHAND_KEYRING: 'off',
      ...(socketName !== undefined && { HOST_SOCKET: join(home, socketName) }),
      ...options.environment,
    },
    // What one of them has compiled the others need not compile again; a loader of the test runner is none of its own.
    execArgv: [],
    ...(user !== undefined && { uid: user, gid: user }),
  })
  const dispose = () => end(host, home)
  const [ready] = (await Promise.race([once(host, 'message'), failed(host)])) as [HostReady]
  let orders = 0
  return {
    ...ready,
    port: Number(new URL(ready.address).port),
    home,
    folder: dataFolder({ DESKHAND_HOME: join(home, 'data') }),
    async child(command, args, more = {}) {
      const id = (orders += 1)
      const { promise, resolve } = Promise.withResolvers<ChildOutcome>()
      const onMessage = (outcome: ChildOutcome) => {
        if (outcome.id !== id) return
        host.off('message', onMessage)
        resolve(outcome)
      }
      host.on('message', onMessage)
      host.send({ id, command, args, ...more } satisfies ChildOrder)
      return promise
    },
    [Symbol.asyncDispose]: dispose,
  }
}

async function failed(host: ChildProcess): Promise<never> {
  const [code] = (await once(host, 'exit')) as [number | null]
  throw new Error(`The host of the service ended with ${code}.`)
}

async function end(host: ChildProcess, home: string): Promise<void> {
  if (host.exitCode === null && host.signalCode === null) {
    host.send('stop')
    await once(host, 'exit')
  }
  await rm(home, { recursive: true, force: true })
}
