import type { Confirmation } from '../contract/confirmation.ts'
import { askApproval, decide, type Decided } from './approval.ts'
import { CommandError } from './command-error.ts'
import type { CommandCall } from './command.ts'
import { exitCode } from './exit-codes.ts'
import { callServiceForJson } from './running-service.ts'
import { printable } from './text-width.ts'
import { stampInWords } from './words.ts'

/** `deskhand approvals`: what waits for a yes, wherever it was asked for; with a person there, one after the other. */
export function run(call: CommandCall): Promise<number> {
  if (call.verb === 'approve') return answer(call, true)
  if (call.verb === 'reject') return answer(call, false)
  return list(call)
}

async function list(call: CommandCall): Promise<number> {
  const { terminal } = call
  const confirmations = await open(call)
  terminal.result(confirmations, () =>
    confirmations.length === 0
      ? 'Nothing waits for you.'
      : terminal.table(
          ['id', 'until', 'tool', ''],
          confirmations.map(({ confirmation_id, expires_at, action, title }) => [
            confirmation_id,
            stampInWords(expires_at),
            action,
            title,
          ]),
          { wrapLast: true },
        ),
  )
  return exitCode.ok
}

async function answer(call: CommandCall, approved: boolean): Promise<number> {
  const [id] = call.positionals
  if (id !== undefined) return told(await decide(id, approved, call), call)
  const confirmations = await open(call)
  const { terminal } = call
  if (confirmations.length === 0) {
    terminal.hint('Nothing waits for you.')
    return exitCode.ok
  }
  if (!approved || !terminal.canAsk)
    throw new CommandError('Name the approval by its id. "deskhand approvals" shows them.', exitCode.usage)
  let last: number = exitCode.ok
  for (const confirmation of confirmations) last = told(await askApproval(confirmation, call), call)
  return last
}

async function open(call: CommandCall): Promise<readonly Confirmation[]> {
  const { confirmations } = await callServiceForJson<{ confirmations: Confirmation[] }>(call, {
    method: 'GET',
    path: '/api/confirmations',
  })
  return confirmations
}

function told(decided: Decided, { terminal }: CommandCall): number {
  const { approved, result } = decided
  terminal.result(decided, () => {
    if (!approved) return 'Not done.'
    return result ? printable(result.message) : 'Approved: it goes on.'
  })
  return result && !result.success ? exitCode.failed : exitCode.ok
}
