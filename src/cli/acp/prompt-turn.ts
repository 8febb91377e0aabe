import type { AgentContext, SessionUpdate, StopReason } from '@agentclientprotocol/sdk'
import type { Component } from '../../contract/component-schema.ts'
import type { Confirmation } from '../../contract/confirmation.ts'
import { late, runsOf } from '../chat/next-runs.ts'
import { askRun, followRun, type Question, type RunEvent } from '../chat/run-events.ts'
import { CommandError } from '../command-error.ts'
import type { CommandCall } from '../command.ts'
import type { Decided } from '../commands/approval.ts'
import { questionsOf, workflowStates } from '../commands/workflow-changes.ts'
import { exitCode } from '../exit-codes.ts'
import { callServiceForJson } from '../running-service.ts'
import { markdownOf } from './markdown.ts'
import { askPermission } from './permission.ts'
import { planOf } from './plan.ts'
import { RunUpdates } from './run-updates.ts'

export interface TurnDeps {
  readonly sessionId: string
  readonly editor: Pick<AgentContext, 'request' | 'notify'>
  readonly call: CommandCall
  /** Aborts when the person stops it, or the editor is gone. */
  readonly signal: AbortSignal
}

/** One message of an editor and all that comes of it: the answer, questions to the person, and workflows to their end. */
export class PromptTurn {
  readonly #deps: TurnDeps
  readonly #asked = new Set<string>()

  constructor(deps: TurnDeps) {
    this.#deps = deps
  }

  async take(question: Question): Promise<StopReason> {
    await this.#show(askRun(question, this.#deps.call))
    return this.#deps.signal.aborted ? 'cancelled' : 'end_turn'
  }

  async #show(events: AsyncGenerator<RunEvent>): Promise<RunUpdates> {
    const { signal } = this.#deps
    const updates = new RunUpdates({ tell: this.#tell, write: this.#write })
    const stop = () => void this.#stop(updates.runId)
    signal.addEventListener('abort', stop, { once: true })
    try {
      for await (const event of events) {
        await updates.add(event)
        // What was stopped before it had begun.
        if (event.type === 'run.start' && signal.aborted) stop()
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
    if (updates.problem !== undefined) throw new CommandError(updates.problem, exitCode.failed)
    const isPlan = updates.questions.some(({ workflow_id }) => workflow_id !== undefined)
    if (isPlan) await this.#settlePlan(updates)
    else await this.#settle(updates)
    return updates
  }

  /** After a plan that had to be approved the model goes on, in another run. */
  async #settlePlan(plan: RunUpdates): Promise<void> {
    const following = new AbortController()
    const runs = await this.#runs(following.signal)
    try {
      await this.#settle(plan)
      for (;;) {
        const next = await Promise.race([runs.next(), late()])
        if (!next || next.done) return
        const { questions } = await this.#show(followRun(next.value, this.#deps.call))
        // Another question of the plan, for whoever reads the conversation; here it was asked on the way.
        if (questions.length === 0) return
      }
    } finally {
      following.abort()
    }
  }

  /** The runs that begin in this conversation from now on. */
  #runs(following: AbortSignal): Promise<AsyncGenerator<string, undefined>> {
    const { sessionId, call, signal } = this.#deps
    return runsOf(sessionId, call, AbortSignal.any([signal, following]))
  }

  /** Whatever an answer leaves to be done here. */
  async #settle(updates: RunUpdates): Promise<void> {
    for (const confirmation of updates.questions) await this.#ask(confirmation, updates)
    for (const { workflow_id } of updates.openWorkflows) await this.#followWorkflow(workflow_id, updates)
  }

  async #ask(confirmation: Confirmation, updates: RunUpdates): Promise<void> {
    const { signal } = this.#deps
    const { confirmation_id, form } = confirmation
    if (signal.aborted || this.#asked.has(confirmation_id)) return
    this.#asked.add(confirmation_id)
    const text = await this.#write([confirmation])
    if (form) return updates.say(`${text}\n\nAnswer it in Deskhand or with "deskhand approvals".`)
    // Whoever answers goes on with another run of the conversation, which is told only here.
    const following = new AbortController()
    const runs = await this.#runs(following.signal)
    try {
      const calls = updates.waitingCalls.get(confirmation_id) ?? [confirmation_id]
      const decided = await askPermission(confirmation, { ...this.#deps, text, toolCallId: calls[0]! })
      if (!decided) return
      for (const toolCallId of calls) await this.#tellDecision(toolCallId, decided)
      if (confirmation.workflow_id === undefined) await this.#goOn(runs, decided, updates)
    } finally {
      following.abort()
    }
  }

  #tellDecision(toolCallId: string, { approved, result }: Decided): Promise<void> {
    return this.#tell({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: approved && result?.success !== false ? 'completed' : 'failed',
      ...(result && { content: [{ type: 'content', content: { type: 'text', text: result.message } }] }),
    })
  }

  async #goOn(
    runs: AsyncGenerator<string, undefined>,
    { components }: Decided,
    updates: RunUpdates,
  ): Promise<void> {
    const next = await Promise.race([runs.next(), late()])
    if (next && !next.done) await this.#show(followRun(next.value, this.#deps.call))
    else await updates.say(await this.#write(components))
  }

  /** Until it goes on no more. Who stops the turn only stops looking. */
  async #followWorkflow(id: string, updates: RunUpdates): Promise<void> {
    const { call, signal } = this.#deps
    if (signal.aborted) return
    for await (const task of workflowStates(id, call, signal)) {
      await this.#tell(planOf(task))
      if (task.status === 'waiting')
        for (const confirmation of await questionsOf(id, call)) await this.#ask(confirmation, updates)
      else if (task.status !== 'running') {
        const name = task.name === undefined ? 'The workflow' : `The workflow "${task.name}"`
        return updates.say(`${name} is ${task.status}.`)
      }
      if (signal.aborted) return
    }
  }

  async #stop(run_id: string | undefined): Promise<void> {
    if (run_id === undefined) return
    try {
      const body = JSON.stringify({ run_id })
      await callServiceForJson(this.#deps.call, { method: 'POST', path: '/chat/stop', body })
    } catch {
      // It has just ended by itself, or the service is gone, and then the stream says so.
    }
  }

  readonly #tell = async (update: SessionUpdate): Promise<void> => {
    const { editor, sessionId } = this.#deps
    await editor.notify('session/update', { sessionId, update })
  }

  readonly #write = (components: readonly Component[]): Promise<string> =>
    markdownOf(components, this.#deps.call)
}
