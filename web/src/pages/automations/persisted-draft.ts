import type { AnswerOf } from '../../../../src/components/view-kit/service.ts'
import type { Draft } from './draft.ts'

/** A draft that was not saved, with the version that it is a change of. */
export interface PersistedDraft {
  readonly draft: Draft
  readonly version: number | undefined
  /** What was made of the sentence that it comes from. */
  readonly plan?: Pick<AnswerOf<'POST /api/workflows/generate'>, 'explanation' | 'unplanned'>
}

const keyOf = (automationId = 'new') => `deskhand.automation.${automationId}`

/** Unsaved changes stay in this tab until they are saved or given up. */
export function readDraft(automationId: string | undefined): PersistedDraft | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(automationId))
    return text === null ? undefined : (JSON.parse(text) as PersistedDraft)
  } catch {
    return undefined
  }
}

export function writeDraft(automationId: string | undefined, draft: PersistedDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(automationId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(automationId))
  } catch {
    // Where the browser keeps nothing, it lasts as long as the page shows it.
  }
}
