import {
  ArrowDown,
  ArrowUp,
  Cable,
  GitBranchPlus,
  ListPlus,
  Pencil,
  Pin,
  Play,
  Plus,
  Redo2,
  Trash2,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { focusForm, focusDrawnItem, selectedStep, type EditorModel } from './editor-model.ts'
import { targetsOf, type Target } from './draft-reducer.ts'

/** Something that is done to what is selected, by its key or by its button. */
export interface EditorCommand {
  readonly keys: string
  readonly label: string
  readonly icon: LucideIcon
  readonly matches: (event: KeyboardEvent) => boolean
  readonly canRun: (model: EditorModel) => boolean
  readonly run: (model: EditorModel) => void
}

const plain = (key: string) => (event: KeyboardEvent) =>
  event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey
const withCommand = (key: string, shift: boolean) => (event: KeyboardEvent) =>
  event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey) && event.shiftKey === shift
const withAlt = (key: string) => (event: KeyboardEvent) => event.key === key && event.altKey

const hasItem = ({ state }: EditorModel) => state.selected !== undefined
const hasStep = ({ state }: EditorModel) => selectedStep(state) !== undefined

export const commands: readonly EditorCommand[] = [
  {
    keys: '/',
    label: 'Add',
    icon: Plus,
    matches: plain('/'),
    canRun: () => true,
    run: (model) => insert(model, false, model.state.draft.steps.at(-1)?.id),
  },
  {
    keys: 'A',
    label: 'Insert after',
    icon: ListPlus,
    matches: plain('a'),
    canRun: hasItem,
    run: (model) => insert(model, false),
  },
  {
    keys: 'Shift A',
    label: 'Add branch',
    icon: GitBranchPlus,
    matches: plain('A'),
    canRun: hasStep,
    run: (model) => insert(model, true),
  },
  { keys: 'Enter', label: 'Edit', icon: Pencil, matches: () => false, canRun: hasItem, run: editSelected },
  { keys: 'C', label: 'Connect', icon: Cable, matches: plain('c'), canRun: hasStep, run: connect },
  { keys: 'R', label: 'Run step', icon: Play, matches: plain('r'), canRun: hasStep, run: runStep },
  { keys: 'P', label: 'Pin data', icon: Pin, matches: plain('p'), canRun: canPin, run: pin },
  {
    keys: 'Alt ↑',
    label: 'Move up',
    icon: ArrowUp,
    matches: withAlt('ArrowUp'),
    canRun: hasItem,
    run: (model) => move(model, -1),
  },
  {
    keys: 'Alt ↓',
    label: 'Move down',
    icon: ArrowDown,
    matches: withAlt('ArrowDown'),
    canRun: hasItem,
    run: (model) => move(model, 1),
  },
  {
    keys: 'Delete',
    label: 'Remove',
    icon: Trash2,
    matches: (event) => plain('Delete')(event) || plain('Backspace')(event),
    canRun: hasItem,
    run: remove,
  },
  {
    keys: 'Ctrl Z',
    label: 'Undo',
    icon: Undo2,
    matches: withCommand('z', false),
    canRun: ({ state }) => state.past.length > 0,
    run: ({ dispatch }) => dispatch({ type: 'undo' }),
  },
  {
    keys: 'Ctrl Shift Z',
    label: 'Redo',
    icon: Redo2,
    matches: (event) => withCommand('z', true)(event) || withCommand('y', false)(event),
    canRun: ({ state }) => state.future.length > 0,
    run: ({ dispatch }) => dispatch({ type: 'redo' }),
  },
]

function insert({ state, showDialog }: EditorModel, isBranch: boolean, fallback?: string): void {
  showDialog({ kind: 'palette', after: selectedStep(state)?.id ?? fallback, isBranch })
}

function editSelected({ open }: EditorModel): void {
  open(true)
  focusForm()
}

function connect({ state, showDialog }: EditorModel): void {
  const step = selectedStep(state)
  if (step) showDialog({ kind: 'connect', id: step.id })
}

function runStep({ state, tryIt, busy }: EditorModel): void {
  const step = selectedStep(state)
  if (step && !busy) void tryIt({ step_id: step.id })
}

function canPin({ state, known }: EditorModel): boolean {
  const step = selectedStep(state)
  return step !== undefined && known.steps[step.id] !== undefined
}

function pin({ state, dispatch, known }: EditorModel): void {
  const id = selectedStep(state)?.id
  if (id === undefined) return
  const isPinned = state.draft.pins?.[id] !== undefined
  dispatch({ type: 'pin', id, data: isPinned ? undefined : known.steps[id] })
}

function move({ state, dispatch }: EditorModel, by: -1 | 1): void {
  if (!state.selected) return
  dispatch({ type: 'move', target: state.selected, by })
  focusDrawnItem(state.selected)
}

function remove({ state, dispatch, open }: EditorModel): void {
  const { selected, draft } = state
  if (!selected) return
  dispatch({ type: 'remove', target: selected })
  open(false)
  focusDrawnItem(neighbour(targetsOf(draft), selected))
}

/** What takes the place of the one that goes. */
function neighbour(all: readonly Target[], { kind, id }: Target): Target | undefined {
  const at = all.findIndex((one) => one.kind === kind && one.id === id)
  return all[at + 1] ?? all[at - 1]
}
