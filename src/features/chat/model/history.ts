import type { Component } from '../../../contract/component-schema.ts'
import type { Turn } from '../../models/language-model.ts'
import type { EarlierMessage } from '../answering.ts'
import { shortened } from './token-room.ts'

const MOST_COMPONENT_CHARACTERS = 3_000
const MOST_MESSAGE_CHARACTERS = 20_000

/** What was said before, as a model reads it: its own components in the form in which it writes them. */
export function turnsOf(earlier: readonly EarlierMessage[]): Turn[] {
  return earlier.map(({ role, text, components }) =>
    role === 'user'
      ? { role, text: shortened(text, MOST_MESSAGE_CHARACTERS) }
      : { role, text: shortened(answerText(components) || text || '(nothing)', MOST_MESSAGE_CHARACTERS) },
  )
}

/** Kinds of components that hold what a tool has found, in answers that no model gave: of those it is known what it read. */
const holdFindings: ReadonlySet<string> = new Set([
  'profile',
  'file',
  'code',
  'table',
  'list',
  'key_value',
  'timeline',
  'image',
])

/** Whether an answer without a model shows what strangers may have written, such as the names of files. */
export function showsFindings(earlier: readonly EarlierMessage[]): boolean {
  return earlier.some(({ by, components }) => by !== 'model' && components.some(holdsFindings))
}

function holdsFindings(component: Component): boolean {
  const { type, children } = component
  if (holdFindings.has(type)) return true
  return Array.isArray(children) && (children as Component[]).some(holdsFindings)
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
      return `(The user was asked to approve ${String(component['action'])}.)`
    case 'held':
      return '(A part that you wrote was not loaded: the user has to agree first.)'
    case 'task_tracker': {
      const { workflow_id = '', status = '' } = (component['data'] ?? {}) as Record<string, string>
      return `(A workflow, ${workflow_id}, was shown to the user; it was ${status} then.)`
    }
    default:
      return undefined
  }
}

function written({ id: _id, ...members }: Component): string {
  const json = JSON.stringify(members)
  if (json.length <= MOST_COMPONENT_CHARACTERS) return json
  const { type, title } = members
  return JSON.stringify({ type, ...(typeof title === 'string' && { title }), shortened: true })
}
