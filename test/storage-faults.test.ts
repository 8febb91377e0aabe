import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkProofDatabase } from '../prove/storage-check.ts'
import type { WriterOrder } from '../prove/storage-writer.ts'
import { requireStrace } from './storage-strace.ts'

/** Runs the writer on a disk whose syncs fail as strace is told, and returns the lines it said. */
function writeOnBadDisk(folder: string, when: string): string[] {
  const order: WriterOrder = {
    folder,
    run: 'bad',
    writers: 4,
    writes: 30,
    pauseMs: 0,
    backupEvery: 0,
    checkpointPages: 1000,
    synchronous: 'FULL',
  }
  const writer = fileURLToPath(new URL('../prove/storage-writer.ts', import.meta.url))
  const injection = ['-e', 'trace=fsync', '-e', `inject=fsync:error=EIO:when=${when}`]
  const command = [
    '-f',
    '-qq',
    '-o',
    '/dev/null',
    ...injection,
    process.execPath,
    writer,
    JSON.stringify(order),
  ]
  const { stdout, status, stderr } = spawnSync('strace', command, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return stdout.trim().split('\n')
}

function acknowledgedIn(lines: readonly string[]): Set<string> {
  return new Set(lines.filter((line) => line.startsWith('A ')).map((line) => line.slice(2)))
}

test('a sync that fails rejects its writes, degrades the health, and the next good write heals it', async (context) => {
  requireStrace(context)
  await using folder = await mkdtempDisposable(join(tmpdir(), 'faults-'))
  const lines = writeOnBadDisk(folder.path, '25')
  const rejected = lines.filter((line) => line.startsWith('R '))

  expect(rejected.length).toBeGreaterThan(0)
  for (const line of rejected) expect(line).toMatch(/^R \S+ storage_failed degraded$/)
  expect(lines.at(-1)).toBe('end ok')
  const acknowledged = acknowledgedIn(lines)
  expect(acknowledged.size + rejected.length).toBe(120)
  expect(await checkProofDatabase(folder.path, acknowledged)).toMatchObject({
    sound: true,
    lost: 0,
    torn: 0,
    incidents: 0,
  })
})

test('while syncs go on failing nothing is acknowledged any more', async (context) => {
  requireStrace(context)
  await using folder = await mkdtempDisposable(join(tmpdir(), 'faults-'))
  const lines = writeOnBadDisk(folder.path, '25+')
  const firstRejected = lines.findIndex((line) => line.startsWith('R '))

  expect(firstRejected).toBeGreaterThan(0)
  expect(lines.slice(firstRejected).filter((line) => line.startsWith('A '))).toEqual([])
  expect(lines.at(-1)).toBe('end degraded')
  expect(await checkProofDatabase(folder.path, acknowledgedIn(lines))).toMatchObject({
    sound: true,
    lost: 0,
    torn: 0,
    incidents: 0,
  })
})

/** Replaces a file in a process that is killed when it makes its n-th call to the system. */
function replaceAndDie(path: string, call: number): SpawnSyncReturns<string> {
  const module = new URL('../src/platform/files/atomic-file.ts', import.meta.url).href
  const script = `
    const { writeFileAtomic } = await import(${JSON.stringify(module)})
    await writeFileAtomic(${JSON.stringify(path)}, 'new '.repeat(10_000))`
  const calls = 'write,pwrite64,fchmod,fsync,?rename,renameat,renameat2'
  const injection = ['-e', `trace=${calls}`, '-e', `inject=${calls}:signal=SIGKILL:when=${call}`]
  const program = [process.execPath, '--input-type=module', '--eval', script]
  return spawnSync('strace', ['-f', '-qq', '-o', '/dev/null', ...injection, ...program], {
    encoding: 'utf8',
    // One thread for all calls, so that the n-th is the same in every run.
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  })
}

test('a file that is replaced is the old or the new one, whichever call the process dies in', async (context) => {
  requireStrace(context)
  await using folder = await mkdtempDisposable(join(tmpdir(), 'faults-'))
  const path = join(folder.path, 'settings.json')
  const found: string[] = []
  let survived = false
  for (let call = 1; call < 60 && !survived; call += 1) {
    writeFileSync(path, 'old '.repeat(10_000))
    survived = replaceAndDie(path, call).status === 0
    found.push(readFileSync(path, 'utf8'))
  }

  expect(survived).toBe(true)
  expect(found.length).toBeGreaterThan(5)
  expect(found[0]).toBe('old '.repeat(10_000))
  expect(found.at(-1)).toBe('new '.repeat(10_000))
  expect(new Set(found).size).toBe(2)
})
