import { line, bold, list, inset, type Blocks, type Span } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'
import type { NewComponent } from '../schemas.ts'

type Task = NewComponent<'task_tracker'>['data']

const MARKS = {
  pending: { text: '○', look: 'quiet' },
  running: { text: '◐', look: 'info' },
  waiting: { text: '?', look: 'warning' },
  completed: { text: '✔', look: 'success' },
  failed: { text: '✖', look: 'danger' },
  skipped: { text: '–', look: 'quiet' },
  cancelled: { text: '⊘', look: 'quiet' },
} as const satisfies Record<Task['steps'][number]['status'], Span>

export const describe: Description<'task_tracker'> = ({ data }) => describeTask(data)

/** A workflow and its steps, as far as they have come. */
export function describeTask({ workflow_id, name = 'Workflow', status, steps }: Task): Blocks {
  const done = steps.filter((step) => step.status === 'completed').length
  const share = steps.length === 0 ? 0 : done / steps.length
  return [
    line(bold(name), '  ', { bar: share, columns: 12 }, ` ${done} of ${steps.length}, ${status}`),
    inset(
      list(
        steps.map(({ tool, status: each, message }) => ({
          mark: MARKS[each],
          spans: [(workflow_id === undefined ? [message] : [tool, message]).filter(Boolean).join('  ')],
        })),
      ),
    ),
  ]
}
