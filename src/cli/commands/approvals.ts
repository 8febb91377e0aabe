import type { Confirmation } from '../../contract/confirmation.ts'
import { askApproval, decide, type Decided } from './approval.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { givenText, parsedJson } from './given-text.ts'
import { callServiceForJson } from '../running-service.ts'
import { printable } from '../terminal/text-width.ts'
import { stampInWords } from '../terminal/words.ts'

/** `deskhand approvals`: what waits for a yes, wherever it was asked for; with a person there, one after the other. */
export function run(call: CommandCall): Promise<number> {
  if (call.verb === 'approve') return answer(call, true)
  if (call.verb === 'reject') return answer(call, false)
  if (call.verb === 'allowed') return allowed(call)
  if (call.verb === 'revoke') return revoke(call)
  return list(call)
}

async function list(call: CommandCall): Promise<number> {
  const { terminal } = call
  const confirmations = await open(call)
  terminal.result(confirmations, () =>
    confirmations.length === 0
      ? 'Nothing is waiting for you.'
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
  if (id !== undefined) return told(await answerOne(id, approved, call), call)
  const confirmations = await open(call)
  const { terminal } = call
  if (confirmations.length === 0) {
    terminal.hint('Nothing is waiting for you.')
    return exitCode.ok
  }
  if (!approved || !terminal.canAsk || call.flags['args'] !== undefined)
    throw new CommandError('Give the ID of the approval. "deskhand approvals" lists them.', exitCode.usage)
  let last: number = exitCode.ok
  for (const confirmation of confirmations) last = told(await askApproval(confirmation, call), call)
  return last
}

/** What asks for values gets those that were given, or is filled in by the person. */
async function answerOne(id: string, approved: boolean, call: CommandCall): Promise<Decided> {
  const { args } = call.flags
  if (approved && typeof args === 'string') {
    const values = parsedJson(await givenText(args, call), '--args takes a JSON object.')
    return decide({ confirmation_id: id, approved, changes: [{ index: 0, args: values }] }, call)
  }
  if (approved && call.terminal.canAsk) {
    const path = `/api/confirmations/${encodeURIComponent(id)}`
    const asked = await callServiceForJson<Asked>(call, { method: 'GET', path })
    if (asked.status === 'open' && asked.confirmation.form) return askApproval(asked.confirmation, call)
  }
  return decide({ confirmation_id: id, approved }, call)
}

interface Asked {
  readonly confirmation: Confirmation
  readonly status: string
}

interface Allowance {
  readonly allowance_id: string
  readonly words: string
  readonly session_id: string | null
  readonly session_title: string | null
  readonly created_at: string
  readonly used: number
}

const allowedPath = '/api/approvals/allowed'

async function allowed(call: CommandCall): Promise<number> {
  const { terminal } = call
  const answer = await callServiceForJson<{ allowed: Allowance[] }>(call, {
    method: 'GET',
    path: allowedPath,
  })
  terminal.result(answer.allowed, () =>
    answer.allowed.length === 0
      ? 'Nothing is always allowed. Deskhand asks each time.'
      : terminal.table(
          ['id', 'since', 'used', 'where', 'what'],
          answer.allowed.map(({ allowance_id, created_at, used, session_id, session_title, words }) => [
            allowance_id,
            stampInWords(created_at),
            String(used),
            session_id === null ? 'everywhere' : `in “${session_title ?? session_id}”`,
            words,
          ]),
          { wrapLast: true },
        ),
  )
  return exitCode.ok
}

async function revoke(call: CommandCall): Promise<number> {
  const [id] = call.positionals
  if (id === undefined)
    throw new CommandError('Give its ID. "deskhand approvals allowed" lists them.', exitCode.usage)
  const path = `${allowedPath}/${encodeURIComponent(id)}`
  const answer = await callServiceForJson<{ revoked: string }>(call, { method: 'DELETE', path })
  call.terminal.result(answer, () => `Revoked. Deskhand will ask again: ${printable(answer.revoked)}`)
  return exitCode.ok
}

async function open(call: CommandCall): Promise<readonly Confirmation[]> {
  const { confirmations } = await callServiceForJson<{ confirmations: Confirmation[] }>(call, {
    method: 'GET',
    path: '/api/confirmations',
  })
  return confirmations
}

function told(decided: Decided, { terminal }: CommandCall): number {
  const { result, components } = decided
  terminal.result(decided, () => printable(textOf(components[0])))
  return result && !result.success ? exitCode.failed : exitCode.ok
}

function textOf(component: Decided['components'][number] | undefined): string {
  const text = component?.['text']
  return typeof text === 'string' ? text : ''
}
