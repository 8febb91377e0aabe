/**
 * Kills a process that runs workflows with SIGKILL, again and again on the same database, and looks at the end whether
 * every workflow has ended, nothing that was completed was started again, and no effect happened twice that nobody chose
 * to repeat. `node prove/workflow-chaos.ts 50 2000`
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../src/platform/database/database.ts'
import { chosenFile, ledgerFile, openVictimDatabase, type VictimOrder } from './workflow-victim.ts'

export interface ChaosProof {
  kills: number
  killed_while_starting: number
  workflows: number
  completed: number
  /** Ended by the rule that a step during which the service ended three times is not run again. */
  given_up: number
  /** Failed for another reason, or did not end: must not be. */
  astray: number
  interrupted_steps: number
  /** Steps that waited because nobody knew whether they had taken effect. */
  asked: number
  started_after_completion: number
  completed_twice: number
  effects: number
  effects_twice_by_choice: number
  effects_twice: number
  completed_without_effect: number
  sound: boolean
}

export interface ChaosOptions {
  readonly kills: number
  readonly workflows: number
  readonly pauseMs: number
  readonly signal: AbortSignal
}

export async function proveChaos({ kills, workflows, pauseMs, signal }: ChaosOptions): Promise<ChaosProof> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'prove-chaos-'))
  const order = { folder: folder.path, pauseMs }
  const batch = Math.ceil(workflows / kills)
  let killedWhileStarting = 0
  for (let made = 0; made < kills; made += 1) {
    signal.throwIfAborted()
    // Each has work of its own to be broken into, and is killed by what is left of it: however fast the machine is.
    const wanted = Math.min(workflows, (made + 1) * batch)
    const left = Math.ceil(batch * (0.1 + 0.8 * Math.random()))
    const outcome = await runVictim({ ...order, workflows: wanted, stays: true }, { left, signal })
    if (outcome === 'killed_early') killedWhileStarting += 1
  }
  if ((await runVictim({ ...order, workflows, stays: false }, { signal })) !== 'ended')
    throw new Error('The last victim did not end.')
  const database = await openVictimDatabase(folder.path)
  try {
    return {
      kills,
      killed_while_starting: killedWhileStarting,
      workflows,
      ...examine(folder.path, database),
    }
  } finally {
    await database.close()
  }
}

/** Killed when no more than `left` of its workflows have not ended yet; without that it lives as long as it likes. */
export async function runVictim(
  order: VictimOrder,
  { left, signal }: { left?: number; signal: AbortSignal },
): Promise<'ended' | 'killed' | 'killed_early'> {
  const script = fileURLToPath(new URL('./workflow-victim.ts', import.meta.url))
  const victim = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  using _end = { [Symbol.dispose]: () => void victim.kill('SIGKILL') }
  const exit = once(victim, 'exit')
  const underWay = Promise.withResolvers<void>()
  let isReady = false
  createInterface(victim.stdout).on('line', (line) => {
    isReady = true
    const told = /^left (-?\d+)$/.exec(line)
    if (left !== undefined && told && Number(told[1]) <= left) underWay.resolve()
  })
  if (left !== undefined) {
    // One in eight dies while it is still setting right what the one before it has left.
    if (Math.random() < 1 / 8) await sleep(100 + Math.random() * 500, undefined, { signal })
    else await Promise.race([underWay.promise, exit])
    victim.kill('SIGKILL')
  }
  const [code, killedBy] = (await exit) as [number | null, string | null]
  if (killedBy === 'SIGKILL') return isReady ? 'killed' : 'killed_early'
  if (code !== 0) throw new Error(`The victim failed by itself, with ${code}.`)
  return 'ended'
}

export function examine(
  folder: string,
  database: Database,
): Omit<ChaosProof, 'kills' | 'killed_while_starting' | 'workflows'> {
  const count = (sql: string) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${sql}`).get()!['count'])
  const of = (type: string) => `workflow_events WHERE type = '${type}'`
  const completed = count("workflows WHERE status = 'completed'")
  const givenUp = count(
    `workflows WHERE status = 'failed' AND EXISTS (SELECT 1 FROM workflow_steps
       WHERE workflow = number AND error LIKE '{"code":"crashed"%')`,
  )
  return {
    completed,
    given_up: givenUp,
    astray: count('workflows') - completed - givenUp,
    interrupted_steps: count(of('step.interrupted')),
    asked: count(of('step.waiting')),
    started_after_completion: count(
      `workflow_events AS done JOIN workflow_events AS again USING (workflow, step_id)
       WHERE done.type = 'step.completed' AND again.type = 'step.started' AND again.seq > done.seq`,
    ),
    completed_twice: count(
      `(SELECT 1 FROM ${of('step.completed')} GROUP BY workflow, step_id HAVING count(*) > 1)`,
    ),
    ...examineLedger(folder, database),
    sound: database.prepare('PRAGMA integrity_check').get()!['integrity_check'] === 'ok',
  }
}

function examineLedger(folder: string, database: Database) {
  const lines = (file: string) =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const effects = Map.groupBy(lines(ledgerFile(folder)), (line) => line)
  const chosen = new Set(lines(chosenFile(folder)))
  const twice = [...effects].filter(([, all]) => all.length > 1).map(([line]) => line)
  const keys = new Set([...effects.keys()].map((line) => line.split(' ')[1]))
  const done = database
    .prepare(
      `SELECT workflows.id || '/' || workflow_steps.id || '/' || revision AS key FROM workflow_steps
       JOIN workflows ON number = workflow WHERE workflow_steps.status = 'completed'
         AND key NOT IN (SELECT parent FROM workflow_steps WHERE parent IS NOT NULL)`,
    )
    .all()
  return {
    effects: effects.size,
    effects_twice_by_choice: twice.filter((line) => chosen.has(line)).length,
    effects_twice: twice.filter((line) => !chosen.has(line)).length,
    completed_without_effect: done.filter(({ key }) => !keys.has(String(key))).length,
  }
}

export function isBroken(proof: ChaosProof): boolean {
  const {
    astray,
    started_after_completion,
    completed_twice,
    effects_twice,
    completed_without_effect,
    sound,
  } = proof
  return (
    astray + started_after_completion + completed_twice + effects_twice + completed_without_effect > 0 ||
    !sound
  )
}

if (import.meta.main) {
  const [kills = 50, workflows = 2000] = process.argv.slice(2).map(Number)
  const { signal } = new AbortController()
  const proof = await proveChaos({ kills, workflows, pauseMs: 100, signal })
  console.log(proof)
  if (isBroken(proof)) process.exitCode = 1
}
