import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquireInstanceLock, findInstance } from './instance-lock.ts'

const now = (): Date => new Date('2026-11-15T00:00:00Z')

/** Another process that holds the lock until it is killed. */
async function startHolder(folder: string): Promise<ChildProcess> {
  const module = new URL('./instance-lock.ts', import.meta.url).href
  const script = `
    const { acquireInstanceLock } = await import(${JSON.stringify(module)})
    const lock = await acquireInstanceLock({ folder: ${JSON.stringify(folder)}, now: () => new Date() })
    await lock.announce('http://127.0.0.1:8000')
    console.log('held')
    setInterval(() => lock, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  return holder
}

test('a second start is told which process runs where', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lock-'))
  const holder = await startHolder(folder.path)
  try {
    const second = acquireInstanceLock({ folder: folder.path, now })
    await expect(second).rejects.toMatchObject({ code: 'already_running' })
    await expect(second).rejects.toThrow(
      `Deskhand is already running as process ${holder.pid} at http://127.0.0.1:8000 `,
    )
    expect(findInstance(folder.path)).toMatchObject({ pid: holder.pid, address: 'http://127.0.0.1:8000' })
  } finally {
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  }
})

test('a holder that is killed leaves the folder free', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lock-'))
  const holder = await startHolder(folder.path)
  holder.kill('SIGKILL')
  await once(holder, 'exit')

  expect(findInstance(folder.path)).toBe(null)
  await using _lock = await acquireInstanceLock({ folder: folder.path, now })
  expect(findInstance(folder.path)).toEqual({
    pid: process.pid,
    address: null,
    started_at: now().toISOString(),
  })
})

test('the lock is held within one process too, until it is released', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lock-'))
  expect(findInstance(folder.path)).toBe(null)
  const first = await acquireInstanceLock({ folder: folder.path, now })
  await expect(acquireInstanceLock({ folder: folder.path, now })).rejects.toMatchObject({
    code: 'already_running',
  })
  await first.release()
  await first.release()

  const second = await acquireInstanceLock({ folder: folder.path, now })
  expect(statSync(join(folder.path, 'instance.json')).mode & 0o777).toBe(0o600)
  await second.release()
  expect(readdirSync(folder.path)).toEqual(['instance.lock'])
})

test('a holder that has told nothing, or nonsense, is still respected', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lock-'))
  await using _lock = await acquireInstanceLock({ folder: folder.path, now })
  for (const nonsense of ['', '{"pid":', 'null', '{"pid":"1","address":7}']) {
    writeFileSync(join(folder.path, 'instance.json'), nonsense)
    expect(findInstance(folder.path)).toEqual({ pid: null, address: null, started_at: null })
  }
  await expect(acquireInstanceLock({ folder: folder.path, now })).rejects.toThrow(
    'already running with the data in',
  )
})

test('a lock file with garbage in it does not prevent a start, and is kept', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lock-'))
  const garbage = 'garbage '.repeat(100)
  writeFileSync(join(folder.path, 'instance.lock'), garbage)
  expect(findInstance(folder.path)).toBe(null)
  await using _lock = await acquireInstanceLock({ folder: folder.path, now })

  const kept = readdirSync(folder.path).find((name) => name.startsWith('instance.lock.corrupt.'))
  expect(readFileSync(join(folder.path, kept ?? ''), 'utf8')).toBe(garbage)
})
