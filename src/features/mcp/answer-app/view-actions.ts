import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import { isForPersonOnly } from '../../../contract/callers.ts'
import { reasonToDistrust } from '../../../contract/taint.ts'
import type { Static } from '../../../contract/type.ts'
import { callTool, questionText, type ToolCallSetting } from '../tool-call.ts'
import { problem, replied } from './app-results.ts'
import { COMPONENT_ACTION, type ActionArguments } from './app-tools.ts'
import type { AppsDeps, PressedAction } from './apps-deps.ts'
import { pathnameOf, type ViewReads } from './view-reads.ts'
import type { ViewRoute } from './view-routes.ts'

type Doing = Static<typeof ActionArguments>
type Result = CallToolResult | InputRequiredResult
type Members = Readonly<Record<string, unknown>>

export interface ActionDeps extends AppsDeps {
  readonly findRoute: (method: string, pathname: string) => ViewRoute | undefined
  readonly reads: ViewReads
}

const OWN_WINDOW = 'Do it in Deskhand’s own window.'

/**
 * Does what was pressed on a component. A host proves by nothing that a person pressed it, so tools run as its model's
 * calls do, and whatever asks nobody by itself is either no more than such a call could do or is asked about first.
 */
export async function useComponent(
  deps: ActionDeps,
  doing: Doing,
  setting: ToolCallSetting,
): Promise<Result> {
  const pathname = pathnameOf(doing)
  if (pathname === '/execute_tool') return runTool(deps, membersOf(doing.body), setting)
  if (pathname === '/chat/action') return press(deps, doing.body, setting)
  if (pathname === '/api/confirm') return decide(deps, membersOf(doing.body), setting)
  const route = deps.findRoute(doing.method, pathname)
  if (!route) return problem('forbidden', `Another program can't do this. ${OWN_WINDOW}`)
  if ('changes' in route.use) return change(deps, { doing, route }, setting)
  const source = { method: 'POST' as const, path: doing.path, body: JSON.stringify(doing.body ?? null) }
  return deps.reads.answer(source, route, setting)
}

async function runTool(
  deps: ActionDeps,
  { tool_name, args }: Members,
  setting: ToolCallSetting,
): Promise<Result> {
  const asked = { name: typeof tool_name === 'string' ? tool_name : '', args: membersOf(args) }
  const result = await callTool(deps, asked, setting)
  if (!('content' in result)) return result
  return replied({ status: 200, body: (result as CallToolResult).structuredContent })
}

const nothing = { run_id: null, workflow_id: null, result: null, components: [], open: null, asks: null }

/** The service looks the action up that it sent, so that nothing else runs in its name. */
async function press(deps: ActionDeps, body: unknown, setting: ToolCallSetting): Promise<Result> {
  const pressed = deps.pressed(body)
  const { action, session_id, provenance } = pressed
  // Answers to the person themselves are pressed where they stand.
  if (provenance !== 'model') return problem('not_found', 'There is no such answer.')
  const { kind, ...members } = action
  const done = { kind, session_id, ...nothing }
  // What it says and opens is the host's to do.
  if (kind === 'chat') return replied({ status: 200, body: { ...done, open: members } })
  if (kind === 'open') return replied({ status: 200, body: { ...done, open: members, asks: pressed.asks } })
  const result = await doAction(deps, pressed, setting)
  if (!('content' in result) || result.isError === true) return result
  const { body: told } = (result as CallToolResult).structuredContent as { body: Members }
  if (kind === 'tool') return replied({ status: 200, body: { ...done, result: told } })
  const { workflow_id = null } = membersOf(told)
  return replied({ status: 200, body: { ...done, workflow_id } })
}

function doAction(deps: ActionDeps, { action }: PressedAction, setting: ToolCallSetting): Promise<Result> {
  const { kind, operation, key, value, workflow_id, name, steps } = action
  if (kind === 'tool') return runTool(deps, action, setting)
  if (kind === 'store') {
    const method = operation === 'delete' ? 'DELETE' : 'POST'
    const body = method === 'POST' ? { body: value ?? null } : {}
    return useComponent(
      deps,
      { method, path: `/api/store/${encodeURIComponent(String(key))}`, ...body },
      setting,
    )
  }
  const path =
    operation === 'create' ? '' : `/${encodeURIComponent(String(workflow_id))}/${String(operation)}`
  const body = operation === 'create' ? { steps, ...(typeof name === 'string' && { name }) } : {}
  return useComponent(deps, { method: 'POST', path: `/api/workflows${path}`, body }, setting)
}

