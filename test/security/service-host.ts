import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { dataFolder } from '../../src/platform/data-folder.ts'
import { startService } from '../../src/server/lifecycle/service.ts'

export interface HostReady {
  readonly address: string
}

export interface ChildOrder {
  readonly id: number
  readonly command: string
  readonly args: readonly string[]
  readonly input?: string
}

export interface ChildOutcome {
  readonly id: number
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const home = process.env['HOME']!
const service = await startService({
  folder: dataFolder({ DESKHAND_HOME: join(home, 'data') }),
  port: 0,
  socketPath: process.env['HOST_SOCKET'],
  environment: process.env,
  output: null,
  pretty: false,
})

process.on('message', (order: ChildOrder | 'stop') => {
  if (order === 'stop') void service.close().then(() => process.disconnect())
  else void obey(order).then((outcome) => process.send!(outcome))
})
process.send!({ address: service.address } satisfies HostReady)

async function obey({ id, command, args, input = '' }: ChildOrder): Promise<ChildOutcome> {
  const child = spawn(command, args, { env: process.env })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { id, code, stdout, stderr }
}
