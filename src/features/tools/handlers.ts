import { assertPerson } from '../../contract/callers.ts'
import type { Call, Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { ListedAllowance } from './allowances.ts'
import { confirm, type ToolsDeps } from './confirm.ts'
import type { toolsContract } from './contract.ts'

export function toolsHandlers(deps: ToolsDeps): Handlers<typeof toolsContract> {
  const { catalog, approvals, runner, allowances } = deps
  return {
    execute({ body }, call) {
      return runner.run({
        action: body.tool_name,
        args: body.args ?? {},
        provenance: call.provenance,
        signal: call.signal,
        ...withKey(call),
      })
    },

    list: ({ query }) => ({ tools: catalog.list(query).map((entry) => catalog.describe(entry)) }),

    read({ params }) {
      const entry = catalog.find(params.action)
      if (!entry) throw new AppError('not_found', catalog.unknown(params.action))
      return catalog.describe(entry)
    },

    confirm: ({ body }, call) => confirm(body, call, deps),

    listAllowed(_input, call) {
      assertPerson(call.provenance)
      return { allowed: allowances.list().map(shown) }
    },

    async revokeAllowed({ params }, call) {
      assertPerson(call.provenance)
      const { words } = await allowances.remove(params.allowance_id)
      return { revoked: words }
    },

    readConfirmation: ({ params }) => approvals.read(params.confirmation_id),

    listConfirmations: () => ({ confirmations: approvals.listOpen() }),
  }
}

function shown({ id, session_id, kind: _kind, target: _target, ...allowance }: ListedAllowance) {
  const scope = session_id === null ? ('folder' as const) : ('conversation' as const)
  return { allowance_id: id, session_id, scope, ...allowance }
}

function withKey(call: Call): { idempotencyKey?: string } {
  const key = call.header('idempotency-key')
  return key === undefined ? {} : { idempotencyKey: key }
}
