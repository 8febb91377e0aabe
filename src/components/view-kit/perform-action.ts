import type { Component } from '../../contract/component-schema.ts'
import type { Action } from '../action.ts'
import { copyText } from './card.tsx'
import { reasonOf, type Service } from './service.ts'
import { openAddress } from './text/link-guard.ts'
import type { ViewContext } from './view-context.ts'

export interface ActionOutcome {
  readonly success: boolean
  readonly message: string
  /** What is to be drawn below it, e.g. a question to a person that came in place of a result. */
  readonly components?: readonly Component[]
}

interface Means {
  readonly service: Service
  readonly context: ViewContext
  /** The answer that the component is part of, for what that one does not know as its action. */
  readonly runId?: string | undefined
}

type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>

/** Does an action of a component that is not part of an answer, but was made by the page itself. */
export async function performHere(action: Action, means: Means): Promise<ActionOutcome | undefined> {
  if (action.kind === 'tool') return await runTool(action, means)
  if (action.kind === 'workflow') return await moveWorkflow(action, means)
  if (action.kind === 'store') return await writeStore(action, means.service)
  if (action.kind === 'open') return await open(action, means)
  saySomething(action.message, means)
  return undefined
}

/** Says what stands on a component. Within an answer it is told which: a model's words are not those of the person. */
export function saySomething(message: string, { service, context, runId }: Means): void {
  if (runId === undefined) return context.say(message)
  service
    .call('POST /chat', { body: { message, from_run_id: runId } })
    .then(({ session_id }) => context.show('chat', session_id))
    .catch((error: unknown) => context.announce(reasonOf(error)))
}

/** A model may have written this button: what could do harm is shown to the person exactly as it would run. */
async function runTool({ tool_name, args = {} }: ActionOf<'tool'>, { service, context }: Means) {
  const tool = await service.call('GET /api/tools/:action', { params: { action: tool_name } })
  const risky = tool.risk !== 'read'
  const question = {
    title: `${tool.title}?`,
    message: tool.description,
    detail: args,
    confirmLabel: 'Approve and run',
    dangerous: tool.risk === 'dangerous',
  }
  if (risky && !(await context.ask(question))) return undefined
  const { success, message, data } = await service.call('POST /execute_tool', { body: { tool_name, args } })
  const { confirmation } = (data ?? {}) as { confirmation?: Component }
  return { success, message, ...(confirmation && { components: [confirmation] }) }
}

async function moveWorkflow(
  action: ActionOf<'workflow'>,
  { service, context }: Means,
): Promise<ActionOutcome> {
  const { operation, workflow_id, name, steps } = action
  if (operation === 'create') {
    const body = { ...(name !== undefined && { name }), steps: steps ?? [] } as object
    const record = await service.call('POST /api/workflows', { body })
    context.show('flows', record.workflow_id)
    return { success: true, message: `${record.name ?? 'The workflow'} started.` }
  }
  const params = { workflow_id: workflow_id ?? '' }
  const moved = await service.call(`POST /api/workflows/:workflow_id/${operation}`, { params })
  return { success: true, message: `${moved.name ?? 'The workflow'} is ${moved.status}.` }
}

async function writeStore(
  { key, operation = 'set', value }: ActionOf<'store'>,
  service: Service,
): Promise<ActionOutcome> {
  if (operation === 'delete') {
    await service.call('DELETE /api/store/:key', { params: { key } })
    return { success: true, message: `${key} removed.` }
  }
  await service.call('POST /api/store/:key', { params: { key }, body: value as object })
  return { success: true, message: 'Saved.' }
}

async function open({ url, path, page, item }: ActionOf<'open'>, { service, context, runId }: Means) {
  if (url !== undefined) await openAddress(url, runId, { service, context })
  if (page !== undefined) context.show(page, item)
  if (path === undefined) return undefined
  // No page may open a file of the machine; the path in the clipboard is what comes nearest.
  await copyText(path, context.announce)
  return { success: true, message: path }
}
