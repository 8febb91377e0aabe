import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { expect } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import type { Accessibility } from '../../src/platform/desktop/accessibility/accessibility.ts'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { DesktopOverlays } from '../../src/platform/desktop/overlay/overlays.ts'
import { createPortalDriver, hasRemoteDesktopPortal } from '../../src/platform/desktop/portal/driver.ts'
import { end, startBus } from './stage.ts'

type Answer = 'allow' | 'deny' | 'silent' | 'no-input'
type Calls = { call: string; values: unknown[] }[]

export interface Portal extends AsyncDisposable {
  readonly driver: DesktopDriver
  readonly calls: Calls
  readonly address: string
  readonly tokenFile: string
  /** What it was asked; everything up to now. */
  of(call: string): Promise<unknown[][]>
  open(accessibility?: Accessibility): Promise<DesktopDriver>
}

/** A real bus with a portal on it whose person answers so. */
export async function openPortal(answer: Answer = 'allow', version = 2): Promise<Portal> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-portal-'))
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder.path, XDG_RUNTIME_DIR: folder.path }
  const [bus, address] = await startBus(environment)
  const picture = join(folder.path, 'screen.png')
  await writeFile(picture, await desktopPicture())
  const words = [join(import.meta.dirname, 'portal-service.py'), answer, String(version), picture]
  const service = spawn('/usr/bin/python3', words, {
    env: { ...environment, DBUS_SESSION_BUS_ADDRESS: address },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const calls: Calls = []
  createInterface({ input: service.stdout }).on('line', (line) => calls.push(JSON.parse(line) as Calls[0]))
  await expect.poll(() => calls.map(({ call }) => call)).toContain('ready')
  const tokenFile = join(folder.path, 'portal.json')
  const drivers: DesktopDriver[] = []
  const open = async (accessibility: Accessibility | null = null) => {
    const overlays = new DesktopOverlays({
      openWindows: null,
      activeMonitor: () => Promise.reject(new Error('none')),
      notices: { show: async () => {}, hide: async () => {} },
      log: silentLog,
    })
    const options = { busAddress: address, tokenFile, overlays, accessibility, log: silentLog }
    drivers.push(await createPortalDriver(options))
    return drivers.at(-1)!
  }
  const driver = await open()
  return {
    driver,
    calls,
    address,
    tokenFile,
    async of(name) {
      // What it writes comes by another way than what it answers: after this mark there is nothing left.
      const marks = () => calls.filter(({ call }) => call === 'version').length
      const before = marks()
      await hasRemoteDesktopPortal(address)
      await expect.poll(marks).toBeGreaterThan(before)
      return calls.filter(({ call }) => call === name).map(({ values }) => values)
    },
    open,
    async [Symbol.asyncDispose]() {
      for (const each of drivers) await each.close()
      await Promise.all([service, bus].map((child: ChildProcess) => end(child)))
      await folder.remove()
    },
  }
}

/** Both monitors at twice their units: the left one red, the right one blue, nothing below the left one. */
async function desktopPicture(): Promise<Buffer> {
  const part = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp(await part(2400, 1200, 'black'))
    .composite([
      { input: await part(800, 600, 'red'), left: 0, top: 0 },
      { input: await part(1600, 1200, 'blue'), left: 800, top: 0 },
    ])
    .png()
    .toBuffer()
}
