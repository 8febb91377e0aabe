import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { XConnection } from '../../src/platform/desktop/x11/connection.ts'
import { Input } from '../../src/platform/desktop/x11/input.ts'
import { readRootText } from '../../src/platform/desktop/x11/root-text.ts'
import { openDriver } from './driver.ts'
import { hasDesktop, startDesktop } from './stage.ts'

const size = { width: 800, height: 600, windowManager: 'none' } as const

describe('without an X server', () => {
  test.each([':9991', 'nonsense', ''])('a display %j is refused with a sentence', async (display) => {
    await expect(openDriver({ display, environment: {} })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('X server'),
    })
  })
})

describe.runIf(hasDesktop)('an X server', () => {
  test('that is killed fails what is asked of it, and the next one on that display is used', async () => {
    await using stage = await startDesktop(size)
    await using driver = await openDriver(stage)
    await driver.capture({})
    stage.server.kill('SIGKILL')
    await once(stage.server, 'exit')
    await expect(driver.move({ x: 5, y: 5 })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(driver.capture({})).rejects.toMatchObject({ code: 'unavailable' })
    await expect(driver.held()).rejects.toMatchObject({ code: 'unavailable' })
    await stage.restartServer()
    await driver.move({ x: 17, y: 19 })
    expect(await driver.pointer()).toEqual({ x: 17, y: 19 })
    expect(await driver.capture({})).toMatchObject({ width: 800, height: 600 })
  })

  test('that dies again and again leaves no shared memory behind', async () => {
    await using stage = await startDesktop(size)
    const before = sharedMemoryFiles()
    await using driver = await openDriver(stage)
    await driver.capture({})
    expect(sharedMemoryFiles()).toBe(before + 1)
    for (let time = 0; time < 2; time++) {
      await stage.restartServer()
      await expect.poll(() => driver.capture({}).catch(() => null)).toMatchObject({ width: 800 })
    }
    expect(sharedMemoryFiles()).toBe(before + 1)
    await driver.close()
    expect(sharedMemoryFiles()).toBe(before)
  })

  test('that hangs fails what is asked of it', async () => {
    await using stage = await startDesktop(size)
    await using driver = await openDriver(stage)
    const frozen = stage.server
    frozen.kill('SIGSTOP')
    try {
      await expect(driver.pointer()).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      frozen.kill('SIGCONT')
    }
    await driver.move({ x: 23, y: 29 })
    expect(await driver.pointer()).toEqual({ x: 23, y: 29 })
  })

  test('that dies in the middle of a drag ends it', async () => {
    await using stage = await startDesktop(size)
    await using driver = await openDriver(stage)
    const dragging = driver.drag(
      [
        { x: 1, y: 1 },
        { x: 700, y: 500 },
      ],
      { durationMs: 60_000 },
    )
    const ended = dragging.then(
      () => 'done',
      (error: unknown) => error,
    )
    await expect.poll(async () => (await driver.held())?.buttons).toEqual([1])
    stage.server.kill('SIGKILL')
    expect(await ended).toMatchObject({ code: 'unavailable' })
  })

  test('that asks for a cookie gets it, and refuses who has none', async () => {
    await using stage = await startDesktop({ ...size, cookie: true })
    await using driver = await openDriver(stage)
    await driver.move({ x: 3, y: 4 })
    expect(await driver.capture({ maxEdge: 400 })).toMatchObject({ width: 400, height: 300 })
    const nowhere = { XAUTHORITY: join(stage.folder, 'nothing') }
    await expect(openDriver({ display: stage.display, environment: nowhere })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('XAUTHORITY'),
    })
  })

  test('keeps down what a killed process held, until the next driver starts', async () => {
    await using stage = await startDesktop(size)
    const script = fileURLToPath(new URL('./key-holder.ts', import.meta.url))
    const holder = spawn(process.execPath, [script, stage.display], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(holder.stdout, 'data')
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const connection = await XConnection.open(stage)
    const { keys, buttons } = await (await Input.on(connection)).held()
    connection.close()
    expect([keys.length, buttons]).toEqual([2, [1]])
    await using driver = await openDriver(stage)
    expect(await driver.held()).toEqual({ keys: [], buttons: [] })
  })

  test('tells what stands on its root window', async () => {
    await using stage = await startDesktop(size)
    expect(await readRootText(stage, 'AT_SPI_BUS')).toBeNull()
    const words = ['-root', '-f', 'AT_SPI_BUS', '8u', '-set', 'AT_SPI_BUS', 'unix:path=/tmp/é']
    await once(stage.start('xprop', words), 'exit')
    expect(await readRootText(stage, 'AT_SPI_BUS')).toBe('unix:path=/tmp/é')
  })
})

/** How many this process has open; its threads have the same ones. */
function sharedMemoryFiles(): number {
  return readdirSync('/proc/self/fd').filter((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`).startsWith('/dev/shm/')
    } catch {
      // The one by which the folder itself was read.
      return false
    }
  }).length
}
