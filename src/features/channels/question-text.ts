import type { Confirmation } from '../../contract/confirmation.ts'
import { argumentText } from '../../contract/visible-text.ts'

/** A question with everything that would happen, letter for letter: whoever presses "Approve" has seen it. */
export function questionText({ title, message, agent, action, args }: Confirmation): string {
  const lines = Object.entries(args).map(([name, value]) => `${name}: ${argumentText(value)}`)
  return [title, message, [`Tool: ${action} (${agent})`, ...lines].join('\n')].join('\n\n')
}

export const WAITING = "Waiting for approval in Deskhand on your computer. You can't approve it from here."

/** The same for whoever can't decide there. */
export function waitingText({ title, message }: Confirmation): string {
  return [title, message, WAITING].join('\n\n')
}
