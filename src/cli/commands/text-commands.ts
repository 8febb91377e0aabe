import type { ResultOf } from '../../contract/endpoint.ts'
import type { modelsContract } from '../../features/models/contract.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { textActions } from '../text-actions.ts'
import { givenText } from './given-text.ts'
import { callServiceForJson } from '../running-service.ts'
import { printableLines } from '../terminal/text-width.ts'

type Written = ResultOf<(typeof modelsContract)['transform']> | ResultOf<(typeof modelsContract)['assist']>

/** `cat notes.md | deskhand transform --action shorten`. */
export async function transform(call: CommandCall): Promise<number> {
  const action = String(call.flags['action'] ?? 'improve').replaceAll(/[ -]/g, '_')
  if (!textActions.includes(action))
    throw new CommandError(`--action is one of ${textActions.join(', ')}.`, exitCode.usage)
  const instruction = call.flags['instruction']
  const text = await pipedText(call)
  if (text === undefined || text === '')
    throw new CommandError(
      'No text. Pipe it in or use --text, for example: cat notes.md | deskhand transform --action shorten',
      exitCode.usage,
    )
  return answer(call, '/api/transform', { text, action, instruction })
}

/** `git diff | deskhand assist "write a commit message"`. */
export async function assist(call: CommandCall): Promise<number> {
  const instruction = call.positionals.join(' ')
  if (instruction === '')
    throw new CommandError(
      'Say what to do, for example: git diff | deskhand assist "write a commit message"',
      exitCode.usage,
    )
  const text = await pipedText(call)
  return answer(call, '/api/assist', { instruction, text: text || undefined })
}

async function pipedText(call: CommandCall): Promise<string | undefined> {
  const given = call.flags['text']
  if (typeof given === 'string') return givenText(given, call)
  return call.terminal.input.isTTY || call.reach ? undefined : call.readInput()
}

async function answer(call: CommandCall, path: string, body: object): Promise<number> {
  const { terminal } = call
  const result = await waiting(call, () =>
    callServiceForJson<Written>(call, {
      method: 'POST',
      path,
      body: JSON.stringify(body),
      // A model takes its time; whoever waits ends it with Ctrl-C.
      signal: new AbortController().signal,
    }),
  )
  // A pipe gets the text as it is; a screen nothing that could move its cursor.
  terminal.result(result, () =>
    terminal.isInteractive ? printableLines(result.text.trimEnd()).join('\n') : result.text.trimEnd(),
  )
  return exitCode.ok
}

async function waiting<Result>({ terminal }: CommandCall, work: () => Promise<Result>): Promise<Result> {
  using _moving = terminal.progress('Writing …')
  return await work()
}
