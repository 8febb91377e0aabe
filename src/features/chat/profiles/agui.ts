import type { Envelope } from '../../../contract/envelope.ts'
import { AskedCalls, waitsFor, type Before } from '../runs/asked-calls.ts'
import { decidedCalls } from './decided-calls.ts'
import { tellWith, type FactOf, type Projection, type Tellers } from './projection.ts'

export interface AguiNames {
  /** What the client calls the conversation and the run; our own ids when it has no names for them. */
  readonly threadId?: string | undefined
  readonly runId?: string | undefined
}

export interface AguiReader {
  readonly names?: AguiNames | undefined
  /** What a run goes on from. */
  readonly before: (continues: string) => Before
}

/** A run in the words of AG-UI 1.0: text and tools as messages, each component as an activity. */
export function aguiProjection(reader: AguiReader): Projection {
  const projection = new AguiRun(reader)
  return ({ fact }) => tellWith(projection.tellers, fact)
}

class AguiRun {
  readonly #names: AguiNames
  readonly #beforeRun: AguiReader['before']
  readonly #asked = new AskedCalls()
  readonly #activities = new Map<string, string>()
  readonly #steps = new Set<string>()
  readonly #interrupts: object[] = []
  #before: Before | undefined
  #threadId = ''
  #runId = ''
  #text: string | undefined
  #reasoning: string | undefined

  constructor({ names = {}, before }: AguiReader) {
    this.#names = names
    this.#beforeRun = before
  }

  readonly tellers: Tellers = {
    'run.start': (fact) => this.#start(fact),
    'text.delta': ({ id, delta }) => this.#say(id, delta),
    'reasoning.delta': ({ id, delta }) => this.#reason(id, delta),
    'tool.start': (fact) => {
      this.#asked.take(fact)
      return startTool(fact)
    },
    'tool.progress': custom,
    'tool.end': (fact) => this.#endTool(fact),
    'step.start': ({ step_id }) => this.#startStep(step_id),
    'step.end': ({ step_id }) => this.#endStep(step_id),
    'component.add': (fact) => this.#add(fact),
    'component.patch': (fact) => this.#change(fact),
    'component.remove': (fact) => this.#empty(fact),
    'approval.request': (fact) => this.#ask(fact),
    'approval.result': (fact) => this.#decide(fact),
    notice: custom,
    'run.end': (fact) => [...this.#closeAll(), this.#finish(fact)],
    'run.error': ({ message, code }) => [...this.#closeAll(), { type: 'RUN_ERROR', message, code }],
  }

  #start({ session_id, run_id, route, continues }: FactOf<'run.start'>): object[] {
    this.#before = continues === undefined ? undefined : this.#beforeRun(continues)
    this.#threadId = this.#names.threadId ?? session_id
    this.#runId = this.#names.runId ?? run_id
    return [
      { type: 'RUN_STARTED', threadId: this.#threadId, runId: this.#runId },
      { type: 'CUSTOM', name: 'run.start', value: { run_id, session_id, route } },
    ]
  }

  #say(id: string, delta: string): object[] {
    const opening =
      this.#text === id
        ? []
        : [...this.#closeAll(), { type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant' }]
    this.#text = id
    return [...opening, { type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta }]
  }

  #reason(id: string, delta: string): object[] {
    const opening =
      this.#reasoning === id
        ? []
        : [
            ...this.#closeReasoning(),
            { type: 'REASONING_START', messageId: id },
            { type: 'REASONING_MESSAGE_START', messageId: id, role: 'reasoning' },
          ]
    this.#reasoning = id
    return [...opening, { type: 'REASONING_MESSAGE_CONTENT', messageId: id, delta }]
  }

  #startStep(stepName: string): object[] {
    if (this.#steps.has(stepName)) return []
    this.#steps.add(stepName)
    return [{ type: 'STEP_STARTED', stepName }]
  }

  #endStep(stepName: string): object[] {
    return this.#steps.delete(stepName) ? [{ type: 'STEP_FINISHED', stepName }] : []
  }

