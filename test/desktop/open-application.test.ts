import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { openDriver } from './driver.ts'
import { openObserver, until } from './real-stage.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 300_000 })

const size = { width: 1024, height: 768, windowManager: 'openbox' } as const
const program = (name: string) => join(import.meta.dirname, name)

async function install(stage: DesktopStage, name: string, command: string): Promise<void> {
  const folder = join(stage.environment['XDG_DATA_HOME']!, 'applications')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, `${name}.desktop`),
    `[Desktop Entry]\nType=Application\nName=${name}\nExec=${command}\n`,
  )
}

describe.runIf(hasDesktop)('opening an application', () => {
  test('waits for the window behind a splash screen', async () => {
    await using stage = await startDesktop(size)
    await using driver = await openDriver(stage)
    for (const kind of ['declared', 'bare']) {
      await install(stage, `Splash-${kind}`, `/usr/bin/python3 ${program('splash-app.py')} ${kind}`)
      const opened = await driver.openApplication(`Splash-${kind}`)
      expect(opened).toMatchObject({ state: 'window', window: `main of ${kind}` })
      process.kill(opened.processId!)
    }
  })

  test('tells the exit code and the last words of one that crashes', async () => {
    await using stage = await startDesktop(size)
    await using driver = await openDriver(stage)
    await install(stage, 'Crash', `sh -c "echo no such library >&2; echo giving up >&2; exit 7"`)
    await expect(driver.openApplication('Crash')).rejects.toThrowError(
      'sh has ended with exit code 7 without a window. Its last 2 lines: no such library / giving up',
    )
    await install(stage, 'Killed', '/usr/bin/python3 -c "import os; os.kill(os.getpid(), 11)"')
    await expect(driver.openApplication('Killed')).rejects.toThrowError('by the signal SIGSEGV')
    await install(stage, 'Quiet', 'true')
    expect(await driver.openApplication('Quiet')).toMatchObject({ state: 'ended', window: null })
  })
})

describe.runIf(hasDesktop && canBrowse)('an address for a browser that runs', () => {
  test('is told as taken over at once, and that its pages keep silent', async () => {
    await using stage = await startDesktop({ ...size, accessibility: true })
    const driver = await openObserver(stage)
    await using server = createServer(({ url }, response) => {
      response.setHeader('content-type', 'text/html').end(`<title>page ${url}</title>`)
    }).listen(0, '127.0.0.1')
    await until(async () => server.listening)
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const words = `--no-sandbox --disable-gpu --no-first-run --password-store=basic --user-data-dir=${stage.folder}/browser`
    await install(stage, 'Browser', `/usr/bin/chromium ${words} ${origin}/second`)
    const child = stage.start('/usr/bin/chromium', [...words.split(' '), `${origin}/first`])
    try {
      await until(async () => /page \/first/.test((await driver.activeWindow())?.title ?? ''))
      expect(await driver.openApplication('Browser')).toMatchObject({
        state: 'running',
        window: expect.stringMatching(/Chromium/) as unknown,
        isSilent: true,
      })
    } finally {
      child.kill()
      await driver.close()
    }
  })
})
