import type { Component } from '../../../contract/component-schema.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { applyPatch } from '../../../contract/json-patch.ts'
import type { Route } from '../answering.ts'
import { AskedCalls, waitsFor, type AskedCall, type Before } from '../runs/asked-calls.ts'
import { decidedCalls } from './decided-calls.ts'
import type { Decision } from './decisions.ts'
import { tellWith, type FactOf, type Projection, type Tellers } from './projection.ts'

/** What an AI SDK stream ends with. */
export const aisdkEnd = '[DONE]'

/** By which a client or a proxy knows such a stream. */
export const aisdkHeaders = { 'x-vercel-ai-ui-message-stream': 'v1' }

export interface AisdkReader {
  /** What a run goes on from. */
  readonly before: (continues: string) => Before
  /** The message of the client that the run goes on with, with its calls; none for one who may have none of it. */
  readonly messageId?: string | undefined
  /** Answers that the client has given and that the run itself tells nothing of, as those to steps of a workflow. */
  readonly decided?: readonly Decision[]
}

/** A run as the UI message stream of the AI SDK: components are `data-component` parts, replaced whole by their id. */
export function aisdkProjection(reader: AisdkReader): Projection {
  const projection = new AisdkRun(reader)
  return ({ fact }) => tellWith(projection.tellers, fact)
}

interface Drawn {
  readonly part: string
  readonly component: Component
}

class AisdkRun {
  readonly #reader: AisdkReader
  readonly #drawn = new Map<string, Drawn>()
  readonly #asked = new AskedCalls()
  #before: Before | undefined
  #head: { run_id: string; session_id: string; route: Route } | undefined
  #text: string | undefined
  #reasoning: string | undefined
  #hasStep = false

  constructor(reader: AisdkReader) {
    this.#reader = reader
  }

  readonly tellers: Tellers = {
    'run.start': (fact) => this.#start(fact),
    'text.delta': ({ id, delta }) => this.#say(id, delta),
    'reasoning.delta': ({ id, delta }) => this.#reason(id, delta),
    'tool.start': (fact) => {
      this.#asked.take(fact)
      return [...this.#step(), toolInput(fact)]
    },
    'tool.progress': passing,
    'tool.end': (fact) => this.#endTool(fact),
    'step.start': passing,
    'step.end': passing,
    'component.add': (fact) => this.#add(fact),
    'component.patch': (fact) => this.#change(fact),
    'component.remove': ({ id }) => this.#empty(id),
    'approval.request': (fact) => this.#ask(fact),
    'approval.result': (fact) => this.#decide(fact),
    notice: passing,
    'run.end': (fact) => [...this.#close(), ...this.#finish(fact)],
    'run.error': ({ message }) => [...this.#close(), { type: 'error', errorText: message }],
  }

  /** What goes on is told as the same message: its calls get their results in it. */
  #start({ run_id, session_id, route, continues }: FactOf<'run.start'>): object[] {
    this.#head = { run_id, session_id, route }
    this.#before = continues === undefined ? undefined : this.#reader.before(continues)
    const messageId = this.#reader.messageId ?? this.#before?.first ?? run_id
    const start = { type: 'start', messageId, messageMetadata: this.#head }
    if (!this.#before) return [start, ...this.#step()]
    const told = (this.#reader.decided ?? []).map(({ confirmation_id, approved }) =>
      outputOf(confirmation_id, approved ? { success: true, message: 'Approved.', data: null } : null),
    )
    return [start, ...told]
  }

  /** Results of calls of the step before belong to that one. */
  #step(): object[] {
    if (this.#hasStep) return []
    this.#hasStep = true
    return [{ type: 'start-step' }]
  }

  #say(id: string, delta: string): object[] {
    const opening = this.#text === id ? [] : [...this.#step(), ...this.#close(), { type: 'text-start', id }]
    this.#text = id
    return [...opening, { type: 'text-delta', id, delta }]
  }

  #reason(id: string, delta: string): object[] {
    const isOpen = this.#reasoning === id
    const opening = isOpen ? [] : [...this.#step(), ...this.#close(), { type: 'reasoning-start', id }]
    this.#reasoning = id
    return [...opening, { type: 'reasoning-delta', id, delta }]
  }

  #endTool(fact: FactOf<'tool.end'>): object[] {
    this.#asked.take(fact)
    // It is told as asked about, and ends once it has run.
    if (waitsFor(fact.result) !== undefined) return []
    return [{ type: 'tool-output-available', toolCallId: fact.call_id, output: fact.result, dynamic: true }]
  }

  /** Each call that waits is asked about by itself; a question that belongs to no call is one. */
  #ask(fact: FactOf<'approval.request'>): object[] {
    this.#asked.take(fact)
    const { confirmation_id, message: reason } = fact.confirmation
    return this.#asked.of(confirmation_id).flatMap((call) => {
      const { call_id: toolCallId, approval_id: approvalId } = call
      const input = toolCallId === confirmation_id ? [...this.#step(), toolInput(call)] : []
      return [...input, { type: 'tool-approval-request', approvalId, toolCallId, reason }]
    })
  }

