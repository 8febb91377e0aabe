import { createContext, use, type Dispatch } from 'react'
import type { Automation, Step, Trigger } from './draft.ts'
import type { EditorAction, EditorState, Target } from './draft-reducer.ts'
import type { KnownData } from './references.ts'
import type { Runs } from './use-runs.ts'
import type { Tool } from './use-tools.ts'

/** What lies above the editor for a moment. */
export type EditorDialog =
  | { readonly kind: 'palette'; readonly after: string | undefined; readonly isBranch: boolean }
  | { readonly kind: 'connect'; readonly id: string }
  | { readonly kind: 'run' | 'try' }

/** Everything that the parts of the editor share. */
export interface EditorModel {
  readonly state: EditorState
  readonly dispatch: Dispatch<EditorAction>
  readonly tools: ReadonlyMap<string, Tool>
  /** As the service has it; undefined while it is new. */
  readonly automation: Automation | undefined
  readonly isDirty: boolean
  /** What the service said against single steps and triggers, by `kind:id`. */
  readonly problems: ReadonlyMap<string, readonly string[]>
  readonly runs: Runs
  readonly known: KnownData
  /** Whether the form of what is selected is shown. */
  readonly isOpen: boolean
  readonly open: (isOpen: boolean) => void
  readonly dialog: EditorDialog | undefined
  readonly showDialog: (dialog: EditorDialog | undefined) => void
  readonly busy: boolean
  readonly save: () => Promise<void>
  /** Tries all of it, or one step; saved first where it has changed. */
  readonly tryIt: (wish: { step_id?: string; inputs?: Readonly<Record<string, unknown>> }) => Promise<void>
  /** Something at the service that makes it another automation, e.g. a restored version. */
  readonly take: (automation: Automation) => void
}

export const EditorContext = createContext<EditorModel | undefined>(undefined)

export function useEditor(): EditorModel {
  const model = use(EditorContext)
  if (!model) throw new Error('Used outside of the editor.')
  return model
}

export const keyOf = ({ kind, id }: Target): string => `${kind}:${id}`

export function selectedStep({ draft, selected }: EditorState): Step | undefined {
  return selected?.kind === 'step' ? draft.steps.find(({ id }) => id === selected.id) : undefined
}

export function selectedTrigger({ draft, selected }: EditorState): Trigger | undefined {
  return selected?.kind === 'trigger' ? draft.triggers.find(({ id }) => id === selected.id) : undefined
}

/** Gives the focus to the row or the box of a step or trigger. */
export function focusItem(target: Target | undefined): void {
  if (!target) return
  document.querySelector<HTMLElement>(`[data-item="${CSS.escape(keyOf(target))}"]`)?.focus()
}

/** The same, once what was just changed is drawn. */
export function focusDrawnItem(target: Target | undefined): void {
  requestAnimationFrame(() => focusItem(target))
}

export const FORM_HEADING = 'item-form-heading'

export function focusForm(): void {
  requestAnimationFrame(() => document.getElementById(FORM_HEADING)?.focus())
}
