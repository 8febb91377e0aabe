import type * as Sdk from '@modelcontextprotocol/server'
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { Confirmation } from '../../contract/confirmation.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { reasonToDistrust } from '../../contract/taint.ts'
import { riskOfCall, type ToolProgress } from '../../contract/tool.ts'
import type { Approvals } from '../tools/approvals.ts'
import type { ToolCatalog } from '../tools/tool-catalog.ts'
import type { ToolRunner } from '../tools/tool-runner.ts'
import { contentOf } from './content-blocks.ts'
import type { ConnectionTaints } from './connection-taints.ts'
import type { ToolRequest } from '../tools/tool-request.ts'

/** What is known about a caller beside its request. */
export interface McpCaller {
  /** Aborts when the caller is gone: nobody could get the answer any more. */
  readonly signal: AbortSignal
  /** Whether a person may be at its other end: a program that this service started may not approve anything. */
  readonly isPerson: boolean
  /** What tells its connections apart, as far as it says: the id that it gave, or what it calls itself. */
  readonly connection: string
  /** Whether it has said before that it shows MCP Apps. */
  readonly showsApps: boolean
}

/** Which question a repeated call answers; it went through the client, sealed. */
export interface AskedState {
  readonly confirmation_id: string
  readonly action: string
  /** The answer of a conversation that waits for it. */
  readonly run_id?: string
}

export interface ToolCallDeps {
  readonly catalog: Pick<ToolCatalog, 'find' | 'findMeant' | 'understand' | 'unknown'>
  readonly runner: ToolRunner
  readonly approvals: Pick<Approvals, 'decide' | 'isOpen'>
  readonly taints: ConnectionTaints
}

export interface ToolCallSetting {
  readonly sdk: typeof Sdk
  readonly seal: Sdk.RequestStateCodec<AskedState>
  readonly context: ServerContext
  readonly caller: McpCaller
  /** Whether the client can put a question to its user. */
  readonly elicits: boolean
}

interface Asked {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Runs a tool for an outside model, and asks that model's user where the policy wants a person. */
export async function callTool(
  deps: ToolCallDeps,
  asked: Asked,
  setting: ToolCallSetting,
): Promise<CallToolResult | InputRequiredResult> {
  const { sdk, context, caller } = setting
  const entry = deps.catalog.findMeant(asked.name)
  if (!entry)
    throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, deps.catalog.unknown(asked.name))
  const name = entry.tool.action
  const args = deps.catalog.understand(entry, asked.args)
  const signal = AbortSignal.any([context.mcpReq.signal, caller.signal])
  const running = { signal, onProgress: progressTo(context) }
  const state = context.mcpReq.requestState<AskedState>()
  if (state !== undefined) return answered(deps, { name, state, running }, setting)
  const { connection } = caller
  const risk = riskOfCall(entry.tool, args)
  const { leaves, lasts } = entry.tool
  const judged = {
    risk,
    leaves,
    lasts,
    isBuiltIn: entry.origin === 'built_in',
    args,
    said: new Set<string>(),
  }
  const askBecause = reasonToDistrust(deps.taints.of(connection), judged)
  const request = { action: name, args, provenance: 'model' as const, askBecause, ...running }
  const envelope = await runKnowing(deps, request, connection)
  const question = questionOf(envelope)
  if (!question) return resultOf(envelope)
  if (!setting.elicits || !caller.isPerson) return resultOf(waiting(envelope, question))
  return ask(question, setting)
}

/** Remembers what the model at the other end then has read. */
async function runKnowing(
  { catalog, runner, taints }: ToolCallDeps,
  request: ToolRequest,
  connection: string,
): Promise<Envelope> {
  const envelope = await runner.run(request)
  const made = catalog.find(request.action)?.tool.risk !== 'read'
  if (made && taints.of(connection).untrusted) await runner.markOutside(request.action, envelope)
  if (questionOf(envelope) === undefined) taints.add(connection, await runner.readings(request, envelope))
  return envelope
}

