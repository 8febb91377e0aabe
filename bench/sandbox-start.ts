import { once } from 'node:events'
import { mkdir, mkdtempDisposable, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Launcher, type Rights } from '../src/platform/sandbox/launcher.ts'
import { table } from './table.ts'

const ROUNDS = 50

/** What it costs to start `true`: plain, without a right to change anything, and with the way out to the network. */
export async function benchSandboxStart(): Promise<void> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const home = await realpath(temporary.path)
  const folder = join(home, 'Documents')
  await mkdir(folder)
  const launcher = new Launcher({
    home,
    dataFolder: join(home, 'data'),
    environment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    workspace: async () => [folder],
    guard: { allowedTargets: () => [], ownPorts: () => [] },
  })
  const state = await launcher.state()
  if (!state.works) return console.log(`There is no sandbox here: ${state.reason}.`)
  const all: Rights[] = ['full', 'look', 'work']
  const taken: Record<Rights, number[]> = { full: [], look: [], work: [] }
  for (const rights of all) await timeOf(launcher, { rights, folder })
  // Side by side, so that a busy moment falls on all of them.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const rights of all) taken[rights].push(await timeOf(launcher, { rights, folder }))
  const plain = median(taken.full)
  const rows = all.map((rights) => {
    const ms = median(taken[rights])
    return [rights, ms.toFixed(1), `${(ms / plain).toFixed(1)}×`]
  })
  console.log(`Start of a command, median of ${ROUNDS}`)
  console.log(table(['rights', 'ms', 'beside plain'], rows))
}

async function timeOf(
  launcher: Launcher,
  { rights, folder }: { rights: Rights; folder: string },
): Promise<number> {
  const started = performance.now()
  const child = await launcher.start({ words: ['true'], rights, folder, isFolderGranted: true })
  await once(child, 'exit')
  return performance.now() - started
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
