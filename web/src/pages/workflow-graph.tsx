import { useMemo } from 'react'
import { DiagramView } from '../../../src/components/diagram/view.tsx'
import type { Tone } from '../../../src/components/view-kit/tone.ts'

interface DrawnStep {
  readonly id: string
  readonly action: string
  readonly depends_on: readonly string[]
  /** None while the workflow is only planned. */
  readonly status?: string
}

const STEP_TONES: Readonly<Record<string, Tone>> = {
  running: 'info',
  waiting: 'warning',
  completed: 'success',
  failed: 'danger',
}
const MAX_DRAWN = 200

interface GraphProps {
  readonly name: string | null
  readonly steps: readonly DrawnStep[]
  readonly onChoose?: (id: string) => void
}

/** The steps as boxes from left to right, coloured by how they stand. */
export function WorkflowGraph({ name, steps, onChoose }: GraphProps) {
  const { nodes, edges, isClear } = useMemo(() => {
    const drawn = steps.slice(0, MAX_DRAWN)
    const ids = new Set(drawn.map(({ id }) => id))
    return {
      nodes: drawn.map(({ id, action, status }) => ({
        id,
        label: id,
        detail: status === undefined ? action : `${action} · ${status}`,
        tone: STEP_TONES[status ?? 'pending'] ?? ('neutral' as const),
      })),
      edges: drawn.flatMap(({ id, depends_on }) =>
        depends_on.filter((from) => ids.has(from)).map((from) => ({ from, to: id })),
      ),
      // While a workflow is written two steps may have the same name for a moment.
      isClear: ids.size === drawn.length,
    }
  }, [steps])
  if (steps.length < 2 || !isClear) return null
  return (
    <DiagramView
      id="graph"
      title="Graph"
      nodes={nodes}
      edges={edges}
      direction="right"
      {...(onChoose && { onChoose })}
      caption={`Steps of ${name || 'the workflow'}${steps.length > MAX_DRAWN ? `, the first ${MAX_DRAWN}` : ''}`}
    />
  )
}
