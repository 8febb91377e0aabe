import { useEffect, useMemo, useReducer, useState } from 'react'
import { Segments } from '../../../../src/components/view-kit/controls/segments.tsx'
import { TextField } from '../../../../src/components/view-kit/controls/controls.tsx'
import { lazyPart } from '../../../../src/components/view-kit/lazy-part.ts'
import { OptionalPart } from '../../../../src/components/view-kit/optional-part.tsx'
import { useService } from '../../../../src/components/view-kit/service.ts'
import { Failure, Skeleton } from '../../../../src/components/view-kit/states.tsx'
import { useShell } from '../../frame/shell.ts'
import { useAttempt } from '../attempt.ts'
import { Page } from '../page.tsx'
import { PlanNote } from '../flows/plan-note.tsx'
import { ProblemNote } from '../problem-note.tsx'
import { AutomationForm } from './automation-form.tsx'
import { Conflict } from './conflict.tsx'
import { draftOf, EMPTY_DRAFT, nameOf, type Automation } from './draft.ts'
import { isChanged, reduceDraft, startEditing } from './draft-reducer.ts'
import { EditorButtons } from './editor-buttons.tsx'
import { EditorDialogs } from './editor-dialogs.tsx'
import { EditorContext, type EditorDialog, type EditorModel } from './editor-model.ts'
import { Events } from './events.tsx'
import { ItemForm } from './item-form.tsx'
import { Outline } from './outline.tsx'
import { readDraft, writeDraft, type PersistedDraft } from './persisted-draft.ts'
import { TemplateOffer } from './templates.tsx'
import { Toolbar } from './toolbar.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { knownData, useRuns } from './use-runs.ts'
import { useSaving, type Saving } from './use-saving.ts'
import type { Tool } from './use-tools.ts'
import { Versions } from './versions.tsx'

const Graph = lazyPart(async () => (await import('./graph.tsx')).Graph)

type View = 'outline' | 'graph' | 'events' | 'versions'

const VIEWS: readonly { value: View; label: string }[] = [
  { value: 'outline', label: 'Outline' },
  { value: 'graph', label: 'Graph' },
  { value: 'events', label: 'Events' },
  { value: 'versions', label: 'Versions' },
]

interface EditorProps {
  readonly first: Automation | undefined
  readonly onCreated: ((id: string) => void) | undefined
  readonly tools: readonly Tool[]
}

/** Its code is large, and only here. */
function DrawnGraph() {
  return (
    <OptionalPart
      name="graph"
      fallback={<Skeleton height={480} />}
      instead={(message, again) => <Failure error={{ message, code: 'unavailable' }} onRetry={again} />}
    >
      <Graph />
    </OptionalPart>
  )
}

/** One draft, shown as an outline and as a graph, with everything that belongs to it. */
export function Editor(props: EditorProps) {
  const { model, saving, trying, plan } = useModel(props)
  const [view, setView] = useState<View>('outline')
  const { automation, state, isOpen } = model
  useEditorKeys(model)
  useArrival()
  const isDrawn = view === 'outline' || view === 'graph'
  return (
    <EditorContext value={model}>
      <Page
        wide
        title={automation?.name ?? 'New automation'}
        about={state.draft.description}
        actions={<EditorButtons />}
      >
        <Conflict saving={saving} draft={state.draft} />
        <ProblemNote error={saving.error ?? trying} />
        {plan && !automation && <PlanNote plan={plan} />}
        <div className="flex flex-wrap items-end gap-4">
          <div className="min-w-60 flex-1">
            <TextField
              label="Name"
              maxLength={200}
              value={state.draft.name}
              placeholder={nameOf({ ...state.draft, name: '' })}
              onChange={(event) => model.dispatch({ type: 'edit', members: { name: event.target.value } })}
            />
          </div>
          <Segments
            label="View"
            values={automation ? VIEWS : VIEWS.slice(0, 2)}
            chosen={view}
            onChoose={setView}
          />
        </div>
        {view === 'events' && automation && <Events automation={automation} />}
        {view === 'versions' && automation && <Versions key={automation.version} automation={automation} />}
        {isDrawn && (
          <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(380px,440px)]">
            <div className={`flex min-w-0 flex-col gap-4 ${isOpen ? 'max-wide:hidden' : ''}`}>
              <TemplateOffer />
              <Toolbar />
              {view === 'outline' ? <Outline /> : <DrawnGraph />}
            </div>
            {isOpen && state.selected ? <ItemForm /> : <AutomationForm />}
          </div>
        )}
        <EditorDialogs />
      </Page>
    </EditorContext>
  )
}

function useModel({ first, tools, onCreated }: EditorProps): {
  model: EditorModel
  saving: Saving
  trying: unknown
  plan: PersistedDraft['plan']
} {
  const [persisted] = useState(() => readDraft(first?.automation_id))
  const [state, dispatch] = useReducer(reduceDraft, undefined, () =>
    startEditing(first ? draftOf(first) : EMPTY_DRAFT, persisted?.draft),
  )
  const version = persisted?.version ?? first?.version
  const saving = useSaving({ first, version, state, dispatch })
  const { automation } = saving
  const runs = useRuns(automation?.automation_id)
  const [isOpen, open] = useState(false)
  const [dialog, showDialog] = useState<EditorDialog>()
  const isDirty = useMemo(() => isChanged(state), [state])
  const known = useMemo(() => knownData(runs.shown, state.draft), [runs.shown, state.draft])
  usePersisting(automation?.automation_id, { state, isDirty, version: saving.base })
  const { router, context } = useShell()
  const service = useService()
  const { busy, error, attempt } = useAttempt()
  const saved = async () => {
    const result = await saving.save()
    if (result && !automation) {
      onCreated?.(result.automation_id)
      router.go('flows', result.automation_id, { replace: true })
    }
    return result
  }
  const tryIt: EditorModel['tryIt'] = ({ step_id, inputs = known.inputs }) =>
    attempt(async () => {
      const subject = isDirty || !automation ? await saved() : automation
      if (!subject) return
      const { pins = {} } = state.draft
      const body = { inputs, event: known.event, pins, ...(step_id !== undefined && { step_id }) }
      const params = { automation_id: subject.automation_id }
      runs.addTry(await service.call('POST /api/automations/:automation_id/try', { params, body }))
      context.announce(step_id === undefined ? 'The try has started.' : `${step_id} is running.`)
    })
  const model: EditorModel = {
    state,
    dispatch,
    tools: useMemo(() => new Map(tools.map((tool) => [tool.action, tool])), [tools]),
    automation,
    isDirty: isDirty || !automation,
    problems: saving.problems,
    runs,
    known,
    isOpen,
    open,
    dialog,
    showDialog,
    busy: busy || saving.busy,
    save: async () => void (await saved()),
    tryIt,
    take: saving.take,
  }
  return { model, saving, trying: error, plan: persisted?.plan }
}

/** Its code and its data come one after the other; who came here reads on from the top once all is there. */
function useArrival(): void {
  const { router } = useShell()
  useEffect(() => {
    if (router.hasMoved()) document.querySelector<HTMLElement>('main h1')?.focus()
  }, [router])
}

/** Unsaved changes outlive a look at another page. */
function usePersisting(
  item: string | undefined,
  { state, isDirty, version }: Pick<EditorModel, 'state' | 'isDirty'> & { version: number | undefined },
): void {
  const { draft } = state
  useEffect(() => {
    writeDraft(item, isDirty ? { draft, version } : undefined)
  }, [item, draft, isDirty, version])
}
