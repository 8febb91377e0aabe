import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { AppError } from '../../contract/errors.ts'
import { CHILD_MARK } from '../processes/own-children.ts'
import { findApplication, type DesktopEntry } from './desktop-entries.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface ResolvedApplication {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly folder: string | null
}

const SECRET = /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|_KEY$|^DESKHAND_/i

/** By the name that people know it by, or an address of the web. */
export async function resolveApplication(
  query: string,
  environment: Environment,
): Promise<ResolvedApplication> {
  if (/^https?:\/\//i.test(query) && URL.canParse(query)) {
    return { name: query, command: ['xdg-open', new URL(query).href], folder: null }
  }
  const entry = await findApplication(query, environment)
  if (!entry) {
    throw new AppError(
      'not_found',
      `No application "${query}" is installed. Use the name that its menu entry has.`,
    )
  }
  return { name: entry.name, command: commandOf(entry), folder: entry.folder }
}

function commandOf({ command, isInTerminal }: DesktopEntry): readonly [string, ...string[]] {
  return isInTerminal ? ['x-terminal-emulator', '-e', ...command] : command
}

/** It lives on without this service, and knows none of its secrets. */
export async function startApplication(
  { command: [program, ...words], folder }: ResolvedApplication,
  environment: Environment,
): Promise<ChildProcess> {
  const shown = Object.entries(environment).filter(([name]) => !SECRET.test(name))
  const child = spawn(program, words, {
    detached: true,
    stdio: 'ignore',
    cwd: folder ?? environment['HOME'],
    env: { ...Object.fromEntries(shown), [CHILD_MARK]: '1' },
  })
  child.unref()
  try {
    await once(child, 'spawn')
    return child
  } catch (error) {
    throw new AppError('unavailable', `${program} could not be started. Is it still installed?`, {
      cause: error,
    })
  }
}
