/**
 * Kills a writing process with SIGKILL at random moments, again and again on the same database, and looks after each
 * kill whether everything it had acknowledged is there. `node prove/storage-kill.ts 200`
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { checkProofDatabase } from './storage-check.ts'
import type { WriterOrder } from './storage-writer.ts'

export interface KillProof {
  kills: number
  /** Kills that hit the process before it was ready to write. */
  killed_while_opening: number
  acknowledged: number
  lost: number
  /** Writes of which only a part is there, or that were undone and are there. */
  torn: number
  /** Written but not yet acknowledged when the kill came: allowed, and the reason for idempotency keys. */
  there_without_acknowledgement: number
  unsound: number
  incidents: number
  slowest_open_ms: number
  slowest_restart_ms: number
}

export async function proveKill({
  kills,
  signal,
}: {
  kills: number
  signal: AbortSignal
}): Promise<KillProof> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'prove-kill-'))
  const proof = emptyProof()
  const acknowledged = new Set<string>()
  while (proof.kills < kills) {
    signal.throwIfAborted()
    const { readyMs, ids } = await runUntilKilled(folder.path, { run: String(proof.kills), signal })
    proof.kills += 1
    if (readyMs === null) proof.killed_while_opening += 1
    for (const id of ids) acknowledged.add(id)
    const check = await checkProofDatabase(folder.path, acknowledged)
    proof.lost += check.lost
    proof.torn += check.torn
    proof.unsound += check.sound ? 0 : 1
    proof.incidents += check.incidents
    proof.there_without_acknowledgement = check.extra
    proof.slowest_open_ms = Math.max(proof.slowest_open_ms, check.openMs)
    proof.slowest_restart_ms = Math.max(proof.slowest_restart_ms, readyMs ?? 0)
  }
  proof.acknowledged = acknowledged.size
  return proof
}

function emptyProof(): KillProof {
  return {
    kills: 0,
    killed_while_opening: 0,
    acknowledged: 0,
    lost: 0,
    torn: 0,
    there_without_acknowledgement: 0,
    unsound: 0,
    incidents: 0,
    slowest_open_ms: 0,
    slowest_restart_ms: 0,
  }
}

async function runUntilKilled(
  folder: string,
  { run, signal }: { run: string; signal: AbortSignal },
): Promise<{ readyMs: number | null; ids: string[] }> {
  const order: WriterOrder = {
    folder,
    run,
    writers: 32,
    writes: 1_000_000,
    pauseMs: 6,
    backupEvery: 11,
    checkpointPages: 100,
    synchronous: 'FULL',
  }
  const script = fileURLToPath(new URL('./storage-writer.ts', import.meta.url))
  const started = performance.now()
  const victim = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(victim, 'exit')
  using _end = { [Symbol.dispose]: () => void victim.kill('SIGKILL') }
  let readyMs: number | null = null
  const ids: string[] = []
  const ready = Promise.withResolvers<void>()
  const enough = Promise.withResolvers<void>()
  // By what it has said, so that a slow disk has as much to lose as a quick one.
  const most = Math.floor(Math.random() * 100)
  const lines = createInterface(victim.stdout)
  const read = once(lines, 'close')
  lines.on('line', (line) => {
    if (line.startsWith('A ')) ids.push(line.slice(2))
    if (ids.length >= most) enough.resolve()
    if (line !== 'ready') return
    readyMs = performance.now() - started
    ready.resolve()
  })
  // One in eight dies while it is still opening the database that the one before it has left.
  const early = Math.random() < 1 / 8 ? sleep(Math.random() * 200, undefined, { signal }) : null
  await (early ?? Promise.race([ready.promise, exit]))
  if (!early) {
    await Promise.race([enough.promise, exit])
    await sleep(Math.random() * 20, undefined, { signal })
  }
  victim.kill('SIGKILL')
  // A line that was only half written was not promised; all whole ones have been read when the pipe is closed.
  const [[, killedBy]] = (await Promise.all([exit, read])) as [[number | null, string | null], unknown]
  if (killedBy !== 'SIGKILL') throw new Error('The writer ended before it was killed.')
  return { readyMs, ids }
}

if (import.meta.main) {
  const kills = Number(process.argv[2] ?? 200)
  const proof = await proveKill({ kills, signal: new AbortController().signal })
  console.log(proof)
  if (proof.lost + proof.torn + proof.unsound + proof.incidents > 0) process.exitCode = 1
}
