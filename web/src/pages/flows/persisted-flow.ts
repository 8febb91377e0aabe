import { useState } from 'react'
import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'
import type { Plan } from './describe-flow.tsx'
import type { Draft } from './draft.ts'
import { NOW, type When } from './when-fields.tsx'

export type Way = 'describe' | 'build' | 'wizard'

/** A new flow as far as it has been made, whichever way. */
export interface PersistedFlow {
  readonly way: Way
  readonly prompt: string
  readonly name: string
  readonly when: When
  readonly steps: Draft
  /** Where the steps come from, when they were planned. */
  readonly plan?: Plan
  /** How far the wizard has come. */
  readonly asked?: AnswerOf<'POST /api/workflows/wizard/start'>
}

const NOTHING: PersistedFlow = { way: 'describe', prompt: '', name: '', when: NOW, steps: [] }
const KEY = 'deskhand.new-flow'

/** What was made of a new flow stays in this tab until it is created or given up. */
export function usePersistedFlow() {
  const [flow, setFlow] = useState(read)
  return {
    flow,
    /** Changes what is there now, not what was drawn: an answer may come after something else was written. */
    change(members: Partial<PersistedFlow>) {
      setFlow((current) => ({ ...current, ...members }))
      try {
        sessionStorage.setItem(KEY, JSON.stringify({ ...read(), ...members }))
      } catch {
        // Where the browser keeps nothing, it lasts as long as the page shows it.
      }
    },
    giveUp() {
      setFlow(NOTHING)
      forgetFlow()
    },
  }
}

export function forgetFlow(): void {
  sessionStorage.removeItem(KEY)
}

export function isBegun({ prompt, name, steps, asked }: PersistedFlow): boolean {
  return prompt.trim() !== '' || name.trim() !== '' || steps.length > 0 || asked !== undefined
}

function read(): PersistedFlow {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<PersistedFlow>
    // What the wizard has finished is made already.
    return kept.asked?.done === true ? NOTHING : { ...NOTHING, ...kept }
  } catch {
    return NOTHING
  }
}
