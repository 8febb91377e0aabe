import type { Turn } from './turns.ts'

const moves = /^(?:move|reschedule|change|push|postpone|shift) (?:it|that|this) (?:to|until|till) (.+)$/
const removes = /^(?:delete|remove|cancel) (?:it|that|this|that event|the event)(?: again)?$/

/** "move it to 1pm" after an event was spoken of: the sentence that says which. */
export function eventSentence(lower: string, { intent, slots }: Turn): string | undefined {
  const title = slots['title']
  if (!/^calendar(?:\.(?:add|move)|_view)$/.test(intent) || typeof title !== 'string') return undefined
  // What is asked about has no day of its own in the words.
  const date = intent === 'calendar_view' ? undefined : slots['date']
  const on = typeof date === 'string' ? ` on ${date}` : ''
  const to = moves.exec(lower)?.[1]
  if (to !== undefined)
    return on === '' ? `move ${title} in my calendar to ${to}` : `move ${title}${on} to ${to}`
  return removes.test(lower) ? `remove ${title} from my calendar${on}` : undefined
}