  #decide(fact: FactOf<'approval.result'>): object[] {
    const decided = decidedCalls(fact, this.#before)
    const told = decided.flatMap(({ call, result, isApproved }) => [
      ...(this.#reader.messageId === undefined ? asDecided(call, isApproved) : []),
      outputOf(call.call_id, isApproved ? result : null),
    ])
    return [...told, ...passing(fact)]
  }

  #add({ index, component, status }: FactOf<'component.add'>): object[] {
    const id = String(component['id'])
    // A text that is told again after the service was cut; it was sent as text.
    if (id === this.#text) return []
    // By its run too: a message may have the components of several.
    const part = `${this.#head?.run_id}_${index}`
    this.#drawn.set(id, { part, component })
    const data = status === undefined ? component : { ...component, status }
    return [...this.#step(), ...this.#close(), { type: 'data-component', id: part, data }]
  }

  #change({ id, patch }: FactOf<'component.patch'>): object[] {
    const drawn = this.#drawn.get(id)
    if (!drawn) return []
    const component = applyPatch(drawn.component, patch)
    this.#drawn.set(id, { ...drawn, component })
    return [{ type: 'data-component', id: drawn.part, data: component }]
  }

  #empty(id: string): object[] {
    const drawn = this.#drawn.get(id)
    return drawn ? [{ type: 'data-component', id: drawn.part, data: { type: 'removed' } }] : []
  }

  #finish({ outcome, components, usage }: FactOf<'run.end'>): object[] {
    if (outcome === 'cancelled') return [{ type: 'abort', reason: 'cancelled' }]
    const messageMetadata = { ...this.#head, components, usage }
    const finishReason = outcome === 'interrupt' ? 'tool-calls' : 'stop'
    const step = this.#hasStep ? [{ type: 'finish-step' }] : []
    return [...step, { type: 'finish', finishReason, messageMetadata }]
  }

  #close(): object[] {
    const text = this.#text
    const reasoning = this.#reasoning
    this.#text = undefined
    this.#reasoning = undefined
    return [
      ...(text === undefined ? [] : [{ type: 'text-end', id: text }]),
      ...(reasoning === undefined ? [] : [{ type: 'reasoning-end', id: reasoning }]),
    ]
  }
}

/** For a reader who may not have the call: all of it, up to the answer. */
function asDecided(call: AskedCall, approved: boolean): object[] {
  const { call_id: toolCallId, approval_id: approvalId } = call
  return [
    toolInput(call),
    { type: 'tool-approval-request', approvalId, toolCallId },
    { type: 'tool-approval-response', approvalId, approved },
  ]
}

/** What came of a call; null for one that the person has not allowed. */
function outputOf(toolCallId: string, output: Envelope | null): object {
  if (output === null) return { type: 'tool-output-denied', toolCallId }
  return { type: 'tool-output-available', toolCallId, output, dynamic: true }
}

/** The service runs it, not the client: that is what `providerExecuted` tells one. */
function toolInput({ call_id: toolCallId, action, args }: Omit<AskedCall, 'approval_id'>): object {
  const tool = { toolCallId, toolName: action, input: args }
  return { type: 'tool-input-available', ...tool, dynamic: true, providerExecuted: true }
}

/** Told, but no part of the message. */
function passing({
  type,
  ...data
}: FactOf<'tool.progress' | 'step.start' | 'step.end' | 'approval.result' | 'notice'>): object[] {
  return [{ type: `data-${type.replace('.', '-')}`, data, transient: true }]
}
