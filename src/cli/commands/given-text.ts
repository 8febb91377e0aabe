import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../command.ts'
import { exitCode } from '../exit-codes.ts'

/** A value on the command line: `-` is what is piped in, `@path` the text of a file, `@@` a plain at sign. */
export async function givenText(
  value: string,
  { readInput, readFile }: Pick<CommandContext, 'readInput' | 'readFile'>,
): Promise<string> {
  if (value === '-') return readInput()
  if (value.startsWith('@@')) return value.slice(1)
  return value.startsWith('@') ? readFile(value.slice(1)) : value
}

/** JSON where it is JSON, else the text itself. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function parsedJson(text: string, complaint: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    throw new CommandError(complaint, exitCode.usage)
  }
}
