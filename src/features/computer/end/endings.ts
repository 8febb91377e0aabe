import type { Decision } from '../model/decider.ts'
import type { Verdict } from './judge-end.ts'
import type { TaskRow } from '../task-rows.ts'

/** How a task ended, and what of it is told. */
export type Ending = Pick<TaskRow, 'status' | 'message' | 'ended_by'>

export function failed(ended_by: 'limit' | 'error', message: string): Ending {
  return { status: 'failed', ended_by, message }
}

/** Only the model's own last word ends a task, never a word somewhere in its text. */
export function endingBy({ actions: [action] }: Decision): Ending | undefined {
  if (action?.name === 'ASK_USER')
    return { status: 'waiting', ended_by: 'ask_user', message: action.args.question }
  if (action?.name !== 'DONE') return undefined
  const { success, summary } = action.args
  const message = summary === '' ? (success === false ? "It couldn't be done." : 'Done.') : summary
  return { status: success === false ? 'failed' : 'completed', ended_by: 'done', message }
}

/** It insists, and the check does not bear it out: whoever reads it should look. */
export function doubted(ending: Ending, { because }: Verdict): Ending {
  return { ...ending, message: `${ending.message} The end check couldn't confirm it: ${because}` }
}

export function outOfSteps(maxSteps: number, missing?: Verdict): Ending {
  const because = missing ? ` The end check says: ${missing.because}` : ''
  return failed(
    'limit',
    `The task wasn't done after ${maxSteps} actions.${because} Raise max_steps to allow more.`,
  )
}
