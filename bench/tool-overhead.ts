import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, measure, startServer } from './load.ts'
import { table } from './table.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5)

/** What a tool call costs before and after the tool itself: check, policy, audit, envelope, HTTP. */
export async function benchToolOverhead(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const port = await freePort()
  await using server = await startServer({
    command: process.execPath,
    args: ['bench/servers/no-op-tool.ts'],
    environment: { BENCH_FOLDER: folder.path, BENCH_PORT: String(port) },
    port,
    readyPath: '/api/tools',
  })
  const body = JSON.stringify({ tool_name: 'NOTHING', args: { text: 'hello' } })
  const url = `${server.url}/execute_tool`
  await measure({ url, connections: 8, seconds: 2, body })
  const rows = []
  for (const connections of [1, 64]) {
    const { perSecond, p50Ms, p99Ms, errors } = await measure({ url, connections, seconds: SECONDS, body })
    rows.push([
      `${connections} connections`,
      Math.round(perSecond),
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
      errors,
    ])
  }
  console.log('A tool that does nothing, over HTTP')
  console.log(table(['', 'calls/s', 'p50 ms', 'p99 ms', 'errors'], rows))
}
