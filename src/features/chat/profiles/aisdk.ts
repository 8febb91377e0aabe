import type { Component } from '../../../contract/component-schema.ts'
import { applyPatch } from '../../../contract/json-patch.ts'
import type { Route } from '../answering.ts'
import { tellWith, type FactOf, type Projection, type Tellers } from './projection.ts'

/** What an AI SDK stream ends with. */
export const aisdkEnd = '[DONE]'

/** By which a client or a proxy knows such a stream. */
export const aisdkHeaders = { 'x-vercel-ai-ui-message-stream': 'v1' }

/** A run as the UI message stream of the AI SDK: components are `data-component` parts, replaced whole by their id. */
export function aisdkProjection(): Projection {
  const projection = new AisdkRun()
  return ({ fact }) => tellWith(projection.tellers, fact)
}

interface Drawn {
  readonly part: string
  readonly component: Component
}

class AisdkRun {
  readonly #drawn = new Map<string, Drawn>()
  #head: { run_id: string; session_id: string; route: Route } | undefined
  #text: string | undefined
  #reasoning: string | undefined

  readonly tellers: Tellers = {
    'run.start': (fact) => this.#start(fact),
    'text.delta': ({ id, delta }) => this.#say(id, delta),
    'reasoning.delta': ({ id, delta }) => this.#reason(id, delta),
    'tool.start': ({ call_id, action, args }) => [toolInput(call_id, action, args)],
    'tool.progress': passing,
    'tool.end': ({ call_id: toolCallId, result: output }) => [
      { type: 'tool-output-available', toolCallId, output, dynamic: true },
    ],
    'step.start': passing,
    'step.end': passing,
    'component.add': (fact) => this.#add(fact),
    'component.patch': (fact) => this.#change(fact),
    'component.remove': ({ id }) => this.#empty(id),
    'approval.request': askApproval,
    'approval.result': passing,
    notice: passing,
    'run.end': (fact) => [...this.#close(), ...this.#finish(fact)],
    'run.error': ({ message }) => [...this.#close(), { type: 'error', errorText: message }],
  }

  #start({ run_id, session_id, route }: FactOf<'run.start'>): object[] {
    this.#head = { run_id, session_id, route }
    return [{ type: 'start', messageId: run_id, messageMetadata: this.#head }, { type: 'start-step' }]
  }

  #say(id: string, delta: string): object[] {
    const opening = this.#text === id ? [] : [...this.#close(), { type: 'text-start', id }]
    this.#text = id
    return [...opening, { type: 'text-delta', id, delta }]
  }

  #reason(id: string, delta: string): object[] {
    const opening = this.#reasoning === id ? [] : [...this.#close(), { type: 'reasoning-start', id }]
    this.#reasoning = id
    return [...opening, { type: 'reasoning-delta', id, delta }]
  }

  #add({ index, component, status }: FactOf<'component.add'>): object[] {
    const id = String(component['id'])
    // A text that is told again after the service was cut; it was sent as text.
    if (id === this.#text) return []
    const part = `cmp_${index}`
    this.#drawn.set(id, { part, component })
    const data = status === undefined ? component : { ...component, status }
    return [...this.#close(), { type: 'data-component', id: part, data }]
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
    return [{ type: 'finish-step' }, { type: 'finish', finishReason, messageMetadata }]
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

/** The call that waits is told under the name of the question, for that is what an answer names. */
function askApproval({ confirmation }: FactOf<'approval.request'>): object[] {
  const { confirmation_id: id, action, args, message } = confirmation
  return [
    toolInput(id, action, args),
    { type: 'tool-approval-request', approvalId: id, toolCallId: id, reason: message },
  ]
}

function toolInput(toolCallId: string, toolName: string, input: unknown): object {
  return { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true }
}

/** Told, but no part of the message. */
function passing({
  type,
  ...data
}: FactOf<'tool.progress' | 'step.start' | 'step.end' | 'approval.result' | 'notice'>): object[] {
  return [{ type: `data-${type.replace('.', '-')}`, data, transient: true }]
}
