import type { Component } from '../../../../contract/component-schema.ts'
import type { Reading } from '../../../../contract/tool.ts'
import type { Turn } from '../../../models/language-model.ts'
import type { EarlierMessage } from '../../answering.ts'
import { shortened } from './token-room.ts'

const MAX_COMPONENT_CHARACTERS = 3_000
const MAX_MESSAGE_CHARACTERS = 20_000

/** What was said before, as a model reads it: its own components in the form in which it writes them. */
export function turnsOf(earlier: readonly EarlierMessage[]): Turn[] {
  return earlier.map(({ role, text, components }) =>
    role === 'user'
      ? { role, text: shortened(text, MAX_MESSAGE_CHARACTERS) }
      : { role, text: shortened(answerText(components) || text || '(nothing)', MAX_MESSAGE_CHARACTERS) },
  )
}

/** Kinds of components that show what is the user's own, in answers that no model gave. */
const holdOwn: ReadonlySet<string> = new Set([
  'file',
  'code',
  'table',
  'list',
  'key_value',
  'timeline',
  'image',
])
/** Kinds that show words of an encyclopedia, which anybody may have written. */
const holdStrange: ReadonlySet<string> = new Set(['profile'])

/**
 * What answers without a model have shown. Of the tools that ran for them it is known what they read; of an answer that
 * was given elsewhere nothing is known.
 */
export function findingsIn(earlier: readonly EarlierMessage[]): readonly Reading[] {
  const shown = earlier.filter(({ role, by }) => role === 'assistant' && by !== 'model')
  const holds = (kinds: ReadonlySet<string>) =>
    shown.some(({ components }) => components.some((component) => holdsKind(component, kinds)))
  const elsewhere = shown.some(({ by, components }) => by === undefined && components.length > 0)
  return [
    ...(elsewhere || holds(holdStrange) ? (['untrusted'] as const) : []),
    ...(elsewhere || holds(holdOwn) ? (['private'] as const) : []),
  ]
}

function holdsKind(component: Component, kinds: ReadonlySet<string>): boolean {
  const { type, children } = component
  if (kinds.has(type)) return true
  return Array.isArray(children) && (children as Component[]).some((child) => holdsKind(child, kinds))
}

function answerText(components: readonly Component[]): string {
  const pieces: string[] = []
  let drawn: string[] = []
  const close = () => {
    if (drawn.length > 0) pieces.push(`\`\`\`components\n[${drawn.join(',\n')}]\n\`\`\``)
    drawn = []
  }
  for (const component of components) {
    const said = proseOf(component)
    if (said === undefined) drawn.push(written(component))
    else {
      close()
      pieces.push(said)
    }
  }
  close()
  return pieces.join('\n\n')
}

/** What only the service writes is told in words, so that a model does not write it after it. */
function proseOf(component: Component): string | undefined {
  switch (component.type) {
    case 'text':
      return String(component['text'])
    case 'error':
      return `(This answer failed: ${String(component['message'])})`
    case 'confirmation':
      return `(The user was asked: ${String(component['title'])})`
    case 'held':
      return '(A part that you wrote was not loaded: the user has to agree first.)'
    case 'task_tracker': {
      const { workflow_id, status = '' } = (component['data'] ?? {}) as Record<string, string>
      if (workflow_id === undefined) return `(A plan was shown to the user; it was ${status} then.)`
      return `(A workflow, ${workflow_id}, was shown to the user; it was ${status} then.)`
    }
    default:
      return undefined
  }
}

function written({ id: _id, ...members }: Component): string {
  const json = JSON.stringify(members)
  if (json.length <= MAX_COMPONENT_CHARACTERS) return json
  const { type, title } = members
  return JSON.stringify({ type, ...(typeof title === 'string' && { title }), shortened: true })
}
