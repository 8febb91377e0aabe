import { createContext } from 'react'
import type { Envelope } from '../../contract/envelope.ts'

/** What became of a question, as the conversation that asked it remembers. */
export interface Decision {
  readonly confirmation_id: string
  readonly approved: boolean
  /** What running it gave; null when it was not run. */
  readonly result: Envelope | null
}

/** Decisions that are known where a view is drawn. */
export const DecisionsContext = createContext<readonly Decision[]>([])
