import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Cluster } from '../test/postgres.ts'

/** Another engine on the same PostgreSQL, as its own guide sets it up. */
export interface Peer {
  readonly name: string
  readonly packages: readonly string[]
  readonly script: string
  readonly note: string
}

export const peers: readonly Peer[] = [
  {
    name: 'DBOS',
    packages: ['@dbos-inc/dbos-sdk@5.3.0'],
    script: 'dbos.ts',
    note: 'steps are functions of the process that started the workflow',
  },
  {
    name: 'graphile-worker',
    packages: ['graphile-worker@0.18.0'],
    script: 'graphile-worker.ts',
    note: 'a queue without graphs or results: five jobs, each adds the next',
  },
]

/** Into a folder of its own: nobody else needs them. */
export async function installPeer({ packages }: Peer, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const words = ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  await promisify(execFile)('npm', [...words, ...packages])
}

export interface PeerRun {
  readonly cluster: Cluster
  readonly folder: string
  readonly workers: number
  readonly places: number
  /** Workflows of five steps. */
  readonly count: number
}

/** In how many milliseconds the workers have done all of it, each its share, after a first round that warms them up. */
export async function runPeer({ script }: Peer, run: PeerRun): Promise<number> {
  const { cluster, folder, workers, places, count } = run
  const url = await cluster.createDatabase()
  const path = fileURLToPath(new URL(`./peers/${script}`, import.meta.url))
  const options = JSON.stringify({
    url,
    folder: join(folder, 'package.json'),
    places,
    count: count / workers,
  })
  const children: PeerWorker[] = []
  try {
    // One after the other: some peers set up their tables at each start, and two at once trip over each other.
    while (children.length < workers) children.push(await startPeer(path, options))
    const started = performance.now()
    for (const { child } of children) child.stdin.write('go\n')
    await Promise.all(children.map(nextLine))
    return performance.now() - started
  } finally {
    await Promise.all(children.map(({ child }) => ended(child)))
    await cluster.dropDatabase(url)
  }
}

interface PeerWorker {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly lines: AsyncIterator<string>
}

async function startPeer(path: string, options: string): Promise<PeerWorker> {
  const child = spawn(process.execPath, ['--no-warnings', path, options], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const worker = { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
  await nextLine(worker)
  return worker
}

async function nextLine({ lines }: PeerWorker): Promise<void> {
  if ((await lines.next()).done) throw new Error('A worker of another engine ended too early; see above.')
}

async function ended(child: PeerWorker['child']): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
