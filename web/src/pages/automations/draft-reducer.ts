import { isSame, withoutUndefined, type Draft, type Step, type Trigger } from './draft.ts'
import {
  connectSteps,
  freeId,
  insertStep,
  moveStep,
  removeStep,
  renameStep,
  type NewStep,
} from './edit-steps.ts'

/** A step or a trigger of the draft. */
export interface Target {
  readonly kind: 'step' | 'trigger'
  readonly id: string
}

export interface EditorState {
  readonly draft: Draft
  readonly past: readonly Draft[]
  readonly future: readonly Draft[]
  /** What was edited last: typing on in the same field is one change. */
  readonly field: string | undefined
  readonly selected: Target | undefined
  readonly saved: Draft
}

export type Edit =
  | {
      readonly type: 'insert'
      readonly tool: NewStep
      readonly after: string | undefined
      readonly isBranch?: boolean
    }
  | { readonly type: 'edit-step'; readonly id: string; readonly members: Partial<Members<Step>> }
  | { readonly type: 'rename-step'; readonly id: string; readonly to: string }
  | { readonly type: 'connect'; readonly from: string; readonly to: string }
  | { readonly type: 'pin'; readonly id: string; readonly data: unknown }
  | { readonly type: 'add-trigger'; readonly of: Trigger['type']; readonly members?: object }
  | { readonly type: 'edit-trigger'; readonly id: string; readonly members: object }
  | { readonly type: 'rename-trigger'; readonly id: string; readonly to: string }
  | { readonly type: 'edit'; readonly members: Partial<Members<Draft>> }
  | { readonly type: 'remove'; readonly target: Target }
  | { readonly type: 'move'; readonly target: Target; readonly by: -1 | 1 }

export type EditorAction =
  | Edit
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'select'; readonly target: Target | undefined }
  /** What the service has now; the draft too, when it is given. */
  | { readonly type: 'saved'; readonly saved: Draft; readonly draft?: Draft }

/** Undefined takes a member away. */
type Members<Kind> = { [Name in keyof Kind]: Kind[Name] | undefined }

const MAX_PAST = 200

export function startEditing(saved: Draft, draft: Draft = saved): EditorState {
  return { draft, saved, past: [], future: [], field: undefined, selected: undefined }
}

export function isChanged({ draft, saved }: Pick<EditorState, 'draft' | 'saved'>): boolean {
  return draft !== saved && !isSame(draft, saved)
}

/** Everything that can be done to a draft. Nothing in it knows the page or the service. */
export function reduceDraft(state: EditorState, action: EditorAction): EditorState {
  if (action.type === 'undo' || action.type === 'redo') return travelled(state, action.type)
  if (action.type === 'select') return { ...state, selected: action.target, field: undefined }
  if (action.type !== 'saved') return changed(state, action)
  const { saved, draft } = action
  if (!draft) return { ...state, saved }
  const selected = exists(draft, state.selected) ? state.selected : undefined
  const past = [...state.past, state.draft].slice(-MAX_PAST)
  return { ...state, saved, draft, selected, past, future: [] }
}

function changed(state: EditorState, edit: Edit): EditorState {
  const { draft, selected = state.selected } = edited(state, edit)
  if (draft === state.draft) return state
  const field = fieldOf(edit)
  const isTypingOn = field !== undefined && field === state.field
  return {
    ...state,
    draft,
    field,
    selected: exists(draft, selected) ? selected : neighbourOf(state, draft),
    past: isTypingOn ? state.past : [...state.past, state.draft].slice(-MAX_PAST),
    future: [],
  }
}

type Edits = { readonly [Type in Edit['type']]: (draft: Draft, edit: Edit & { type: Type }) => Edited }

interface Edited {
  readonly draft: Draft
  readonly selected?: Target
}

