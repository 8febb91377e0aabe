import type { NewComponent } from '../../components/schemas.ts'
import { present } from '../../contract/text/blocks.ts'
import { describeTask } from '../../components/task-tracker/text.ts'
import { drawBlocks } from './draw-blocks.ts'
import type { Ink, Lines } from './ink.ts'

/** A workflow and its steps, as far as they have come. */
export function drawTask(task: NewComponent<'task_tracker'>['data'], ink: Ink): Lines {
  return drawBlocks(present(describeTask(task)), ink)
}
