import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { printable } from '../terminal/text-width.ts'
import { candidatesFor } from './candidates.ts'

/** `deskhand complete -- WORDS`: a name a line, with a tab and what it is behind it. */
export async function run(call: CommandCall): Promise<number> {
  const words = call.words[0] === '--' ? call.words.slice(1) : call.words
  const candidates = await candidatesFor(words, call)
  for (const { name, about } of candidates)
    call.terminal.print(about ? `${printable(name)}\t${printable(about)}` : printable(name))
  return exitCode.ok
}
