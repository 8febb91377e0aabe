import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { XConnection } from '../../src/platform/desktop/x11/connection.ts'
import { Selections } from '../../src/platform/desktop/x11/selections.ts'
import { canBrowse } from '../security/chromium.ts'
import { openDriver } from './driver.ts'
import { openPastingWindow } from './pasting-window.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'
import { openTextField, type FieldKind } from './text-fields.ts'

const strings = [
  'Hello, World! ~@#^&*()_+{}|:"<>?',
  'é ñ ß Ü € ½ ł',
  '漢字テスト한글',
  '😀👍🏽🇫🇷',
  'all of it: é漢😀 = "100 %"',
]
const fields: readonly FieldKind[] = ['tk', 'gtk', 'xterm', ...(canBrowse ? (['chromium'] as const) : [])]

const run = promisify(execFile)
const PATIENCE_MS = 150_000
let stage: DesktopStage
let driver: DesktopDriver

beforeAll(async () => {
  if (!hasDesktop) return
  stage = await startDesktop({ width: 1280, height: 720, windowManager: 'openbox' })
  driver = await openDriver(stage)
})
afterAll(async () => {
  await driver?.close()
  await stage?.[Symbol.asyncDispose]()
})

describe.runIf(hasDesktop).each(fields)('text into %s', (kind) => {
  test('arrives whole by every way', async () => {
    const field = await openTextField(kind, stage, driver)
    try {
      let expected = ''
      for (const method of ['clipboard', 'keys'] as const) {
        for (const text of strings) {
          const typed = await driver.type(text, { method })
          expected += text
          await expect.poll(() => field.text()).toBe(expected)
          expect(typed).toEqual({
            method,
            verified: method === 'clipboard',
            characters: Array.from(text).length,
            clipboardReplaced: false,
            value: null,
            submitted: false,
          })
        }
      }
      expect(await driver.held()).toEqual({ keys: [], buttons: [] })
    } finally {
      await field.close()
    }
  })
})

describe.runIf(hasDesktop)('text', () => {
  test('of several lines and of any length goes through the clipboard in one piece', async () => {
    const field = await openTextField('gtk', stage, driver)
    try {
      let expected = ''
      for (const text of [
        'two\nlines\tand a tab',
        'é234567890'.repeat(200),
        '漢1234567890\n'.repeat(25_000),
      ]) {
        expected += text
        expect(await driver.type(text, {})).toMatchObject({ method: 'clipboard', verified: true })
        await expect.poll(async () => (await field.text()) === expected).toBe(true)
      }
    } finally {
      await field.close()
    }
  })

  test('replaces what is selected', async () => {
    const field = await openTextField('gtk', stage, driver)
    try {
      await driver.type('old words', {})
      await expect.poll(() => field.text()).toBe('old words')
      await driver.press('ctrl+a', {})
      await driver.type('new', {})
      await expect.poll(() => field.text()).toBe('new')
    } finally {
      await field.close()
    }
  })

  test('is typed key by key where nothing takes it from the clipboard', async () => {
    const board = await stage.openOracle({ kind: 'board' })
    try {
      await driver.click({ x: 300, y: 300 }, {})
      const typed = await driver.type('héy', {})
      expect(typed).toMatchObject({ method: 'keys', verified: false })
      await expect
        .poll(() => board.of('key').flatMap(({ character }) => character || []))
        .toEqual(['h', 'é', 'y'])
      await expect(driver.type('long '.repeat(20), {})).rejects.toMatchObject({ code: 'conflict' })
    } finally {
      await board.close()
    }
  })

  test('follows the layout of the keyboard, also when it changes', async () => {
    const field = await openTextField('tk', stage, driver)
    try {
      setLayout('de')
      await driver.type('zy ZY @ € { \\ ß ö', { method: 'keys' })
      await expect.poll(() => field.text()).toBe('zy ZY @ € { \\ ß ö')
      setLayout('us')
      await driver.type(' zy @ €', { method: 'keys' })
      await expect.poll(() => field.text()).toBe('zy ZY @ € { \\ ß ö zy @ €')
    } finally {
      await field.close()
    }
  })

  test('with more foreign letters than there are free keys is typed in parts', async () => {
    const field = await openTextField('gtk', stage, driver)
    const text = Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
    try {
      await driver.type(text, { method: 'keys' })
      await expect.poll(() => field.text()).toBe(text)
    } finally {
      await field.close()
    }
  })

  test('is whole also where an application reads it late', async () => {
    const oracle = await stage.openOracle({ kind: 'text', toolkit: 'gtk' })
    await driver.click({ x: 300, y: 300 }, {})
    const text = Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
    try {
      oracle.child.kill('SIGSTOP')
      const limits = vi.spyOn(AbortSignal, 'timeout')
      const typing = driver.type(text, { method: 'keys' })
      // Whoever does not wait for it is done with all of the text instead; who waits has set a limit to it.
      const waiting = vi.waitUntil(() => limits.mock.calls.length > 0, { timeout: PATIENCE_MS })
      await Promise.race([typing, waiting])
      oracle.child.kill('SIGCONT')
      await typing
      await expect.poll(() => oracle.text()).toBe(text)
    } finally {
      await oracle.close()
    }
  })

  test('that is called off stops, and nothing stays down', async () => {
    const field = await openTextField('tk', stage, driver)
    const controller = new AbortController()
    try {
      const typing = driver.type('x'.repeat(4000), { method: 'keys' }, controller.signal)
      await expect.poll(async () => (await field.text()).length).toBeGreaterThan(0)
      controller.abort(new Error('stop'))
      await expect(typing).rejects.toThrowError('stop')
      expect(await driver.held()).toEqual({ keys: [], buttons: [] })
      expect((await field.text()).length).toBeLessThan(4000)
    } finally {
      await field.close()
    }
  })
})

