import type { Source } from '../../../components/sources.ts'
import type { Component } from '../../../contract/component-schema.ts'
import type { AnyEndpoint, Provenance } from '../../../contract/endpoint.ts'
import type { Reading } from '../../../contract/tool.ts'
import type { Chat } from '../../chat/chat.ts'
import type { Taints } from '../../chat/model/taint.ts'
import type { Answer } from '../../chat/runs/fold.ts'
import type { Approvals } from '../../tools/approvals.ts'
import type { ToolCallDeps } from '../tool-call.ts'
import type { AppPage } from './app-page.ts'
import type { PersonQuestions } from './person-questions.ts'

/** What was read for a component, or why it could not be. */
export type ReadForComponent = { readonly data: unknown } | { readonly problem: string }

export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly body?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** An action of an answer that was pressed, as the service sent it, with what was entered. */
export interface PressedAction {
  readonly action: Readonly<Record<string, unknown>> & { readonly kind: string }
  readonly session_id: string
  /** Who asked for the answer. */
  readonly provenance: Provenance
  /** What a person should see before an address is opened. */
  readonly asks: object | null
}

/** What answers in other programs need of the service, beside its tools. */
export interface AppsDeps extends ToolCallDeps {
  readonly approvals: Pick<Approvals, 'decide' | 'isOpen' | 'find'>
  readonly chat: Pick<Chat, 'start' | 'stop' | 'follow' | 'answerOf' | 'beginnings'>
  readonly sessions: AppSessions
  readonly sessionTaints: Taints
  readonly page: AppPage
  readonly questions: PersonQuestions
  readonly endpoints: () => readonly AnyEndpoint[]
  /** Asks the service from inside of it, in somebody's name. */
  readonly reach: (
    request: ServiceRequest,
    by: { readonly provenance: Provenance; readonly signal: AbortSignal },
  ) => Promise<Response>
  /** Components as words, with what they show. */
  readonly tell: (
    components: readonly Component[],
    read: (source: Source) => Promise<ReadForComponent>,
  ) => Promise<string>
  /** Components that fit, or a sentence on what does not. */
  readonly check: (
    given: readonly unknown[],
  ) => Promise<{ readonly components: readonly Component[] } | { readonly problem: string }>
  /** What the components read by themselves. */
  readonly sourcesOf: (components: readonly Component[]) => Promise<readonly Source[]>
  /** What an answer that no model gave shows of the user's own and of strangers. */
  readonly findings: (answer: Answer) => readonly Reading[]
  readonly pressed: (body: unknown) => PressedAction
  readonly stored: StoredEntries
  /** Whether the person wants to be asked before every tool. */
  readonly asksAlways: () => boolean
}

/** Conversations of the models of other programs. */
export interface AppSessions {
  begin(message: string): Promise<string>
  /** Whether such a model began it. */
  isTheirs(session_id: string): boolean
}

/** The entries of the store, as far as it matters who wrote them. */
export interface StoredEntries {
  readings(key: string): readonly Reading[]
  /** Whether this is what a list or another widget keeps there, and nothing else. */
  isOfWidget(key: string, value: unknown): Promise<boolean>
  /** Remembers that what is new in it may hold a stranger's words. */
  markOutside(key: string, value: unknown): Promise<void>
}
