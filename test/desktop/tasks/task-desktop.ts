import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startDesktop } from '../stage.ts'
import { startWayland } from '../wayland-stage.ts'

export type DesktopKind = 'x11' | 'wayland'

/** A new desktop for one task, with a home folder in which nobody has done anything yet. */
export interface TaskDesktop extends AsyncDisposable {
  readonly home: string
  readonly environment: Readonly<Record<string, string>>
  /** Opens a program as the person would have before they asked, and returns when its window is there. */
  readonly open: (program: string, ...words: string[]) => Promise<void>
  /** The terminal that it has. */
  readonly terminal: string
}

const SIZE = { width: 1280, height: 800 }
/** Programs keep their settings in files of the home folder. */
const ENVIRONMENT = { GSETTINGS_BACKEND: 'keyfile', SAL_DISABLE_OPENCL: '1' }

export async function openTaskDesktop(kind: DesktopKind): Promise<TaskDesktop> {
  const options = {
    ...SIZE,
    accessibility: true,
    programEnvironment: { ...ENVIRONMENT, XDG_SESSION_TYPE: kind },
  }
  const stage =
    kind === 'x11'
      ? await startDesktop({ ...options, windowManager: 'openbox' })
      : await startWayland({ ...options, hasKeyboard: true })
  const { folder, environment, start } = stage
  await furnish(folder)
  // On sway it belongs to somebody else for root, whose sandbox has no more rights than anybody.
  await chmod(folder, 0o755)
  return {
    home: folder,
    environment,
    terminal: kind === 'x11' ? 'xterm' : 'foot',
    async open(program, ...words) {
      const before = await windowsOn(kind, environment)
      start(program.replace('~', folder), words)
      const until = Date.now() + PATIENCE_MS
      while ((await windowsOn(kind, environment)) <= before) {
        if (Date.now() > until) throw new Error(`${program} showed no window.`)
        await sleep(50)
      }
    },
    async [Symbol.asyncDispose]() {
      await endAllIn(folder)
      await stage[Symbol.asyncDispose]()
    },
  }
}

/** Programs that others have started for this home: an office program outlives the desktop that it was shown on. */
async function endAllIn(home: string): Promise<void> {
  const numbers = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  for (const number of numbers) {
    const environment = await readFile(`/proc/${number}/environ`, 'utf8').catch(() => '')
    const name = await readFile(`/proc/${number}/comm`, 'utf8').catch(() => '')
    if (!environment.split('\0').includes(`HOME=${home}`) || !name.startsWith('soffice')) continue
    try {
      process.kill(Number(number), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

const run = promisify(execFile)
const PATIENCE_MS = 120_000

async function windowsOn(kind: DesktopKind, env: TaskDesktop['environment']): Promise<number> {
  if (kind === 'x11') {
    const { stdout } = await run('xprop', ['-root', '_NET_CLIENT_LIST'], { env })
    return stdout.split('0x').length - 1
  }
  const { stdout } = await run('swaymsg', ['-t', 'get_tree', '-r'], { env })
  return stdout.split('"pid":').length - 1
}

/** What a machine that was just set up has: folders of the person, a browser, and programs that do not greet. */
async function furnish(home: string): Promise<void> {
  for (const name of ['Documents', 'Downloads', 'bin', 'config', 'data/applications'])
    await mkdir(join(home, name), { recursive: true })
  const files: Readonly<Record<string, string>> = {
    'config/user-dirs.dirs': 'XDG_DOCUMENTS_DIR="$HOME/Documents"\nXDG_DOWNLOAD_DIR="$HOME/Downloads"\n',
    'config/mimeapps.list':
      '[Default Applications]\nx-scheme-handler/http=chromium.desktop\nx-scheme-handler/https=chromium.desktop\ntext/html=chromium.desktop\n',
    'bin/chromium': browserScript(home),
    'data/applications/chromium.desktop': `[Desktop Entry]\nType=Application\nName=Chromium Web Browser\nExec=${home}/bin/chromium %U\nCategories=Network;WebBrowser;\nMimeType=text/html;x-scheme-handler/http;x-scheme-handler/https;\n`,
    'config/libreoffice/4/user/registrymodifications.xcu': officeSettings(),
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(home, name, '..'), { recursive: true })
    await writeFile(join(home, name), text)
  }
  await chmod(join(home, 'bin/chromium'), 0o755)
}

/** For root, and where there is no namespace for users, Chromium runs only without its own sandbox. */
function browserScript(home: string): string {
  const words = [
    '--no-sandbox',
    '--test-type',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--password-store=basic',
    '--disable-gpu',
    '--ozone-platform-hint=auto',
    '--disable-features=Translate,MediaRouter,OptimizationHints',
    `--user-data-dir=${home}/config/chromium`,
  ]
  return `#!/bin/sh\nexec /usr/bin/chromium ${words.join(' ')} "$@"\n`
}

/** Without the tip of the day and what is new, which come up once. */
function officeSettings(): string {
  const values: readonly (readonly [path: string, name: string, value: string])[] = [
    ['/org.openoffice.Office.Common/Misc', 'FirstRun', 'false'],
    ['/org.openoffice.Office.Common/Misc', 'ShowTipOfTheDay', 'false'],
    ['/org.openoffice.Setup/Product', 'ooSetupLastVersion', '7.4'],
    ['/org.openoffice.Setup/Product', 'LastTimeDonateShown', '4102444800'],
    ['/org.openoffice.Setup/Product', 'LastTimeGetInvolvedShown', '4102444800'],
  ]
  const items = values.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items.join('')}</oor:items>\n`
}
