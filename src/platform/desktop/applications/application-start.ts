import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '../../../contract/errors.ts'
import { CHILD_MARK } from '../../processes/own-children.ts'
import type { ApplicationFacts } from '../desktop-driver.ts'
import { tellingCommand } from './chromium-family.ts'
import { findApplication, readDesktopEntries, type DesktopEntry } from './desktop-entries.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface ResolvedApplication {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly folder: string | null
}

const run = promisify(execFile)
const BROWSER_MS = 3_000
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

/** It lives on without this service, and knows none of its secrets. */
export async function startApplication(
  { command: [program, ...words], folder }: ResolvedApplication,
  environment: Environment,
): Promise<ChildProcess> {
  const child = spawn(program, words, {
    detached: true,
    stdio: 'ignore',
    cwd: folder ?? environment['HOME'],
    env: shownTo(environment),
  })
  child.unref()
  try {
    await once(child, 'spawn')
    return child
  } catch (error) {
    throw new AppError('unavailable', `Couldn't start ${program}. Is it still installed?`, {
      cause: error,
    })
  }
}

function shownTo(environment: Environment): Record<string, string | undefined> {
  const shown = Object.entries(environment).filter(([name]) => !SECRET.test(name))
  return { ...Object.fromEntries(shown), [CHILD_MARK]: '1' }
}
