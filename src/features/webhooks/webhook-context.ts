import type { Log } from '../../contract/log.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { ConversationDeps } from './conversation.ts'
import type { LateAnswers } from './outgoing/late-answers.ts'
import type { ReturnAddresses } from './outgoing/return-addresses.ts'
import type { Outside } from './outside.ts'
import type { TokenCheck } from './verification/signed-token.ts'

export interface WebhooksOptions extends ConversationDeps {
  readonly database: Database
  readonly settings: Pick<Settings, 'get'>
  readonly now: () => Date
  readonly log: Log
  readonly audit: Pick<AuditLog, 'append'>
  /** How long a provider is kept waiting; each gives up after a time of its own. */
  readonly patience?: { readonly workspaceMs: number; readonly officeMs: number }
}

/** Everything that the two providers share. */
export interface WebhookContext extends Required<WebhooksOptions> {
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
