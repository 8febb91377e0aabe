import { realpath, stat } from 'node:fs/promises'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'

import { programOf, wordsOf } from './running-programs.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Makes it tell of its pages, its password fields among them; nothing else that is told from outside does. */
const TELL_ALL = '--force-renderer-accessibility'

const names =
  /^(?:(?:ungoogled-)?chromium(?:-browser)?|(?:google-)?chrome(?:-\w+)?|brave(?:-browser.*)?|vivaldi.*|opera.*|(?:microsoft-|ms)edge.*|thorium.*|code(?:-\w+)?|(?:vs)?codium|cursor|windsurf|slack|discord.*|(?:element|signal|mattermost|github|joplin|bitwarden)(?:-desktop)?|obsidian|electron\d*)$/i

/** What lies beside every program that was built on Chromium. */
const signs = ['chrome_100_percent.pak', 'resources/app.asar', 'resources/app']

/** The command with which such a program tells what it shows; as it is for all others. */
export async function tellingCommand(
  command: readonly [string, ...string[]],
  environment: Environment,
): Promise<readonly [string, ...string[]]> {
  if (command.includes(TELL_ALL)) return command
  const isOfFamily = command.some(isNamedSo) || (await isBuiltSo(command[0], environment))
  // Last, for what comes first may be a program that starts it.
  return isOfFamily ? [...command, TELL_ALL] : command
}

/** Whether a process is one of these that was started without: then its pages stay unknown until it is started anew. */
export async function keepsSilent(processId: number | null): Promise<boolean> {
  if (processId === null) return false
  const [program, words] = await Promise.all([programOf(processId), wordsOf(processId)])
  if (program === null || words.length === 0 || words.includes(TELL_ALL)) return false
  return isNamedSo(program) || (await isBuiltSo(program, {}))
}

/** By the file, or by the last part of a name such as `org.chromium.Chromium`. */
function isNamedSo(word: string): boolean {
  const name = basename(word)
  return names.test(name) || names.test(name.split('.').at(-1)!)
}

async function isBuiltSo(program: string, environment: Environment): Promise<boolean> {
  const file = await findProgram(program, environment)
  if (file === null) return false
  const folder = dirname(file)
  // What is started is often a small script in a folder below.
  for (const place of [folder, dirname(folder)]) {
    for (const sign of signs) if (await exists(join(place, sign))) return true
  }
  return false
}

async function findProgram(program: string, environment: Environment): Promise<string | null> {
  const folders = isAbsolute(program) ? [''] : (environment['PATH'] ?? '').split(delimiter)
  for (const folder of folders) {
    const found = await realpath(join(folder, program)).catch(() => null)
    if (found !== null) return found
  }
  return null
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