describe.runIf(hasDesktop)('text for a browser on a busy machine', () => {
  test('stays until one that is slow has asked all its questions', async () => {
    const window = await openPastingWindow(stage, {
      beforeAsking: () => sleep(500),
      beforeAskingAgain: () => sleep(800),
    })
    try {
      expect(await driver.type('slowly', {})).toMatchObject({ method: 'clipboard', verified: true })
      await expect.poll(() => window.pasted).toEqual(['slowly'])
    } finally {
      window.close()
    }
  })

  test('stays until a question is read that came while this process was held up', async () => {
    const window = await openPastingWindow(stage, {
      beforeAskingAgain: () => sleep(200),
      afterAskingAgain: () => holdUp(900),
    })
    try {
      expect(await driver.type('held up', {})).toMatchObject({ method: 'clipboard', verified: true })
      await expect.poll(() => window.pasted).toEqual(['held up'])
    } finally {
      window.close()
    }
  })

  test('is not typed once more when this process was held up while it was taken', async () => {
    const window = await openPastingWindow(stage, { beforeAsking: async () => setImmediate(holdUp, 1700) })
    try {
      expect(await driver.type('once', {})).toMatchObject({ method: 'clipboard', verified: true })
      await expect.poll(() => window.pasted).toEqual(['once'])
    } finally {
      window.close()
    }
  })
})

describe.runIf(hasDesktop)('the clipboard', () => {
  const script = join(import.meta.dirname, 'clipboard.py')
  /** Not synchronously: it is this process that answers. */
  const read = async () => {
    const { stdout } = await run('/usr/bin/python3', [script, 'read'], {
      env: stage.environment,
      maxBuffer: 16_000_000,
    })
    return JSON.parse(stdout) as { targets: string[]; text: string | null; image: number[] | null }
  }

  test.each([
    {
      what: 'a text',
      own: ['text', 'what the person copied*1'],
      text: 'what the person copied',
      image: null,
    },
    { what: 'a long text', own: ['text', 'é漢 *200000'], text: 'é漢 '.repeat(200_000), image: null },
    { what: 'a picture', own: ['image', '64x48'], text: null, image: [64, 48] },
    { what: 'a large picture', own: ['image', '1500x1000'], text: null, image: [1500, 1000] },
  ])('has $what again afterwards', async ({ own, text, image }) => {
    const owner = stage.start('/usr/bin/python3', [script, 'own', ...own])
    await once(owner.stdout!, 'data')
    const field = await openTextField('tk', stage, driver)
    try {
      expect(await driver.type('typed meanwhile', {})).toMatchObject({
        method: 'clipboard',
        clipboardReplaced: false,
      })
      await expect.poll(() => field.text()).toBe('typed meanwhile')
      await expect
        .poll(async () => {
          const held = await read()
          return held.text === text && held.image
        })
        .toEqual(image)
    } finally {
      owner.kill()
      await field.close()
    }
  })

  test('of an application that hangs holds up nobody who calls it off', async () => {
    const owner = stage.start('/usr/bin/python3', [script, 'own', 'text', 'x*1'])
    await once(owner.stdout!, 'data')
    owner.kill('SIGSTOP')
    const connection = await XConnection.open(stage)
    try {
      const selections = await Selections.on(connection)
      await connection.sync()
      const controller = new AbortController()
      // No time passes, so nothing but the call can end it.
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      const reading = selections.read('CLIPBOARD', controller.signal)
      controller.abort(new Error('stop'))
      await expect(reading).rejects.toThrowError('stop')
    } finally {
      vi.useRealTimers()
      connection.close()
      owner.kill('SIGKILL')
    }
  })

  test('is empty again when it was empty', async () => {
    // Whoever had it until now is gone.
    await driver.close()
    driver = await openDriver(stage)
    const field = await openTextField('tk', stage, driver)
    try {
      await driver.type('typed meanwhile', {})
      await expect.poll(() => read()).toEqual({ targets: [], text: null, image: null })
    } finally {
      await field.close()
    }
  })
})

/** As a busy machine does: nothing of this process runs meanwhile. */
function holdUp(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function setLayout(name: string): void {
  expect(spawnSync('setxkbmap', [name], { env: stage.environment }).status).toBe(0)
}
