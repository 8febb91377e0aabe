import { spawnSync } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startServer } from './load.ts'
import { table } from './table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)
const PROGRAM = 'bin/deskhand.js'

/** How long a command takes from Enter to the prompt, beside Node itself and another program that runs on it. */
export async function benchStartTime(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const port = await freePort()
  const environment = {
    ...process.env,
    DESKHAND_HOME: join(folder.path, 'data'),
    DESKHAND_KEYRING: 'off',
    XDG_CACHE_HOME: folder.path,
  }
  await using _server = await startServer({
    command: process.execPath,
    args: [PROGRAM, 'start', '--port', String(port)],
    environment,
    port,
    readyPath: '/health',
  })
  const node = (...words: string[]) => timeOf([process.execPath, ...words], environment)
  const bare = node('-e', '0')
  const rows = [
    ['node -e 0', bare],
    ['deskhand --help', node(PROGRAM, '--help')],
    ['deskhand status', node(PROGRAM, 'status')],
    ['deskhand store list', node(PROGRAM, 'store', 'list')],
    ['deskhand ask df', node(PROGRAM, 'ask', 'df')],
    ['npm --version', timeOf(['npm', '--version'], environment)],
  ] as const
  console.log(`Start of a command, the median of ${ROUNDS} with a warm compile cache`)
  console.log(
    table(
      ['', 'ms', 'times node'],
      rows.map(([name, ms]) => [name, ms.toFixed(0), (ms / bare).toFixed(1)]),
    ),
  )
}

function timeOf([command, ...words]: readonly string[], env: NodeJS.ProcessEnv): number {
  const run = () => {
    const begun = performance.now()
    const { status } = spawnSync(command!, words, { env, stdio: 'ignore' })
    if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}.`)
    return performance.now() - begun
  }
  // The first runs compile.
  for (let warm = 0; warm < 3; warm += 1) run()
  const times = Array.from({ length: ROUNDS }, run).toSorted((one, other) => one - other)
  return times[Math.floor(ROUNDS / 2)]!
}
