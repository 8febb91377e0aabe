import { Pin, Zap } from 'lucide-react'
import { memo, type KeyboardEvent } from 'react'
import { Empty } from '../../../../src/components/view-kit/states.tsx'
import { StatusBadge } from '../status-badge.tsx'
import type { Step, Trigger } from './draft.ts'
import type { Target } from './draft-reducer.ts'
import { focusItem, keyOf, useEditor } from './editor-model.ts'
import { TRIGGER_TITLES, triggerInWords } from './trigger-words.ts'
import { useItems, type ItemActions } from './use-items.ts'

/** Triggers and steps as a list. Arrow keys move in it; whatever the graph can do, it can do too. */
export function Outline() {
  const { state, tools, problems, runs, automation } = useEditor()
  const { all, actions, stateOf } = useItems()
  const { draft } = state
  const statuses = new Map(runs.shown?.steps.map((step) => [step.id, step]))
  return (
    <div onKeyDown={(event) => moveSelection(event, all)} className="flex flex-col gap-4">
      <section aria-labelledby="outline-triggers">
        <h2 id="outline-triggers" className="mb-2 text-sm font-semibold">
          Starts when
        </h2>
        {draft.triggers.length === 0 && <Empty>Only when you run it. Press / to add a trigger.</Empty>}
        <ul className="flex flex-col gap-1">
          {draft.triggers.map((trigger) => (
            <TriggerRow
              key={trigger.id}
              trigger={trigger}
              trouble={automation?.trigger_states.find(({ id }) => id === trigger.id)?.trouble ?? undefined}
              {...stateOf(`trigger:${trigger.id}`)}
              problem={problems.get(`trigger:${trigger.id}`)?.[0]}
              {...actions}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="outline-steps">
        <h2 id="outline-steps" className="mb-2 text-sm font-semibold">
          Steps
        </h2>
        {draft.steps.length === 0 && <Empty>No steps yet. Press / to add one.</Empty>}
        <ol className="flex flex-col gap-1">
          {draft.steps.map((step, index) => (
            <StepRow
              key={step.id}
              step={step}
              title={tools.get(step.action)?.title ?? step.action}
              previous={draft.steps[index - 1]?.id}
              status={statuses.get(step.id)?.status}
              isPinned={draft.pins?.[step.id] !== undefined}
              {...stateOf(`step:${step.id}`)}
              problem={problems.get(`step:${step.id}`)?.[0]}
              {...actions}
            />
          ))}
        </ol>
      </section>
    </div>
  )
}

/** Arrow keys go from one to the next, Home and End to the ends. */
export function moveSelection(event: KeyboardEvent, all: readonly Target[]): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const at = all.findIndex((one) => keyOf(one) === (event.target as HTMLElement).dataset['item'])
  if (at === -1) return
  const goals: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, all.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: all.length - 1,
  }
  const goal = goals[event.key]
  if (goal === undefined) return
  event.preventDefault()
  focusItem(all[goal])
}

interface RowProps extends ItemActions {
  readonly isCurrent: boolean
  readonly isEntry: boolean
  readonly problem: string | undefined
}

const ROW =
  'flex min-h-12 w-full items-center gap-3 rounded-lg border border-line bg-surface-1 px-3 py-1.5 text-start hover:bg-surface-2 aria-current:border-accent aria-current:bg-accent-soft'

const TriggerRow = memo(function TriggerRow({
  trigger,
  trouble,
  isCurrent,
  isEntry,
  problem,
  onSelect,
  onEdit,
}: RowProps & { trigger: Trigger; trouble: string | undefined }) {
  const target = { kind: 'trigger', id: trigger.id } as const
  return (
    <li>
      <button
        type="button"
        data-item={keyOf(target)}
        tabIndex={isEntry ? 0 : -1}
        aria-current={isCurrent || undefined}
        className={ROW}
        onFocus={() => onSelect(target)}
        onClick={() => onEdit(target)}
      >
        <Zap aria-hidden className="size-4 shrink-0 text-warn" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{TRIGGER_TITLES[trigger.type]}</span>
          <span className="block truncate text-xs text-ink-3">{triggerInWords(trigger)}</span>
          {(problem ?? trouble) !== undefined && (
            <span className="block text-xs text-bad">{problem ?? trouble}</span>
          )}
        </span>
        {trigger.enabled === false && <span className="text-xs text-ink-3">off</span>}
      </button>
    </li>
  )
})

interface StepRowProps extends RowProps {
  readonly step: Step
  readonly title: string
  /** The one above it in the list. */
  readonly previous: string | undefined
  readonly status: string | undefined
  readonly isPinned: boolean
}

const StepRow = memo(function StepRow(props: StepRowProps) {
  const { step, title, previous, status, isPinned, isCurrent, isEntry, problem, onSelect, onEdit } = props
  const target = { kind: 'step', id: step.id } as const
  const notes = notesOf(step, previous)
  return (
    <li>
      <button
        type="button"
        data-item={keyOf(target)}
        tabIndex={isEntry ? 0 : -1}
        aria-current={isCurrent || undefined}
        className={ROW}
        onFocus={() => onSelect(target)}
        onClick={() => onEdit(target)}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{title}</span>
          <span className="block truncate text-xs text-ink-3">{[step.id, ...notes].join(' · ')}</span>
          {problem !== undefined && <span className="block text-xs text-bad">{problem}</span>}
        </span>
        {isPinned && (
          <span className="text-accent">
            <Pin aria-hidden className="size-4" />
            <span className="sr-only">pinned</span>
          </span>
        )}
        {status !== undefined && <StatusBadge status={status} />}
      </button>
    </li>
  )
})

/** What is not as usual about a step, in a few words each. */
export function notesOf(step: Step, previous?: string): string[] {
  const { depends_on, when, for_each, repeat, after, on_error, needs_human } = step
  const isUsual = previous === undefined ? depends_on.length === 0 : depends_on.join() === previous
  return [
    ...(isUsual ? [] : [depends_on.length === 0 ? 'from the start' : `after ${depends_on.join(', ')}`]),
    ...(when === undefined ? [] : [`if ${when}`]),
    ...(for_each ? [`for each of ${typeof for_each.in === 'string' ? for_each.in : 'a list'}`] : []),
    ...(repeat ? [`until ${repeat.until}`] : []),
    ...(after === undefined || after === 'success' ? [] : [after === 'failure' ? 'on failure' : 'always']),
    ...(on_error === 'continue' ? ['may fail'] : []),
    ...(needs_human === true ? ['asks first'] : []),
  ]
}
