import type { Component } from '../../../contract/component-schema.ts'
import type { Confirmation } from '../../../contract/confirmation.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { JsonPatch } from '../../../contract/json-patch.ts'
import type { ModelUsage } from '../../models/language-model.ts'
import type { Route, StepTold, ToolStart } from '../answering.ts'

export type Outcome = 'success' | 'interrupt' | 'cancelled'

/** A piece of text; pieces with one id belong together. */
export interface Delta {
  readonly type: 'text.delta' | 'reasoning.delta'
  readonly id: string
  readonly delta: string
}

/** What happens in a run, in the order in which it happens. This is all that any feed of it is made of. */
export type RunFact =
  | {
      readonly type: 'run.start'
      readonly run_id: string
      readonly session_id: string
      readonly message: string
      readonly route: Route
      /** The run that waited for a person; this one goes on from there. */
      readonly continues?: string
    }
  | Delta
  | ({ readonly type: 'tool.start' } & ToolStart)
  | {
      readonly type: 'tool.progress'
      readonly call_id: string
      readonly fraction?: number
      readonly message?: string
    }
  | {
      readonly type: 'tool.end'
      readonly call_id: string
      readonly result: Envelope
      readonly duration_ms?: number
    }
  | ({ readonly type: 'step.start' | 'step.end' } & StepTold)
  | {
      readonly type: 'component.add'
      /** Its place in the answer; text takes a place too. A second one for the same place replaces the first. */
      readonly index: number
      readonly component: Component
      /** Only type and id are known: draw a skeleton. */
      readonly status?: 'loading'
    }
  | { readonly type: 'component.patch'; readonly id: string; readonly patch: readonly JsonPatch[] }
  | { readonly type: 'component.remove'; readonly id: string }
  | { readonly type: 'approval.request'; readonly confirmation: Confirmation }
  | {
      readonly type: 'approval.result'
      readonly confirmation_id: string
      readonly approved: boolean
      readonly result: Envelope | null
    }
  | {
      readonly type: 'notice'
      readonly level: 'info' | 'warning' | 'error'
      readonly text: string
      /** More about it, as plain text, for whoever unfolds it. */
      readonly detail?: string
    }
  | {
      readonly type: 'run.end'
      readonly outcome: Outcome
      readonly components: readonly Component[]
      readonly usage: ModelUsage | null
    }
  | {
      readonly type: 'run.error'
      readonly code: string
      readonly message: string
      readonly retryable: boolean
    }

/** A fact with its place in the run, counted from 1, and as the text that is stored and sent. */
export interface RunEvent {
  readonly seq: number
  readonly fact: RunFact
  readonly json: string
}

export function runEvent(seq: number, fact: RunFact): RunEvent {
  return { seq, fact, json: JSON.stringify({ seq, ...fact }) }
}

export function isDelta(fact: RunFact): fact is Delta {
  return fact.type === 'text.delta' || fact.type === 'reasoning.delta'
}

export function isLast(fact: RunFact): boolean {
  return fact.type === 'run.end' || fact.type === 'run.error'
}
