import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { callServiceForJson, folderOf, runningService } from './running-service.ts'
import { durationInWords } from './terminal.ts'

interface Health {
  readonly status: string
  readonly version: string
  readonly uptime_s: number
  readonly pid: number
  readonly parts: Readonly<Record<string, { status: string; detail: string | null }>>
}

export async function run(call: CommandCall): Promise<number> {
  const { terminal } = call
  const folder = folderOf(call)
  const service = runningService(folder)
  if (!service) {
    terminal.result({ running: false, home: folder.root }, () => `Not running. Data folder: ${folder.root}`)
    return exitCode.notRunning
  }
  const health = await callServiceForJson<Health>(call, { method: 'GET', path: '/health' })
  terminal.result({ running: true, address: service.address, home: folder.root, ...health }, () => {
    const colour = (status: string) =>
      terminal.style(status === 'ok' ? 'green' : status === 'off' ? 'gray' : 'yellow', status)
    const rows = Object.entries(health.parts).map(([name, { status, detail }]) => [
      name,
      colour(status),
      detail ?? '',
    ])
    return [
      `Deskhand ${health.version} runs at ${terminal.style('cyan', service.address)} (process ${health.pid}, for ${durationInWords(health.uptime_s)}).`,
      `Data folder: ${folder.root}`,
      '',
      terminal.table(['part', 'state', ''], rows),
    ].join('\n')
  })
  return health.status === 'ok' ? exitCode.ok : exitCode.failed
}