/** Either button leads to the host's own question, whose answer counts. */
async function decide(
  deps: ActionDeps,
  { confirmation_id }: Members,
  setting: ToolCallSetting,
): Promise<Result> {
  const id = String(confirmation_id)
  const question = deps.approvals.isOpen(id) ? deps.approvals.find(id) : undefined
  if (!question) return problem('conflict', 'This was already answered or has expired.')
  const call = { action: COMPONENT_ACTION, args: { confirmation_id: id } }
  const verdict = deps.questions.verdict(call, setting)
  const asked =
    verdict === undefined ? await deps.questions.ask(questionText(question), call, setting) : undefined
  if (asked) return asked
  if (verdict === undefined || verdict === 'unanswered')
    return problem('forbidden', 'Approve it in Deskhand’s own window or with "deskhand approvals".')
  const body = { confirmation_id: id, approved: verdict === 'approved' }
  return reach(deps, { method: 'POST', path: '/api/confirm', body }, { as: 'local-client', setting })
}

interface Change {
  readonly doing: Doing
  readonly route: ViewRoute
}

async function change(deps: ActionDeps, { doing, route }: Change, setting: ToolCallSetting): Promise<Result> {
  const { connection } = setting.caller
  const reason = await reasonToAsk(deps, { doing, route }, connection)
  const { method, path, body } = doing
  if (reason !== undefined) {
    const call = { action: COMPONENT_ACTION, args: doing }
    const verdict = deps.questions.verdict(call, setting)
    const shown = body === undefined ? '' : JSON.stringify(body, null, 2)
    const question = `Allow this change? ${reason}\n${method} ${path} ${shown}`
    const asked = verdict === undefined && (await deps.questions.ask(question, call, setting))
    if (asked) return asked
    if (verdict === 'declined') return problem('forbidden', 'Nothing was changed: you said no.')
    if (verdict !== 'approved') return problem('forbidden', `${reason} ${OWN_WINDOW}`)
  }
  const key = storeKey(doing)
  if (key !== undefined && reason === undefined && deps.taints.of(connection).untrusted)
    await deps.stored.markOutside(key, body)
  // Judged above: what is for persons alone is either approved by one, or within what a tool of this power may do.
  const as = isForPersonOnly(route.endpoint) ? 'local-client' : 'model'
  return reach(deps, doing, { as, setting })
}

async function reasonToAsk(
  deps: ActionDeps,
  { doing, route: { use } }: Change,
  connection: string,
): Promise<string | undefined> {
  if ('changes' in use && use.changes === 'asked')
    return 'A component in another program wants to change a workflow.'
  if (deps.asksAlways()) return 'You chose to be asked before every tool (APPROVAL_MODE).'
  const key = storeKey(doing)
  const isOwn = key === undefined || (await deps.stored.isOfWidget(key, doing.body))
  if (!isOwn) return `A component in another program wants to change what is stored under “${key}”.`
  const judged = { risk: 'write', isBuiltIn: true, args: {}, said: new Set<string>() } as const
  return reasonToDistrust(deps.taints.of(connection), judged)
}

/** Which entry of the store is changed; undefined when it is something else. */
function storeKey(doing: Doing): string | undefined {
  const [, key] = /^\/api\/store\/([^/]+)$/.exec(pathnameOf(doing)) ?? []
  return key === undefined ? undefined : decodeURIComponent(key)
}

async function reach(
  deps: ActionDeps,
  { method, path, body, if_match, if_none_match }: Doing,
  { as, setting }: { as: 'local-client' | 'model'; setting: ToolCallSetting },
): Promise<CallToolResult> {
  const { caller, context } = setting
  const signal = AbortSignal.any([context.mcpReq.signal, caller.signal])
  const headers = {
    ...(if_match !== undefined && { 'if-match': if_match }),
    ...(if_none_match !== undefined && { 'if-none-match': if_none_match }),
  }
  const request = { method, path, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const answer = await deps.reach(request, { provenance: as, signal })
  const told: unknown = await answer.json()
  return replied({ status: answer.status, body: told, etag: answer.headers.get('etag') ?? undefined })
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}
