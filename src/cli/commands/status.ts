import { durationText } from '../../contract/text/numbers.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson, folderOf, requireService, runningService } from '../running-service.ts'

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
  if (!runningService(folder)) {
    terminal.result({ running: false, home: folder.root }, () => `Not running. Data folder: ${folder.root}`)
    return exitCode.notRunning
  }
  const { address } = requireService(folder)
  const health = await callServiceForJson<Health>(call, { method: 'GET', path: '/health' })
  terminal.result({ running: true, address, home: folder.root, ...health }, () => {
    const colour = (status: string) => (status === 'ok' ? 'green' : status === 'off' ? 'gray' : 'yellow')
    const rows = Object.entries(health.parts).map(([name, { status, detail }]) => [
      name,
      { text: status, style: colour(status) } as const,
      detail ?? '',
    ])
    return [
      `Deskhand ${health.version} runs at ${terminal.style('cyan', address)} (process ${health.pid}, for ${durationText(Math.floor(health.uptime_s))}).`,
      `Data folder: ${folder.root}`,
      '',
      terminal.table(['part', 'state', ''], rows, { wrapLast: true }),
    ].join('\n')
  })
  return health.status === 'ok' ? exitCode.ok : exitCode.failed
}
