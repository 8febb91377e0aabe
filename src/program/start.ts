import type { Service } from '../server/lifecycle/service.ts'
import { CommandError } from '../cli/command-error.ts'
import type { CommandCall } from '../cli/command.ts'
import { exitCode } from '../cli/exit-codes.ts'
import { isCheckout } from '../platform/files/own-code.ts'
import { folderOf, tokenOf } from '../cli/running-service.ts'

/** Signals that come this close together are one wish: npm passes on the Ctrl-C that the terminal has already sent. */
const SAME_WISH_MS = 100

export async function run(call: CommandCall): Promise<number> {
  const options = {
    host: textOf(call, 'host', 'DESKHAND_HOST'),
    port: portOf(textOf(call, 'port', 'DESKHAND_PORT')),
    socketPath: textOf(call, 'socket', 'DESKHAND_SOCKET'),
    folder: folderOf(call),
    environment: call.environment,
    output: process.stdout,
    pretty: call.terminal.isInteractive,
  }
  if (call.flags['background'] === true) {
    const { startInBackground } = await import('../cli/commands/background.ts')
    return startInBackground(call)
  }
  // From here on: a signal that comes while everything is being opened must not cut it off in the middle.
  const stopAsked = untilSignal()
  const { startService } = await import('../server/lifecycle/service.ts')
  const service = await startService(options)
  endOnBug(service)
  const { returnIdleMemory } = await import('../platform/processes/idle-memory.ts')
  const stopReturning = returnIdleMemory()
  if (!call.terminal.json) await welcome(service, call)
  await Promise.race([stopAsked, service.stopped])
  stopReturning()
  await service.close()
  return exitCode.ok
}

async function welcome({ address }: Service, call: CommandCall): Promise<void> {
  const shown = call.terminal.style(['bold', 'cyan'], address)
  // In a checkout the program is known to npx only.
  const program = isCheckout ? 'npx deskhand' : 'deskhand'
  // The command line sends the token by itself; curl and the browser would have to be told.
  const hasToken = (await tokenOf(call)) !== null
  call.terminal.print(
    [
      '',
      `  Deskhand is ready at ${shown}  (Ctrl-C stops it)`,
      '',
      '  Three things to try:',
      hasToken ? `    ${program} chat` : `    ${address} in the browser, and ${address}/docs for programs`,
      `    ${program} "add milk to my shopping list"`,
      hasToken ? `    ${program} api metrics.read` : `    curl ${address}/api/system/metrics`,
      '',
    ].join('\n'),
  )
}

/** Never go on after a bug: whoever supervises the service starts it afresh. */
export function endOnBug(service: Pick<Service, 'recordCrash'>): void {
  const end = (error: unknown) => void service.recordCrash(error).finally(() => process.exit(exitCode.failed))
  process.once('uncaughtException', end)
  process.once('unhandledRejection', end)
}

/** The first signal lets work end; the second does not wait. */
export async function untilSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let firstAt: number | undefined
  let isHeardLater = false
  const onSignal = () => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      // Those that are heard in one turn came together, however late a busy machine lets them be heard.
      setImmediate(() => (isHeardLater = true))
    }
    if (isHeardLater && performance.now() - firstAt > SAME_WISH_MS) process.exit(exitCode.interrupted)
    resolve()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // The terminal was closed.
  process.on('SIGHUP', onSignal)
  return promise
}

function textOf({ flags, environment }: CommandCall, flag: string, variable: string): string | undefined {
  const value = flags[flag] ?? environment[variable]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new CommandError(`"${text}" is not a port. Choose a number from 1 to 65535.`, exitCode.usage)
}
