import type { SessionUpdate, ToolKind } from '@agentclientprotocol/sdk'
import {
  isWorkflow,
  withStep,
  type Task,
  type WorkflowTask,
} from '../../components/task-tracker/live-steps.ts'
import type { Component } from '../../contract/component-schema.ts'
import type { Confirmation } from '../../contract/confirmation.ts'
import type { Risk } from '../../contract/tool.ts'
import type { RunEvent } from '../chat/run-events.ts'
import { planOf } from './plan.ts'

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { readonly type: Type }>

export interface RunUpdatesDeps {
  /** Tells the editor; in the order of the calls. */
  readonly tell: (update: SessionUpdate) => Promise<void>
  /** Components in Markdown. */
  readonly write: (components: readonly Component[]) => Promise<string>
}

const KINDS: Readonly<Record<Risk, ToolKind>> = {
  read: 'read',
  write: 'edit',
  external: 'other',
  dangerous: 'execute',
}

/** An answer as it arrives, told as an editor shows it: words, tools and a plan. */
export class RunUpdates {
  readonly #deps: RunUpdatesDeps
  /** Components by id, as they were told; text that streams is told piece by piece. */
  readonly #told = new Map<string, string>()
  readonly #tasks = new Map<string, Task>()
  #writing: string | undefined
  #hasWritten = false
  /** What a person must decide before it goes on. */
  readonly questions: Confirmation[] = []
  /** The calls that wait for it, by the question. */
  readonly waitingCalls = new Map<string, string[]>()
  runId: string | undefined
  outcome: EventOf<'run.end'>['outcome'] | undefined
  problem: string | undefined

  constructor(deps: RunUpdatesDeps) {
    this.#deps = deps
  }

  /** The workflows of the answer that go on, or wait for a person. */
  get openWorkflows(): readonly WorkflowTask[] {
    return [...this.#tasks.values()]
      .filter(isWorkflow)
      .filter(({ status }) => status === 'running' || status === 'waiting')
  }

  async add(event: RunEvent): Promise<void> {
    if (event.type === 'run.start') this.runId = event.run_id
    else if (event.type === 'text.delta') await this.#write(event)
    else if (event.type === 'reasoning.delta') await this.#think(event.delta)
    else if (event.type === 'component.add') await this.#place(event)
    else if (event.type === 'component.patch') await this.#patch(event)
    else if (event.type === 'approval.request') this.#ask(event.confirmation)
    else if (event.type === 'notice') await this.say(`> ${event.text.replaceAll('\n', '\n> ')}`)
    else if (event.type === 'run.error') this.problem = event.message
    else if (event.type === 'run.end') await this.#finish(event)
    else await this.#work(event)
  }

  /** A passage of its own. */
  async say(text: string): Promise<void> {
    if (text === '') return
    const gap = this.#hasWritten ? '\n\n' : ''
    this.#hasWritten = true
    this.#writing = undefined
    await this.#deps.tell({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: `${gap}${text}` },
    })
  }

  async #write({ id, delta }: Extract<RunEvent, { readonly delta: string }>): Promise<void> {
    const isSame = this.#writing === id
    this.#told.set(id, '')
    if (!isSame) await this.say(delta)
    else
      await this.#deps.tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: delta } })
    this.#writing = id
  }

  #think(text: string): Promise<void> {
    return this.#deps.tell({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } })
  }

  async #work(event: RunEvent): Promise<void> {
    if (event.type === 'tool.start') {
      const { call_id, action, args, risk } = event
      await this.#deps.tell({
        sessionUpdate: 'tool_call',
        toolCallId: call_id,
        title: action,
        kind: KINDS[risk],
        status: 'in_progress',
        rawInput: args,
      })
    } else if (event.type === 'tool.progress') {
      const share = event.fraction === undefined ? '' : `${Math.round(event.fraction * 100)} % `
      await this.#update(event.call_id, { text: `${share}${event.message ?? ''}` })
    } else if (event.type === 'tool.end') {
      await this.#endCall(event)
    } else if (event.type === 'step.start' || event.type === 'step.end') await this.#step(event)
  }

  async #endCall({ call_id, result: { success, message, data } }: EventOf<'tool.end'>): Promise<void> {
    const id = (data as { confirmation?: { confirmation_id?: string } } | null)?.confirmation?.confirmation_id
    if (success || id === undefined)
      return this.#update(call_id, { status: success ? 'completed' : 'failed', text: message })
    // The question itself comes next.
    this.waitingCalls.set(id, [...(this.waitingCalls.get(id) ?? []), call_id])
  }

  async #step({ workflow_id, step_id, status, message }: EventOf<'step.start' | 'step.end'>): Promise<void> {
    for (const [id, task] of this.#tasks) {
      if (task.workflow_id !== workflow_id) continue
      const updated = { seq: 0, type: 'step.updated', workflow_id, step_id, status, message }
      this.#tasks.set(id, withStep(task, updated as never))
      await this.#deps.tell(planOf(this.#tasks.get(id)!))
    }
  }

  #update(
    toolCallId: string,
    { status, text }: { status?: 'completed' | 'failed'; text: string },
  ): Promise<void> {
    return this.#deps.tell({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      ...(status && { status }),
      content: [{ type: 'content', content: { type: 'text', text } }],
    })
  }

  async #place({ component, status }: EventOf<'component.add'>): Promise<void> {
    if (status === 'loading' || component.type === 'confirmation') return
    if (component.type === 'task_tracker') return this.#plan(component)
    this.#told.set(idOf(component), JSON.stringify(component))
    await this.say(await this.#deps.write([component]))
  }

  async #plan(component: Component): Promise<void> {
    const task = component['data'] as Task
    this.#tasks.set(idOf(component), task)
    await this.#deps.tell(planOf(task))
  }

  /** A plan that the assistant keeps is told anew as a whole. */
  async #patch({ id, patch: [change] }: EventOf<'component.patch'>): Promise<void> {
    if (!this.#tasks.has(id) || change?.path !== '/data') return
    this.#tasks.set(id, change.value as Task)
    await this.#deps.tell(planOf(change.value as Task))
  }

  /** What the service says at the end is what counts: what was not told, or otherwise, is told now. */
  async #finish({ outcome, components }: EventOf<'run.end'>): Promise<void> {
    this.outcome = outcome
    for (const component of components) {
      const before = this.#told.get(idOf(component))
      if (component.type === 'confirmation') this.#ask(component as unknown as Confirmation)
      else if (component.type === 'task_tracker') await this.#plan(component)
      else if (before === undefined || (before !== '' && before !== JSON.stringify(component)))
        await this.say(await this.#deps.write([component]))
    }
  }

  #ask(confirmation: Confirmation): void {
    const { confirmation_id: id } = confirmation
    if (!this.questions.some(({ confirmation_id }) => confirmation_id === id))
      this.questions.push(confirmation)
  }
}

function idOf(component: Component): string {
  return typeof component['id'] === 'string' ? component['id'] : JSON.stringify(component)
}
