import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../server/service.ts'
import { CommandError } from './command-error.ts'
import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { folderOf, runningService } from './running-service.ts'
import type { Terminal } from './terminal.ts'

const PATIENCE_MS = 20_000

export async function run(call: CommandCall): Promise<number> {
  if (call.flags['background'] === true) return startInBackground(call)
  const { startService } = await import('../server/service.ts')
  const service = await startService({
    host: textFlag(call, 'host') ?? call.environment['DESKHAND_HOST'],
    port: portOf(textFlag(call, 'port') ?? call.environment['DESKHAND_PORT']),
    socketPath: textFlag(call, 'socket') ?? call.environment['DESKHAND_SOCKET'],
    folder: folderOf(call),
    environment: call.environment,
    output: process.stdout,
    pretty: call.terminal.isInteractive,
  })
  endOnBug(service)
  if (!call.terminal.json) welcome(service, call.terminal)
  return untilStopped(service)
}

function welcome({ address }: Service, terminal: Terminal): void {
  const shown = terminal.style(['bold', 'cyan'], address)
  terminal.print(
    [
      '',
      `  Deskhand is ready at ${shown}  (Ctrl-C stops it)`,
      '',
      '  Three things to try:',
      `    curl ${address}/api/system/metrics`,
      `    curl -H 'content-type: application/json' -d '{"items":["milk"]}' ${address}/api/store/shopping`,
      `    ${address}/docs in the browser, or "npx deskhand status" in another terminal`,
      '',
    ].join('\n'),
  )
}

/** Never go on after a bug: whoever supervises the service starts it afresh. */
function endOnBug(service: Service): void {
  const end = (error: unknown) => void service.recordCrash(error).then(() => process.exit(exitCode.failed))
  process.once('uncaughtException', end)
  process.once('unhandledRejection', end)
}

/** The first signal lets work end; the second does not wait. */
async function untilStopped(service: Service): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = false
  const onSignal = () => {
    if (asked) process.exit(exitCode.interrupted)
    asked = true
    resolve()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  await Promise.race([promise, service.stopped])
  await service.close()
  return exitCode.ok
}

async function startInBackground(call: CommandCall): Promise<number> {
  const folder = folderOf(call)
  const running = runningService(folder)
  if (running) throw new CommandError(`Deskhand already runs at ${running.address}.`, exitCode.failed)
  mkdirSync(folder.logs, { recursive: true, mode: 0o700 })
  const output = openSync(`${folder.logs}/start.log`, 'w', 0o600)
  const words = call.words.filter((word) => word !== '--background' && word !== '-b')
  const child = spawn(process.execPath, [process.argv[1]!, 'start', ...words], {
    detached: true,
    stdio: ['ignore', output, output],
    env: call.environment,
  })
  using progress = call.terminal.progress('Starting')
  const deadline = performance.now() + PATIENCE_MS
  while (child.exitCode === null && performance.now() < deadline) {
    const service = runningService(folder)
    if (service?.address) {
      progress[Symbol.dispose]()
      child.unref()
      call.terminal.result({ started: true, ...service }, () => `Deskhand runs at ${service.address}.`)
      return exitCode.ok
    }
    await sleep(50)
  }
  throw new CommandError(`The service did not start; ${folder.logs}/start.log says why.`, exitCode.failed)
}

function textFlag({ flags }: CommandCall, name: string): string | undefined {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new CommandError(`"${text}" is not a port: choose a number from 1 to 65535.`, exitCode.usage)
}
