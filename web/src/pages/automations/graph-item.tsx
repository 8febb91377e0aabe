import { Handle, Position, type Node, type NodeProps } from '@xyflow/react'
import { Pin, Zap } from 'lucide-react'
import { memo } from 'react'
import type { Target } from './draft-reducer.ts'
import { keyOf } from './editor-model.ts'
import type { ItemActions } from './use-items.ts'

interface ItemData extends Record<string, unknown>, ItemActions {
  readonly target: Target
  readonly title: string
  readonly detail: string
  readonly status: string | undefined
  readonly isPinned: boolean
  readonly isCurrent: boolean
  readonly isEntry: boolean
  readonly problem: string | undefined
}

export type GraphNode = Node<ItemData, 'item'>

const TONES: Readonly<Record<string, string>> = {
  completed: 'bg-good',
  running: 'bg-accent',
  waiting: 'bg-warn',
  failed: 'bg-bad',
}

/** A step or a trigger as a box. It is the same button as in the outline, so that the same keys work. */
export const GraphItem = memo(function GraphItem({ data }: NodeProps<GraphNode>) {
  const { target, title, detail, status, isPinned, isCurrent, isEntry, problem, onSelect, onEdit } = data
  return (
    <>
      {target.kind === 'step' && <Handle type="target" position={Position.Top} />}
      <button
        type="button"
        data-item={keyOf(target)}
        tabIndex={isEntry ? 0 : -1}
        aria-current={isCurrent || undefined}
        className={`nopan pointer-events-auto flex size-full flex-col justify-center rounded-lg border bg-surface-1 px-3 text-start leading-tight aria-current:border-accent aria-current:bg-accent-soft ${problem === undefined ? 'border-line-strong' : 'border-bad'}`}
        onFocus={() => onSelect(target)}
        onClick={() => onEdit(target)}
      >
        <span className="flex w-full items-center gap-1.5 text-sm font-medium">
          {target.kind === 'trigger' && <Zap aria-hidden className="size-3.5 shrink-0 text-warn" />}
          <span className="truncate">{title}</span>
          {isPinned && <Pin aria-label="pinned" className="size-3.5 shrink-0 text-accent" />}
          {status !== undefined && (
            <span
              role="img"
              aria-label={status}
              title={status}
              className={`ms-auto size-2 shrink-0 rounded-full ${TONES[status] ?? 'bg-line-strong'}`}
            />
          )}
        </span>
        <span className="w-full truncate text-xs text-ink-3">{detail}</span>
        {problem !== undefined && <span className="sr-only">{problem}</span>}
      </button>
      {target.kind === 'step' && <Handle type="source" position={Position.Bottom} />}
      {target.kind === 'trigger' && <Handle type="source" position={Position.Bottom} isConnectable={false} />}
    </>
  )
})
