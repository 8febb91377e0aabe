import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test, vi } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { openDriver } from './driver.ts'
import { openObserver, until } from './real-stage.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 300_000 })

const size = { width: 1024, height: 768, windowManager: 'openbox' } as const

async function openLate(stage: DesktopStage, kind: string): Promise<readonly string[]> {
  const child = stage.start('/usr/bin/python3', [join(import.meta.dirname, 'late-app.py'), kind])
  const said: string[] = []
  createInterface({ input: child.stdout! }).on('line', (line) => said.push(line))
  await until(async () => said.includes('ready'))
  return said
}

describe.runIf(hasDesktop)('a screen is settled', () => {
  test('when the dialog is closed that its program closes after its work', async () => {
    await using stage = await startDesktop(size)
    await using driver = await openDriver(stage)
    const said = await openLate(stage, 'save')
    await driver.settle({})
    await driver.press('Return', {})
    expect(await driver.settle({ maxMs: 60_000 })).toMatchObject({ changed: true, isBounded: false })
    expect(said).toContain('saved')
    expect((await driver.activeWindow())?.title).toBe('save')
  })

  test('although something small always moves, and says so when something large does', async () => {
    await using stage = await startDesktop(size)
    await using driver = await openDriver(stage)
    await openLate(stage, 'spinner')
    // The first wait gets to know it.
    await driver.settle({ maxMs: 60_000 })
    await driver.settle({ maxMs: 60_000 })
    expect(await driver.settle({ maxMs: 60_000 })).toMatchObject({ changed: false, isBounded: false })
    await openLate(stage, 'film')
    // However slowly it moves on a busy machine.
    expect(await driver.settle({ quietMs: 60_000, maxMs: 2_000 })).toMatchObject({
      changed: true,
      isBounded: true,
    })
  })

  test('as it was when what came has gone again', async () => {
    await using stage = await startDesktop(size)
    await using driver = await openDriver(stage)
    const shown = { id: 'one', title: 'Deskhand', text: 'Step 1', position: 'top', durationMs: null } as const
    await driver.overlays.show(shown)
    await driver.capture({})
    await driver.overlays.show({ ...shown, text: 'Step 2, with more words than before' })
    expect(await driver.settle({ changeMs: 400 })).toMatchObject({ changed: false })
    await driver.overlays.hide('one')
    expect(await driver.settle({ changeMs: 400 })).toMatchObject({ changed: false })
  })
})

describe.runIf(hasDesktop && canBrowse)('a page', () => {
  test('is waited for while its browser says that it is loading', async () => {
    await using stage = await startDesktop({ ...size, accessibility: true })
    const driver = await openObserver(stage)
    await driver.focusedElement()
    await using server = createServer(({ url }, response) => {
      response.setHeader('content-type', 'text/html')
      response.write(`<title>page ${url}</title><h1>first half</h1>`)
      const end = () => response.end('<h1 style="background: red">second half</h1>')
      setTimeout(end, url === '/slow' ? 1_500 : 0)
    }).listen(0, '127.0.0.1')
    await until(async () => server.listening)
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const child = stage.start('/usr/bin/chromium', [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--password-store=basic',
      '--force-renderer-accessibility',
      `--user-data-dir=${stage.folder}/browser`,
      `${origin}/start`,
    ])
    try {
      await until(async () => /page \/start/.test((await driver.activeWindow())?.title ?? ''))
      await driver.settle({})
      await driver.press('ctrl+l', {})
      await driver.settle({})
      await driver.type(`${origin}/slow`, { replace: true, submit: true })
      await driver.settle({ maxMs: 60_000 })
      const { elements } = await driver.readElements('window')
      expect(elements.map(({ name }) => name)).toContain('second half')
    } finally {
      child.kill()
      await driver.close()
    }
  })
})
