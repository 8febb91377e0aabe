import { isFromOutside, type Call, type Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { DesktopDriver } from '../../platform/desktop/desktop-driver.ts'
import type { Ending } from './end/endings.ts'
import type { Answer } from './policy/gate.ts'
import type { TaskSecrets } from './secrets/task-secrets.ts'
import type { StopSignal } from './stop-signal.ts'
import type { Act, Question } from '../tools/question.ts'

/** Who wants it. Nobody outside ever gets it. */
export function provenanceOf({ provenance }: Call): Provenance {
  if (isFromOutside(provenance))
    throw new AppError('forbidden', "A message from outside can't use the desktop.")
  return provenance
}

interface WantedTask {
  readonly taskId: string
  readonly task: string
  readonly maxSteps: number
  readonly provenance: Provenance
  readonly stop: StopSignal
  readonly secrets: TaskSecrets
}

/** Somebody who did not name the desktop himself waits for a person who does. */
export async function askToBegin(
  { taskId, task: told, maxSteps, provenance, stop, secrets }: WantedTask,
  ask: (act: Act, question: Question) => Promise<Answer>,
): Promise<Ending | undefined> {
  const task = secrets.mask(told)
  const args = { task, max_steps: maxSteps, task_id: taskId }
  const act: Act = { agent: 'computer_control', action: 'USE_COMPUTER', args, risk: 'dangerous', provenance }
  const message = `Someone other than you wants to use your mouse, keyboard and screen for this: ${task}`
  try {
    const answer = await ask(act, { title: 'Let it use your desktop?', message })
    if (answer === 'approved') return undefined
    const why = answer === 'rejected' ? "You didn't allow it." : 'No one allowed it in time.'
    return { status: 'stopped', ended_by: 'stop', message: why }
  } catch (error) {
    if (!stop.signal.aborted) throw error
    return { status: 'stopped', ended_by: 'stop', message: stop.reason }
  }
}

export function assertCanControl({ capabilities: { capture, pointer, keyboard } }: DesktopDriver): void {
  if (capture && pointer && keyboard) return
  const missing = [
    capture ? '' : 'see the screen',
    pointer ? '' : 'move the pointer',
    keyboard ? '' : 'press keys',
  ]
  throw new AppError(
    'unavailable',
    `This desktop doesn't let the service ${missing.filter((one) => one !== '').join(' or ')}. GET /health says why.`,
  )
}

export function turnedOff(): AppError {
  return new AppError('forbidden', 'Computer control is off: COMPUTER_CONTROL is off.')
}