const EDITS: Edits = {
  insert(draft, { tool, after, isBranch = false }) {
    const [next, id] = insertStep(draft, tool, { after, isBranch })
    return { draft: next, selected: { kind: 'step', id } }
  },
  'edit-step': (draft, { id, members }) => ({
    draft: { ...draft, steps: withMembers(draft.steps, id, members) },
  }),
  'rename-step'(draft, { id, to }) {
    const next = renameStep(draft, id, to)
    return next ? { draft: next, selected: { kind: 'step', id: to } } : { draft }
  },
  connect: (draft, { from, to }) => ({ draft: connectSteps(draft, from, to) }),
  pin: (draft, { id, data }) => ({ draft: withPin(draft, id, data) }),
  'add-trigger'(draft, { of, members }) {
    const id = freeId(draft, of)
    const trigger = { id, type: of, ...members } as unknown as Trigger
    return { draft: { ...draft, triggers: [...draft.triggers, trigger] }, selected: { kind: 'trigger', id } }
  },
  'edit-trigger': (draft, { id, members }) => ({
    draft: { ...draft, triggers: withMembers(draft.triggers, id, members) },
  }),
  'rename-trigger'(draft, { id, to }) {
    if (freeId(draft, to) !== to) return { draft }
    const triggers = withMembers(draft.triggers, id, { id: to })
    return { draft: { ...draft, triggers }, selected: { kind: 'trigger', id: to } }
  },
  edit: (draft, { members }) => ({ draft: withoutUndefined({ ...draft, ...members }) as Draft }),
  remove: (draft, { target }) => ({ draft: withoutTarget(draft, target) }),
  move: (draft, { target, by }) => ({ draft: moved(draft, target, by) }),
}

function edited({ draft }: EditorState, edit: Edit): Edited {
  return (EDITS[edit.type] as (draft: Draft, edit: Edit) => Edited)(draft, edit)
}

/** Edits of one field that follow each other are one change. */
function fieldOf(edit: Edit): string | undefined {
  if (edit.type === 'edit') return `edit ${Object.keys(edit.members).join(' ')}`
  if (edit.type === 'edit-step' || edit.type === 'edit-trigger')
    return `${edit.type} ${edit.id} ${Object.keys(edit.members).join(' ')}`
  return undefined
}

function travelled(state: EditorState, way: 'undo' | 'redo'): EditorState {
  const draft = way === 'undo' ? state.past.at(-1) : state.future[0]
  if (!draft) return state
  return {
    ...state,
    draft,
    past: way === 'undo' ? state.past.slice(0, -1) : [...state.past, state.draft],
    future: way === 'undo' ? [state.draft, ...state.future] : state.future.slice(1),
    selected: exists(draft, state.selected) ? state.selected : neighbourOf(state, draft),
    field: undefined,
  }
}

function withMembers<Kind extends { readonly id: string }>(
  list: readonly Kind[],
  id: string,
  members: object,
): Kind[] {
  return list.map((one) => (one.id === id ? withoutUndefined({ ...one, ...members }) : one))
}

function withPin(draft: Draft, id: string, data: unknown): Draft {
  return { ...draft, pins: withoutUndefined({ ...draft.pins, [id]: data }) }
}

function withoutTarget(draft: Draft, { kind, id }: Target): Draft {
  if (kind === 'step') return removeStep(draft, id)
  return { ...draft, triggers: draft.triggers.filter((trigger) => trigger.id !== id) }
}

function moved(draft: Draft, { kind, id }: Target, by: -1 | 1): Draft {
  if (kind === 'step') return moveStep(draft, id, by)
  const at = draft.triggers.findIndex((trigger) => trigger.id === id)
  const [own, other] = [draft.triggers[at], draft.triggers[at + by]]
  if (!own || !other || at + by < 0) return draft
  return { ...draft, triggers: draft.triggers.with(at, other).with(at + by, own) }
}

function exists({ steps, triggers }: Draft, target: Target | undefined): boolean {
  if (!target) return true
  return (target.kind === 'step' ? steps : triggers).some(({ id }) => id === target.id)
}

/** What stands where the selected thing has been. */
function neighbourOf({ draft, selected }: EditorState, next: Draft): Target | undefined {
  const all = targetsOf(draft)
  const at = all.findIndex(({ kind, id }) => kind === selected?.kind && id === selected.id)
  const left = targetsOf(next)
  return left[Math.min(Math.max(at, 0), left.length - 1)]
}

/** All that can be selected, in the order in which it is shown. */
export function targetsOf({ steps, triggers }: Draft): Target[] {
  return [
    ...triggers.map(({ id }) => ({ kind: 'trigger' as const, id })),
    ...steps.map(({ id }) => ({ kind: 'step' as const, id })),
  ]
}
