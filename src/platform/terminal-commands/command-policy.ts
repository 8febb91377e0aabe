import { resolve } from 'node:path'
import { blockedBecause, fed, UNWRAPPED_DEPTH, unwrap, type Place } from './blocked-commands.ts'
import { readShellLine } from './shell-words.ts'

const MAX_LENGTH = 20_000

/** Where a command runs: the folder that was named, else the home folder. */
export function commandPlace(folder: string | undefined, home: string): Place {
  return { home, folder: resolve(home, folder?.replace(/^~(?=\/|$)/, home) ?? '.') }
}

/** The words to start a command with, when it needs no shell; null when only a shell can read it. */
export function plainWords(command: string): readonly string[] | null {
  const { isPlain, commands } = readShellLine(command)
  return isPlain && commands.length === 1 ? commands[0]!.words : null
}

/**
 * Why a command is never run outside of the sandbox, whoever says yes; undefined when there is no such reason. Every
 * command in the line counts, also those inside of others. It is no proof that one is harmless: no reading of words is.
 */
export function reasonToBlock(command: string, place: Place): string | undefined {
  if (command.trim() === '') return 'No command given.'
  if (command.length > MAX_LENGTH || command.includes('\0'))
    return 'The command is too long for a person to check.'
  return reasonInside(command, { place, depth: 0 })
}

function reasonInside(text: string, { place, depth }: { place: Place; depth: number }): string | undefined {
  if (depth > UNWRAPPED_DEPTH) return 'It nests commands too deeply to check.'
  const line = readShellLine(text)
  const own = blockedBecause(text, line, place)
  if (own !== undefined) return own
  const inside = [...line.nested, ...fed(line), ...line.commands.flatMap(({ words }) => unwrap(words))]
  for (const one of inside) {
    const reason = reasonInside(one, { place, depth: depth + 1 })
    if (reason !== undefined) return reason
  }
  return undefined
}