  #change({ id, patch }: FactOf<'component.patch'>): object[] {
    const messageId = this.#activities.get(id)
    return messageId === undefined
      ? []
      : [{ type: 'ACTIVITY_DELTA', messageId, activityType: 'component', patch }]
  }

  /** An activity cannot be taken away. */
  #empty({ id }: FactOf<'component.remove'>): object[] {
    const messageId = this.#activities.get(id)
    return messageId === undefined ? [] : [snapshot(messageId, { type: 'removed' })]
  }

  /** Named by its place, for a component may get its id only when it is whole. */
  #add({ index, component, status }: FactOf<'component.add'>): object[] {
    const id = String(component['id'])
    // A text that is told again after the service was cut; it was sent as a message.
    if (id === this.#text) return []
    const messageId = `${this.#runId}_${index}`
    this.#activities.set(id, messageId)
    const content = status === undefined ? component : { ...component, status }
    return [...this.#closeAll(), snapshot(messageId, content)]
  }

  #endTool(fact: FactOf<'tool.end'>): object[] {
    this.#asked.take(fact)
    // It is an interrupt, and gets its result once it has run.
    return waitsFor(fact.result) === undefined ? [toolResult(fact.call_id, fact.result)] : []
  }

  /** Each call that waits is an interrupt of its own. */
  #ask(fact: FactOf<'approval.request'>): object[] {
    this.#asked.take(fact)
    const { confirmation } = fact
    const { confirmation_id, message, expires_at: expiresAt } = confirmation
    for (const { call_id, approval_id: id } of this.#asked.of(confirmation_id)) {
      const toolCall = call_id !== confirmation_id && { toolCallId: call_id }
      const told = { id, reason: 'tool_call', message, ...toolCall, expiresAt }
      this.#interrupts.push({ ...told, responseSchema, metadata: { confirmation } })
    }
    return []
  }

  #decide(fact: FactOf<'approval.result'>): object[] {
    const results = decidedCalls(fact, this.#before)
      .filter(({ call }) => call.call_id !== fact.confirmation_id)
      .map(({ call, result }) => toolResult(call.call_id, result))
    return [...results, ...custom(fact)]
  }

  #finish({ outcome, components, usage }: FactOf<'run.end'>): object {
    const interrupted = outcome === 'interrupt' && this.#interrupts.length > 0
    return {
      type: 'RUN_FINISHED',
      threadId: this.#threadId,
      runId: this.#runId,
      result: { components, usage: usage ?? {} },
      outcome: interrupted
        ? { type: 'interrupt', interrupts: this.#interrupts }
        : { type: outcome === 'cancelled' ? 'cancelled' : 'success' },
    }
  }

  #closeAll(): object[] {
    const text = this.#text
    this.#text = undefined
    const steps = [...this.#steps].map((stepName) => ({ type: 'STEP_FINISHED', stepName }))
    this.#steps.clear()
    return [
      ...this.#closeReasoning(),
      ...(text === undefined ? [] : [{ type: 'TEXT_MESSAGE_END', messageId: text }]),
      ...steps,
    ]
  }

  #closeReasoning(): object[] {
    const messageId = this.#reasoning
    this.#reasoning = undefined
    if (messageId === undefined) return []
    return [
      { type: 'REASONING_MESSAGE_END', messageId },
      { type: 'REASONING_END', messageId },
    ]
  }
}

function snapshot(messageId: string, content: object): object {
  return { type: 'ACTIVITY_SNAPSHOT', messageId, activityType: 'component', content, replace: true }
}

function custom({ type: name, ...value }: FactOf<'tool.progress' | 'approval.result' | 'notice'>): object[] {
  return [{ type: 'CUSTOM', name, value }]
}

function startTool({ call_id: toolCallId, action: toolCallName, args }: FactOf<'tool.start'>): object[] {
  return [
    { type: 'TOOL_CALL_START', toolCallId, toolCallName },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args) },
    { type: 'TOOL_CALL_END', toolCallId },
  ]
}

function toolResult(toolCallId: string, result: Envelope): object {
  const content = JSON.stringify(result)
  return { type: 'TOOL_CALL_RESULT', messageId: `${toolCallId}_result`, toolCallId, content, role: 'tool' }
}

/** What answers an interrupt. */
const responseSchema = {
  type: 'object',
  required: ['approved'],
  properties: {
    approved: { type: 'boolean', description: 'false rejects the call' },
    editedArgs: { type: 'object', description: 'Arguments to run it with, in place of all that it has' },
  },
}
