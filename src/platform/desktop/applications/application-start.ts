import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AppError } from '../../../contract/errors.ts'
import { CHILD_MARK } from '../../processes/own-children.ts'
import type { ApplicationFacts } from '../desktop-driver.ts'
import { tellingCommand } from './chromium-family.ts'
import { findApplication, readDesktopEntries, type DesktopEntry } from './desktop-entries.ts'
import { programOf } from './running-programs.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface ResolvedApplication {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly folder: string | null
}

const run = promisify(execFile)
/** A shell script on a busy machine takes long, and a browser that is opened another way tells nothing of its pages. */
const BROWSER_MS = 20_000
const SECRET = /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|_KEY$|^DESKHAND_/i

export interface ResolveOptions {
  readonly environment: Environment
  /** Whether it is to tell what it shows, where that has to be asked for. */
  readonly isToTell: boolean
}

/** By the name that people know it by, or an address of the web. */
export async function resolveApplication(
  query: string,
  { environment, isToTell }: ResolveOptions,
): Promise<ResolvedApplication> {
  if (isAddress(query)) {
    const address = new URL(query).href
    const browser = isToTell ? await tellingBrowser(environment) : null
    return { name: query, command: [...(browser ?? ['xdg-open']), address], folder: null }
  }
  const entry = await findApplication(query, environment)
  if (!entry) {
    throw new AppError('not_found', `No application "${query}" is installed. Use its name from the menu.`)
  }
  const command = commandOf(entry)
  const telling = isToTell ? await tellingCommand(command, environment) : command
  return { name: entry.name, command: telling, folder: entry.folder }
}

/** The browser of the user, when it is one that has to be asked to tell; null leaves it to the desktop to find it. */
async function tellingBrowser(environment: Environment): Promise<readonly [string, ...string[]] | null> {
  const name = await defaultBrowser(environment)
  const entries = name === null ? [] : await readDesktopEntries(environment)
  const browser = entries.find(({ id }) => `${id}.desktop` === name)
  const telling = browser && (await tellingCommand(browser.command, environment))
  return telling && telling !== browser.command ? telling : null
}

async function defaultBrowser(environment: Environment): Promise<string | null> {
  try {
    const words = ['query', 'default', 'x-scheme-handler/https']
    const { stdout } = await run('xdg-mime', words, {
      env: shownTo(environment),
      timeout: BROWSER_MS,
    })
    return stdout.trim() || null
  } catch {
    // It is not installed, or nobody has chosen one.
    return null
  }
}

/** What would be opened; null for an address, or when there is nothing of that name. */
export async function describeApplication(
  query: string,
  environment: Environment,
): Promise<ApplicationFacts | null> {
  const entry = isAddress(query) ? null : await findApplication(query, environment)
  if (!entry) return null
  const { name, command, isInTerminal, categories } = entry
  return {
    name,
    program: basename(command[0]),
    isTerminal: isInTerminal || categories.includes('TerminalEmulator'),
    isInstaller: categories.includes('PackageManager'),
  }
}

function isAddress(query: string): boolean {
  return /^https?:\/\//i.test(query) && URL.canParse(query)
}

function commandOf({ command, isInTerminal }: DesktopEntry): readonly [string, ...string[]] {
  return isInTerminal ? ['x-terminal-emulator', '-e', ...command] : command
}

export interface StartedApplication {
  readonly child: ChildProcess
  readonly command: readonly string[]
  /** The file that it runs, as far as that is told. */
  readonly program: string | null
  /** The end of what it wrote as errors; empty while it runs. */
  readonly lastWords: () => Promise<string>
  /** From now on nobody waits for its words. */
  readonly letGo: () => void
}

const LAST_BYTES = 4096
const LAST_WORDS_MS = 500
/** With these, programs tell what they show from their start; those that don't know them pass over them. */
const TELLING = {
  ACCESSIBILITY_ENABLED: '1',
  GNOME_ACCESSIBILITY: '1',
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
}

/** It lives on without this service, and knows none of its secrets. */
export async function startApplication(
  { command, folder }: ResolvedApplication,
  environment: Environment,
  { isToTell = false }: { readonly isToTell?: boolean } = {},
): Promise<StartedApplication> {
  const [program, ...words] = command
  const errors = keepEnd()
  const child = spawn(program, words, {
    detached: true,
    stdio: ['ignore', 'ignore', errors.input],
    cwd: folder ?? environment['HOME'],
    env: { ...(isToTell && TELLING), ...shownTo(environment) },
  })
  child.unref()
  // Only the program has it from now on, so that its end is the end of its words.
  errors.input.destroy()
  try {
    await once(child, 'spawn')
    const file = await programOf(child.pid ?? null)
    return {
      child,
      command,
      program: file,
      lastWords: () => errors.read(),
      letGo: () => errors.letGo(),
    }
  } catch (error) {
    errors.letGo()
    throw new AppError('unavailable', `Couldn't start ${program}. Is it still installed?`, {
      cause: error,
    })
  }
}

/**
 * A program of its own takes what is written and remembers the end: it outlives this service as the application does, so
 * that nobody writes to nobody, and holds no more than that.
 */
function keepEnd() {
  const keeper = spawn('tail', ['-c', String(LAST_BYTES)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let text = ''
  const { stdin: input, stdout: output } = keeper
  const over = once(
    output.setEncoding('utf8').on('data', (part: string) => (text += part)),
    'end',
  )
  over.catch(() => {})
  keeper.on('error', () => {
    // There is no such program here: then the application's words are lost.
  })
  input.on('error', () => {})
  keeper.unref()
  return {
    input,
    async read(): Promise<string> {
      await Promise.race([over, sleep(LAST_WORDS_MS, undefined, { ref: false })])
      return text
    },
    letGo: () => void output.destroy(),
  }
}

function shownTo(environment: Environment): Record<string, string | undefined> {
  const shown = Object.entries(environment).filter(([name]) => !SECRET.test(name))
  return { ...Object.fromEntries(shown), [CHILD_MARK]: '1' }
}
