import { resolve } from 'node:path'
import { blockedBecause, fed, UNWRAPPED_DEPTH, unwrap, type Place } from './blocked-commands.ts'
import { harmlessPrograms, isHarmless } from './harmless-commands.ts'
import { readShellLine, type ShellLine } from './shell-words.ts'

/** What may become of a command: it runs, a person is asked, or nobody can allow it. */
export interface CommandVerdict {
  readonly verdict: 'allow' | 'ask' | 'block'
  /** Why, in a sentence for a person. */
  readonly reason: string
  /** The words to start it with, when it needs no shell; null when only a shell can read it. */
  readonly argv: readonly string[] | null
}

const LONGEST = 20_000

/** Where a command runs: the folder that was named, else the home folder. */
export function commandPlace(folder: string | undefined, home: string): Place {
  return { home, folder: resolve(home, folder?.replace(/^~(?=\/|$)/, home) ?? '.') }
}

/** Decides about a command before it runs. Every command in the line counts, also those inside of others. */
export function assessCommand(command: string, place: Place): CommandVerdict {
  const line = readShellLine(command)
  const argv = line.isPlain && line.commands.length === 1 ? line.commands[0]!.words : null
  if (command.trim() === '') return { verdict: 'block', reason: 'There is no command.', argv: null }
  if (command.length > LONGEST || command.includes('\0'))
    return {
      verdict: 'block',
      reason: 'The command is longer than any that a person could check.',
      argv: null,
    }
  const block = reasonToBlock(command, { place, depth: 0 })
  if (block !== undefined) return { verdict: 'block', reason: block, argv }
  if (argv && isHarmless(argv, place)) return { verdict: 'allow', reason: 'It only looks.', argv }
  return { verdict: 'ask', reason: reasonToAsk(line), argv }
}

function reasonToBlock(text: string, { place, depth }: { place: Place; depth: number }): string | undefined {
  if (depth > UNWRAPPED_DEPTH) return 'It hides commands inside of commands too deeply to be checked.'
  const line = readShellLine(text)
  const own = blockedBecause(text, line, place)
  if (own !== undefined) return own
  const inside = [...line.nested, ...fed(line), ...line.commands.flatMap(({ words }) => unwrap(words))]
  for (const one of inside) {
    const reason = reasonToBlock(one, { place, depth: depth + 1 })
    if (reason !== undefined) return reason
  }
  return undefined
}

function reasonToAsk({ commands, isPlain }: ShellLine): string {
  if (!isPlain || commands.length !== 1)
    return 'It is more than one plain command, so a person looks at it first.'
  const [name = ''] = commands[0]!.words
  if (harmlessPrograms.has(name))
    return `${name} is asked about with these arguments: they reach beyond looking at the files of the user.`
  return `${name} is not one of the commands that only look.`
}
