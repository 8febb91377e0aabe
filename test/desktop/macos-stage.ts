import { chmod, mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { silentLog } from '../../src/contract/log.ts'
import { createMacosDriver } from '../../src/platform/desktop/macos/macos-driver.ts'
import { macosNotices } from '../../src/platform/desktop/macos/macos-notices.ts'
import { DesktopOverlays } from '../../src/platform/desktop/overlay/overlays.ts'

/** The programs of a Mac: each writes down what it was given, one JSON line a call, and answers as a Mac does. */
const PROGRAM = `#!/usr/bin/env node
const { appendFileSync, copyFileSync, existsSync, readFileSync, unlinkSync } = require('node:fs')
const { basename, dirname, join } = require('node:path')
const here = dirname(process.argv[1])
const name = basename(process.argv[1])
const args = process.argv.slice(2)
const input = readFileSync(0, 'utf8')
// A gesture that goes on until it is called off, as a long one does.
const isEndless = name === 'osascript' && existsSync(join(here, 'endless')) && args.join().includes('"kind":"mouse"')
appendFileSync(join(here, 'calls'), JSON.stringify({ name, args, input, isEndless }) + '\\n')
if (isEndless) return setTimeout(() => {}, 600_000)
const answers = JSON.parse(readFileSync(join(here, 'answers.json'), 'utf8'))
if (name === 'screencapture') copyFileSync(join(here, 'screen.png'), args.at(-1))
const failing = join(here, 'failing')
if (existsSync(failing) && args.join().includes(readFileSync(failing, 'utf8'))) {
  unlinkSync(failing)
  process.exit(1)
}
if (name === 'osascript') {
  const found = Object.keys(answers).find((words) => input.includes(words))
  if (found) process.stdout.write(JSON.stringify(answers[found]))
}
`

export interface Call {
  readonly name: string
  readonly args: string[]
  readonly input: string
  /** It was called off in the middle. */
  readonly isEndless: boolean
}

export async function startMac(permissions = { accessibility: true, screen: true }) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-mac-'))
  const names = ['osascript', 'screencapture', 'pbcopy', 'open']
  for (const name of names) {
    await writeFile(join(folder.path, name), PROGRAM)
    await chmod(join(folder.path, name), 0o755)
  }
  const answers = {
    AXIsProcessTrusted: permissions,
    'NSScreen.screens': [
      { x: 0, y: 0, width: 1440, height: 900 },
      { x: 1440, y: 0, width: 1000, height: 600 },
    ],
    CGEventGetLocation: { x: 5, y: 6 },
    unixId: {
      name: 'TextEdit',
      processId: 7,
      title: 'Untitled',
      area: { x: 1500, y: 10, width: 400, height: 300 },
    },
    NSPasteboard: 'what was there',
  }
  await writeFile(join(folder.path, 'answers.json'), JSON.stringify(answers))
  const show = async (background: string) => {
    const screen = sharp({ create: { width: 2000, height: 1200, channels: 4, background } })
    await screen.png().toFile(join(folder.path, 'screen.png'))
  }
  await show('#336699')
  const searchPath = `${folder.path}:${process.env['PATH']}`
  const notices = macosNotices({ searchPath })
  const activeMonitor = () => Promise.reject(new Error('not asked'))
  const overlays = new DesktopOverlays({ openWindows: null, activeMonitor, notices, log: silentLog })
  return {
    driver: await createMacosDriver({ overlays, searchPath, log: silentLog }),
    show,
    /** Scripts with these words in their arguments fail from now on, once each. */
    fail: (words: string) => writeFile(join(folder.path, 'failing'), words),
    /** Gestures of the pointer do not end by themselves from now on, until `isEndless` is false. */
    endless: (isEndless: boolean) =>
      isEndless ? writeFile(join(folder.path, 'endless'), '') : rm(join(folder.path, 'endless')),
    async calls(name: string): Promise<Call[]> {
      const lines = (await readFile(join(folder.path, 'calls'), 'utf8')).trim().split('\n')
      return lines.map((line) => JSON.parse(line) as Call).filter((call) => call.name === name)
    },
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}
