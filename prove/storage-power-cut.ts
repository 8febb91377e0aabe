/**
 * Cuts the power of a writing process at many moments, without a machine to unplug: strace writes down what the process
 * did to its files, and for each moment the files are built as a disk may hold them then. `node prove/storage-power-cut.ts 200`
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { checkProofDatabase } from './storage-check.ts'
import type { CutMode } from './storage-disk-model.ts'
import { readProcesses, TRACED_CALLS, TraceReplay, type ProcessOf } from './storage-trace.ts'
import type { WriterOrder } from './storage-writer.ts'

export interface PowerCutOptions {
  /** Moments; at each one the disk is built in both modes. */
  readonly cuts: number
  readonly signal: AbortSignal
  /** NORMAL is the counter-proof: it must lose writes. */
  readonly synchronous?: 'FULL' | 'NORMAL'
  /** Makes the n-th sync of each thread fail. */
  readonly failSync?: number
}

export interface PowerCutProof {
  cuts: number
  disks: number
  acknowledged: number
  rejected: number
  /** Disks on which acknowledged writes are missing, and how many on the worst of them. */
  disks_with_loss: number
  most_lost: number
  torn: number
  unsound: number
  incidents: number
}

export async function provePowerCut(options: PowerCutOptions): Promise<PowerCutProof> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'prove-power-cut-'))
  const data = join(folder.path, 'data')
  mkdirSync(data)
  const log = join(folder.path, 'strace.log')
  await recordWriter({ data, log }, options)
  const processOf = await readProcesses(linesOf(log))
  const moments = await chooseMoments({ data, log, processOf }, options.cuts)
  const proof = emptyProof()
  const replay = new TraceReplay(data, processOf)
  let moment = 0
  for await (const line of linesOf(log)) {
    if (!replay.play(line)) continue
    moment += 1
    if (!moments.has(moment)) continue
    options.signal.throwIfAborted()
    proof.cuts += 1
    for (const mode of ['drop', 'random'] as const)
      await cut(replay, proof, { mode, data, root: folder.path })
  }
  const said = replay.said
  proof.acknowledged = said.filter((line) => line.startsWith('A ')).length
  proof.rejected = said.filter((line) => line.startsWith('R ')).length
  return proof
}

function emptyProof(): PowerCutProof {
  return {
    cuts: 0,
    disks: 0,
    acknowledged: 0,
    rejected: 0,
    disks_with_loss: 0,
    most_lost: 0,
    torn: 0,
    unsound: 0,
    incidents: 0,
  }
}

async function recordWriter(
  { data, log }: { data: string; log: string },
  { signal, synchronous = 'FULL', failSync }: PowerCutOptions,
): Promise<void> {
  const order: WriterOrder = {
    folder: data,
    run: 'cut',
    writers: 8,
    writes: 60,
    pauseMs: 4,
    backupEvery: 25,
    checkpointPages: 60,
    synchronous,
  }
  const injection = failSync === undefined ? [] : ['-e', `inject=fsync:error=EIO:when=${failSync}`]
  const script = fileURLToPath(new URL('./storage-writer.ts', import.meta.url))
  const tracing = [
    '-f',
    '-qq',
    '-xx',
    '-s',
    '200000',
    '-e',
    'signal=none',
    '-e',
    `trace=${TRACED_CALLS}`,
    '-o',
    log,
  ]
  const command = [...tracing, ...injection, process.execPath, script, JSON.stringify(order)]
  const strace = spawn('strace', command, { stdio: ['ignore', 'ignore', 'inherit'], signal })
  const [code] = (await once(strace, 'exit')) as [number]
  if (code !== 0 && failSync === undefined) throw new Error(`The writer ended with ${code}.`)
}

/** Half of them right after an acknowledgement, where most is at stake, the others anywhere. */
async function chooseMoments(
  { data, log, processOf }: { data: string; log: string; processOf: ProcessOf },
  cuts: number,
): Promise<Set<number>> {
  const replay = new TraceReplay(data, processOf)
  const all: number[] = []
  const afterAcknowledgement: number[] = []
  for await (const line of linesOf(log)) {
    const said = replay.said.length
    if (!replay.play(line)) continue
    all.push(all.length + 1)
    if (replay.said.length > said) afterAcknowledgement.push(all.length)
  }
  const chosen = new Set(pick(afterAcknowledgement, Math.floor(cuts / 2)))
  for (const moment of shuffled(all)) {
    if (chosen.size >= cuts) break
    chosen.add(moment)
  }
  return chosen
}

async function cut(
  replay: TraceReplay,
  proof: PowerCutProof,
  { mode, data, root }: { mode: CutMode; data: string; root: string },
): Promise<void> {
  const disk = join(root, 'disk')
  rmSync(disk, { recursive: true, force: true })
  mkdirSync(disk)
  replay.disk.materialise(disk, { mode, from: data })
  const acknowledged = new Set(
    replay.said.filter((line) => line.startsWith('A ')).map((line) => line.slice(2)),
  )
  const check = await checkProofDatabase(disk, acknowledged)
  proof.disks += 1
  proof.disks_with_loss += check.lost > 0 ? 1 : 0
  proof.most_lost = Math.max(proof.most_lost, check.lost)
  proof.torn += check.torn
  proof.unsound += check.sound ? 0 : 1
  proof.incidents += check.incidents
}

function linesOf(log: string): AsyncIterable<string> {
  return createInterface(createReadStream(log))
}

function pick<T>(from: readonly T[], count: number): T[] {
  return shuffled(from).slice(0, count)
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

if (import.meta.main) {
  const cuts = Number(process.argv[2] ?? 200)
  const { signal } = new AbortController()
  const proof = await provePowerCut({ cuts, signal })
  console.log(proof)
  const control = await provePowerCut({ cuts: 20, signal, synchronous: 'NORMAL' })
  console.log('counter-proof with synchronous = NORMAL:', control)
  const failed = proof.disks_with_loss + proof.torn + proof.unsound + proof.incidents > 0
  if (failed || control.disks_with_loss === 0) process.exitCode = 1
}
