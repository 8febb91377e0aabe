import { use, useState } from 'react'
import type { Action } from '../action.ts'
import { pointerTo, withEntered, type Entered } from './action-values.ts'
import { FrameContext, type Frame } from './card.tsx'
import { FormContext } from './controls/form-scope.ts'
import { performHere, saySomething, type ActionOutcome } from './perform-action.ts'
import { reasonOf, ServiceError, useService, type Service } from './service.ts'
import { useViewContext, type ViewContext } from './view-context.ts'

export interface ActionState {
  readonly busy: boolean
  readonly outcome: ActionOutcome | undefined
  readonly run: (action: Action, value?: unknown) => Promise<void>
}

/** Does what an action says, with what stands in the control and the form around it. */
export function useAction(): ActionState {
  const service = useService()
  const context = useViewContext()
  const frame = use(FrameContext)
  const form = use(FormContext)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<ActionOutcome>()
  const run = async (action: Action, value?: unknown) => {
    setBusy(true)
    setOutcome(undefined)
    const entered: Entered = { ...(value !== undefined && { value }), ...(form && { form: form.values() }) }
    try {
      const place = placeOf(action, frame)
      const means = { service, context }
      const filled = withEntered(action, entered)
      setOutcome(
        await (place
          ? performThere(place, entered, means).catch(withoutAnswer(filled, means))
          : performHere(filled, { ...means, runId: frame?.runId })),
      )
    } catch (error) {
      setOutcome({ success: false, message: reasonOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, outcome, run }
}

/** Says something in the conversation that stands on the component, not what the person typed. */
export function useSay(): (message: string) => void {
  const service = useService()
  const context = useViewContext()
  const runId = use(FrameContext)?.runId
  return (message) => saySomething(message, { service, context, runId })
}

interface ActionPlace {
  readonly run_id: string
  readonly component_id: string
  readonly action_path: string
}

/** Where the answer holds this action, so that the service does what it sent and not what a page claims. */
function placeOf(action: Action, frame: Frame | undefined): ActionPlace | undefined {
  const { runId, root } = frame ?? {}
  if (runId === undefined || !root || typeof root['id'] !== 'string') return undefined
  const action_path = pointerTo(root, action)
  return action_path === undefined ? undefined : { run_id: runId, component_id: root['id'], action_path }
}

/** What was pinned stays when its conversation is deleted. Nobody knows any more who wrote the words on its button. */
function withoutAnswer(action: Action, { service, context }: Means) {
  return async (error: unknown): Promise<ActionOutcome | undefined> => {
    if (!(error instanceof ServiceError && error.code === 'not_found')) throw error
    const question = {
      title: 'Send this message?',
      message: 'It comes from a button in an answer that was deleted.',
      detail: action.kind === 'chat' ? action.message : '',
      confirmLabel: 'Send',
      dangerous: false,
    }
    if (action.kind === 'chat' && !(await context.ask(question))) return undefined
    return await performHere(action, { service, context })
  }
}

interface Means {
  readonly service: Service
  readonly context: ViewContext
}

async function performThere(
  place: ActionPlace,
  values: Entered,
  { service, context }: Means,
): Promise<ActionOutcome | undefined> {
  const press = (approved: boolean) =>
    service.call('POST /chat/action', { body: { ...place, values, approved } })
  let done = await press(false)
  if (done.asks) {
    const question = { ...done.asks, confirmLabel: done.kind === 'open' ? 'Open' : 'Do it', dangerous: false }
    if (!(await context.ask(question))) return undefined
    done = await press(true)
  }
  if (done.kind === 'open') return await performHere({ kind: 'open', ...done.open }, { service, context })
  if (done.kind === 'chat') context.show('chat', done.session_id)
  if (done.kind === 'workflow' && done.workflow_id !== null) context.show('flows', done.workflow_id)
  if (done.kind === 'store') return { success: true, message: 'Saved.' }
  if (!done.result) return undefined
  const asks = done.components.some(({ type }) => type === 'confirmation')
  return {
    success: done.result.success,
    message: done.result.message,
    ...(asks && { components: done.components }),
  }
}
