import { useMemo } from 'react'
import { DiagramView } from '../../../src/components/diagram/view.tsx'
import type { AnswerOf } from '../../../src/components/view-kit/service.ts'
import type { Tone } from '../../../src/components/view-kit/tone.ts'

type Workflow = AnswerOf<'GET /api/workflows/:workflow_id'>

const STEP_TONES: Readonly<Record<string, Tone>> = {
  running: 'info',
  waiting: 'warning',
  completed: 'success',
  failed: 'danger',
}
const MOST_DRAWN = 200

/** The steps as boxes from left to right, coloured by how they stand. */
export function WorkflowGraph({ workflow: { name, steps } }: { workflow: Workflow }) {
  const { nodes, edges } = useMemo(() => {
    const drawn = steps.slice(0, MOST_DRAWN)
    return {
      nodes: drawn.map(({ id, action, status }) => ({
        id,
        label: id,
        detail: `${action} · ${status}`,
        tone: STEP_TONES[status] ?? ('neutral' as const),
      })),
      edges: drawn.flatMap(({ id, depends_on }) => depends_on.map((from) => ({ from, to: id }))),
    }
  }, [steps])
  if (steps.length < 2) return null
  return (
    <DiagramView
      id="graph"
      title="Graph"
      nodes={nodes}
      edges={edges}
      direction="right"
      caption={`Steps of ${name ?? 'the workflow'}${steps.length > MOST_DRAWN ? `, the first ${MOST_DRAWN}` : ''}`}
    />
  )
}
