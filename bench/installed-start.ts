import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { table } from './table.ts'

const FIRST_STARTS = 3
const WARM_STARTS = 7
const IDLE_MS = 75_000
const AFTER_BACKUP_MS = 30_000
const run = promisify(execFile)

interface Started {
  readonly child: ChildProcess
  readonly address: string
  readonly ms: number
}

/** The service as it is installed: what it takes of the disk, how long until it is ready, and what it holds when nobody asks. */
export async function benchInstalledStart(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder.path])
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }]
  const options = ['--global', '--prefix', folder.path, '--omit=dev', '--prefer-offline', '--no-audit']
  await run('npm', ['install', ...options, join(folder.path, filename)])
  const home = join(folder.path, 'lib', 'node_modules', 'deskhand')
  const { files, bytes } = await sizeOf(home)
  const start = (cache: string) => startIn(folder.path, { program: join(home, 'bin', 'deskhand.js'), cache })

  const first: number[] = []
  for (let round = 0; round < FIRST_STARTS; round += 1) first.push(await timeOf(start(`first-${round}`)))
  // The first of these compiles.
  await timeOf(start('warm'))
  const warm: number[] = []
  for (let round = 0; round < WARM_STARTS; round += 1) warm.push(await timeOf(start('warm')))

  const { child, address } = await start('warm')
  await sleep(IDLE_MS)
  const idle = await residentMegabytes(child)
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  const { ok, status } = await fetch(`${address}/api/backups`, request)
  if (!ok) throw new Error(`The backup was answered with ${status}.`)
  await sleep(AFTER_BACKUP_MS)
  const afterBackup = await residentMegabytes(child)
  await end(child)

  console.log('The installed package')
  console.log(
    table(
      ['', ''],
      [
        ['installed, MB', (bytes / 1e6).toFixed(1)],
        ['files', files],
        [`first start, ms (median of ${FIRST_STARTS})`, median(first).toFixed(0)],
        [`start with code compiled before, ms (median of ${WARM_STARTS})`, median(warm).toFixed(0)],
        [`resident after ${IDLE_MS / 1000} s, MB`, idle.toFixed(0)],
        [`resident ${AFTER_BACKUP_MS / 1000} s after a backup, MB`, afterBackup.toFixed(0)],
      ],
    ),
  )
}

async function startIn(
  folder: string,
  { program, cache }: { program: string; cache: string },
): Promise<Started> {
  const begun = performance.now()
  // As `deskhand service install` has it started.
  const child = spawn(process.execPath, ['--max-semi-space-size=4', program, 'start', '--port', '0'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DESKHAND_HOME: join(folder, 'data'),
      DESKHAND_KEYRING: 'off',
      XDG_CACHE_HOME: join(folder, cache),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /"address":"(http:[^"]+)".*"msg":"ready"/.exec(line)?.[1]
    if (address === undefined) continue
    child.stdout.resume()
    return { child, address, ms: performance.now() - begun }
  }
  throw new Error('The service ended before it was ready.')
}

async function timeOf(starting: Promise<Started>): Promise<number> {
  const { child, ms } = await starting
  await end(child)
  return ms
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024
}

async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}
