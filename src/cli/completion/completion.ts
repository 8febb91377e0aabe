import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { scripts } from './scripts.ts'

/** `deskhand completion bash`; the script itself asks `deskhand complete -- WORDS` what could come next. */
export async function run({ positionals, terminal }: CommandCall): Promise<number> {
  const [shell = ''] = positionals
  if (!Object.hasOwn(scripts, shell))
    throw new CommandError('Say "deskhand completion bash", "zsh" or "fish".', exitCode.usage)
  const script = scripts[shell as keyof typeof scripts]
  terminal.result({ shell, script }, () => script.trimEnd())
  return exitCode.ok
}
