import type { CommandContext } from '../command.ts'

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
