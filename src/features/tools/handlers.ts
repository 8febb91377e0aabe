import { assertPerson } from '../../contract/callers.ts'
import type { Call, Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Allowances, ListedAllowance } from './allowances.ts'
import type { Approvals, Decision } from './approvals.ts'
import type { toolsContract } from './contract.ts'
import { callsOf, type CallChange } from './several-calls.ts'
import type { ToolCatalog } from './tool-catalog.ts'
import type { ToolRunner } from './tool-runner.ts'

export interface ToolsDeps {
  readonly catalog: ToolCatalog
  readonly approvals: Approvals
  readonly runner: ToolRunner
  readonly allowances: Allowances
  /** A decision about a workflow goes back to it: it runs its steps itself. The sentence says what came of it. */
  readonly decideStep: (decision: Decision) => Promise<string | undefined>
  /** Whether something of its own waits for this very answer, and goes on by itself. */
  readonly takeDecision?: (decision: Decision) => boolean
}

export function toolsHandlers({
  catalog,
  approvals,
  runner,
  allowances,
  decideStep,
  takeDecision = () => false,
}: ToolsDeps): Handlers<typeof toolsContract> {
  /** Keeps what the person allowed beside saying yes, and tells it in words. */
  const allow = async ({ act, session_id }: Decision, changes: readonly CallChange[] = []) => {
    const calls = callsOf(act, changes)
    const words: string[] = []
    for (const { index, allow: scope } of changes) {
      const call = calls[index]
      if (scope === undefined || !call || session_id === undefined) continue
      for (const permission of await runner.permissionsOf(call)) {
        const { agent, action } = call
        const where = scope === 'conversation' ? session_id : null
        await allowances.add({ agent, action, session_id: where, ...permission })
        words.push(scope === 'conversation' ? `${permission.words}, in this conversation` : permission.words)
      }
    }
    return words
  }
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

    async confirm({ body }, call) {
      // Asked here too: words in a conversation and the clients of other protocols come by other ways than the endpoint.
      assertPerson(call.provenance)
      const { confirmation_id, changes } = body
      const asked = approvals.actOf(confirmation_id)
      const isOfTools = asked && callsOf(asked).every((one) => one && catalog.find(one.action))
      if (changes?.some(({ args }) => args) && !isOfTools)
        throw new AppError('invalid_request', 'Its arguments cannot be changed: approve or reject it.')
      const decision = await approvals.decide(confirmation_id, body.approved, changes)
      const { act, approved } = decision
      const allowed = approved ? await allow(decision, changes) : []
      const isStep = act.workflow_id !== undefined
      const told = isStep ? await decideStep(decision) : undefined
      const isTaken = isStep || takeDecision(decision)
      const result =
        approved && !isTaken ? await runner.runApproved(act, { signal: call.signal, changes }) : null
      const text =
        told ?? result?.message ?? (approved ? 'Approved. It goes on.' : 'Rejected. Nothing was done.')
      const standing = allowed.map((words) => ({ type: 'text', text: `Allowed from now on: ${words}.` }))
      return {
        confirmation_id,
        status: approved ? ('approved' as const) : ('rejected' as const),
        result,
        allowed,
        components: [{ type: 'text', text }, ...standing],
      }
    },

    listAllowed(_input, call) {
      assertPerson(call.provenance)
      return { allowed: allowances.list().map(shown) }
    },

    async revokeAllowed({ params }, call) {
      assertPerson(call.provenance)
      const { words } = await allowances.remove(params.allowance_id)
      return { revoked: words }
    },

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
