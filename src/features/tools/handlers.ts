import { assertPerson } from '../../contract/callers.ts'
import type { Call, Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Approvals, Decision } from './approvals.ts'
import type { toolsContract } from './contract.ts'
import type { ToolCatalog } from './tool-catalog.ts'
import type { ToolRunner } from './tool-runner.ts'

export interface ToolsDeps {
  readonly catalog: ToolCatalog
  readonly approvals: Approvals
  readonly runner: ToolRunner
  /** A decision about a workflow goes back to it: it runs its steps itself. The sentence says what came of it. */
  readonly decideStep: (decision: Decision) => Promise<string | undefined>
  /** Whether something of its own waits for this very answer, and goes on by itself. */
  readonly takeDecision?: (decision: Decision) => boolean
}

export function toolsHandlers({
  catalog,
  approvals,
  runner,
  decideStep,
  takeDecision = () => false,
}: ToolsDeps): Handlers<typeof toolsContract> {
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
      const decision = await approvals.decide(body.confirmation_id, body.approved, body.changes)
      const { act, approved } = decision
      const isStep = act.workflow_id !== undefined
      const told = isStep ? await decideStep(decision) : undefined
      const isTaken = isStep || takeDecision(decision)
      const result =
        approved && !isTaken
          ? await runner.runApproved(act, { signal: call.signal, changes: body.changes })
          : null
      const text =
        told ?? result?.message ?? (approved ? `${act.action} goes on.` : `${act.action} was not run.`)
      return {
        confirmation_id: body.confirmation_id,
        status: approved ? ('approved' as const) : ('rejected' as const),
        result,
        components: [{ type: 'text', text }],
      }
    },

    listConfirmations: () => ({ confirmations: approvals.listOpen() }),
  }
}

function withKey(call: Call): { idempotencyKey?: string } {
  const key = call.header('idempotency-key')
  return key === undefined ? {} : { idempotencyKey: key }
}