function ask(question: Confirmation, setting: ToolCallSetting): Promise<InputRequiredResult> {
  const { confirmation_id, action } = question
  return asksOf(questionText(question), { confirmation_id, action }, setting)
}

export function questionText({ title, message, action, args }: Confirmation): string {
  return `${title} ${message}\n${action} ${JSON.stringify(args, null, 2)}`
}

/** Puts a yes or no to the person at the other end. */
export async function asksOf(
  message: string,
  state: AskedState,
  { sdk, seal }: Pick<ToolCallSetting, 'sdk' | 'seal'>,
): Promise<InputRequiredResult> {
  return sdk.inputRequired({
    inputRequests: {
      confirm: sdk.inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: {
            approve: {
              type: 'boolean',
              title: 'Allow',
              description: 'It runs once, with these arguments.',
            },
          },
          required: ['approve'],
        },
      }),
    },
    requestState: await seal.mint(state),
  })
}

interface Repeated {
  readonly name: string
  readonly state: AskedState
  readonly running: { readonly signal: AbortSignal; readonly onProgress: (progress: ToolProgress) => void }
}

/** What runs is what was asked about, read back from the record: the repeated arguments do not count. */
async function answered(
  deps: ToolCallDeps,
  { name, state, running }: Repeated,
  { sdk, context, caller }: ToolCallSetting,
): Promise<CallToolResult> {
  const { confirmation_id } = state
  if (state.action !== name || !caller.isPerson)
    return resultOf(refusal('forbidden', 'This answer belongs to another question. Call the tool again.'))
  const view = sdk.inputResponse(context.mcpReq.inputResponses, 'confirm')
  const approve = view.kind === 'elicit' && view.action === 'accept' ? view.content?.['approve'] : undefined
  const declined = (view.kind === 'elicit' && view.action === 'decline') || approve === false
  if (approve !== true && !declined)
    return resultOf(refusal('approval_required', stillWaits(name), { confirmation_id }))
  if (!deps.approvals.isOpen(confirmation_id))
    return resultOf(refusal('conflict', 'This was already answered or has expired. Call the tool again.'))
  const { act } = await deps.approvals.decide(confirmation_id, approve === true)
  if (approve !== true) return resultOf(refusal('forbidden', `${name} wasn't run: the user said no.`))
  return resultOf(await runKnowing(deps, { ...act, ...running, approved: true }, caller.connection))
}

function waiting(envelope: Envelope, { action }: Confirmation): Envelope {
  return { ...envelope, message: stillWaits(action) }
}

function stillWaits(action: string): string {
  return (
    `${action} wasn't run: it needs approval. The user can approve it in Deskhand's own window ` +
    'or with "deskhand approvals"; it then runs there, once. Don\'t call it again.'
  )
}

function refusal(code: string, message: string, more: object = {}): Envelope {
  return { success: false, message, data: { error: { code }, ...more } }
}

function questionOf({ success, data }: Envelope): Confirmation | undefined {
  if (success) return undefined
  const { error, confirmation } = data as { error?: { code?: string }; confirmation?: Confirmation }
  return error?.code === 'approval_required' ? confirmation : undefined
}

/** Many clients show their model only the content, so all that the data say stands there too. */
function resultOf(envelope: Envelope): CallToolResult {
  const { content, structured } = contentOf(envelope)
  return { content, structuredContent: { ...structured }, isError: !envelope.success }
}

/** Progress must grow with every message, also where a tool only says what it is at. */
export function progressTo({ mcpReq }: ServerContext): (progress: ToolProgress) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let last = 0
  return ({ fraction, message }) => {
    last = fraction !== undefined && fraction > last ? fraction : last + 0.0001
    const params = { progressToken, progress: last, total: Math.max(1, last), ...(message && { message }) }
    // A client that is gone is noticed by the call itself.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
