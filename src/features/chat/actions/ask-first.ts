import type { Component } from '../../../contract/component-schema.ts'
import type { Chat } from '../chat.ts'
import type { RunRow } from '../runs/run-rows.ts'

/** What a person must see before an action of an answer is done. */
export interface ActionQuestion {
  readonly title: string
  readonly message: string
  readonly detail: unknown
}

type Wanted = Readonly<Record<string, unknown>> & { readonly kind: string }

/**
 * The question before what a model's button stores or opens, in a conversation where its words need not be its own. Tools
 * and workflows have questions of their own; what a button says is judged where it is answered.
 */
export function questionBefore(
  action: Wanted,
  { row, chat }: { row: RunRow; chat: Pick<Chat, 'held' | 'taintOf'> },
): ActionQuestion | undefined {
  if (row.answered_by !== 'model') return undefined
  const { kind, url, key, operation, value } = action
  if (kind === 'store' && chat.taintOf(row.session_id).untrusted)
    return {
      title: operation === 'delete' ? `Delete what is stored under “${String(key)}”?` : 'Store this?',
      message:
        'The assistant wrote this button after reading text from others. Nothing has been changed yet.',
      detail: operation === 'delete' ? { key } : { key, value },
    }
  if (kind !== 'open' || typeof url !== 'string') return undefined
  const { known, shown } = chat.held.judgeLink({ run_id: row.id, address: url })
  if (known) return undefined
  return {
    title: 'Open this address?',
    message:
      'The assistant wrote it after reading something private. Whoever runs that site sees the full address.',
    detail: shown,
  }
}

/** The same for a client that does not ask. */
export function questionInWords({ title, message, detail }: ActionQuestion): Component[] {
  const shown = typeof detail === 'string' ? detail : JSON.stringify(detail)
  return [
    { type: 'alert', title: title.slice(0, 200), text: message, tone: 'warning' },
    { type: 'code', code: shown.slice(0, 20_000) },
  ]
}
