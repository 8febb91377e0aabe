/**
 * Kills a process with SIGKILL, again and again, while it goes through a long list with `for_each`: every item must have
 * ended once, nothing that was completed was started again, and no effect happened twice that nobody chose to repeat.
 * `node prove/items-chaos.ts 50 1000`
 */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../src/platform/database/database.ts'
import { examine, isBroken, runVictim, type ChaosProof } from './workflow-chaos.ts'
import { openVictimDatabase } from './workflow-victim.ts'

export interface ItemsProof extends Omit<ChaosProof, 'workflows' | 'killed_while_starting'> {
  items: number
  items_completed: number
  /** Items during which the service ended three times. */
  items_given_up: number
  /** Neither: must not be. */
  items_astray: number
}

export interface ItemsChaosOptions {
  readonly kills: number
  /** In each of two steps. */
  readonly items: number
  readonly pauseMs: number
  readonly signal: AbortSignal
}

export async function proveItems({ kills, items, pauseMs, signal }: ItemsChaosOptions): Promise<ItemsProof> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'prove-items-'))
  const order = { folder: folder.path, workflows: 1, items, pauseMs }
  const batch = (2 * items) / kills
  for (let made = 0; made < kills; made += 1) {
    signal.throwIfAborted()
    const left = Math.ceil(2 * items - batch * (made + 0.2 + 0.6 * Math.random()))
    await runVictim({ ...order, stays: true }, { left, signal })
  }
  if ((await runVictim({ ...order, stays: false }, { signal })) !== 'ended')
    throw new Error('The last victim did not end.')
  const database = await openVictimDatabase(folder.path)
  try {
    return { kills, ...countItems(database, items), ...examine(folder.path, database) }
  } finally {
    await database.close()
  }
}

function countItems(database: Database, items: number) {
  const count = (where: string) =>
    Number(
      database
        .prepare(`SELECT count(*) AS count FROM workflow_steps WHERE parent IS NOT NULL AND ${where}`)
        .get()!['count'],
    )
  const items_completed = count("status = 'completed'")
  const items_given_up = count(`status = 'failed' AND error LIKE '{"code":"crashed"%'`)
  const items_astray = 2 * items - items_completed - items_given_up
  return { items: 2 * items, items_completed, items_given_up, items_astray }
}

export function isItemsBroken(proof: ItemsProof): boolean {
  return proof.items_astray !== 0 || isBroken({ ...proof, workflows: 1, killed_while_starting: 0 })
}

if (import.meta.main) {
  const [kills = 50, items = 1000] = process.argv.slice(2).map(Number)
  const { signal } = new AbortController()
  const proof = await proveItems({ kills, items, pauseMs: 20, signal })
  console.log(proof)
  if (isItemsBroken(proof)) process.exitCode = 1
}
