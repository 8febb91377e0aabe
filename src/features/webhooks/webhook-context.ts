import type { Component } from '../../contract/component-schema.ts'
import type { Log } from '../../contract/log.ts'
import type { Block } from '../../contract/text/blocks.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { ConversationDeps } from '../../platform/correspondence/conversation.ts'
import type { LateAnswers } from '../../platform/correspondence/outgoing/late-answers.ts'
import type { ReturnAddresses } from '../../platform/correspondence/outgoing/return-addresses.ts'
import type { Chat } from '../chat/chat.ts'
import type { ExpiredQuestionsDeps } from './expired-questions.ts'
import type { Outside } from './outside.ts'
import type { TokenCheck } from './verification/signed-token.ts'

export interface WebhooksOptions extends Omit<ConversationDeps, 'tell' | 'chat'> {
  readonly chat: Pick<Chat, 'start' | 'answerOf' | 'asked'>
  readonly approvals: ExpiredQuestionsDeps['approvals']
  /** What components say in words, live data included: nothing here can fetch it later. */
  readonly describe: (components: readonly Component[]) => Promise<readonly Block[]>
  readonly database: Database
  readonly settings: Pick<Settings, 'get'>
  readonly now: () => Date
  readonly log: Log
  readonly audit: Pick<AuditLog, 'append'>
  /** How long a provider is kept waiting; each gives up after a time of its own. */
  readonly patience?: { readonly workspaceMs: number; readonly officeMs: number }
}

/** Everything that the two providers share. */
export interface WebhookContext extends Required<WebhooksOptions>, Omit<ConversationDeps, 'chat'> {
  readonly outside: Outside
  readonly tokens: TokenCheck
  readonly late: LateAnswers
  readonly addresses: ReturnAddresses
}

/** A request as it came, of which nothing is believed yet. */
export interface Received {
  readonly body: Buffer
  readonly authorization: string | undefined
  readonly signal: AbortSignal
}
