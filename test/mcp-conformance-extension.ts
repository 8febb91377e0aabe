import { randomUUID } from 'node:crypto'
import type {
  CallToolResult,
  GetPromptResult,
  InputRequiredResult,
  JSONRPCRequest,
  Result,
  ServerContext,
} from '@modelcontextprotocol/server'
import {
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  CLIENT_CAPABILITIES_META_KEY,
} from '@modelcontextprotocol/server'
import type { ExtendServer } from '../src/features/mcp/tool-server.ts'

type Seal = Parameters<ExtendServer>[1]
type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/** The smallest picture. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

/**
 * What the suite wants to find and no part of the service has: tools that ask a client for its model or its folders,
 * prompts with pictures, resources of other kinds. Whatever else is asked, the service answers.
 */
export const extendForSuite: ExtendServer = (server, seal) => {
  const { _requestHandlers: handlers } = server as unknown as { _requestHandlers: Map<string, Handler> }
  const own = handlers.get('tools/list')!
  /** Takes what the suite made up, and leaves the rest to the service. */
  const beside = (method: string, isOfSuite: (params: Readonly<Record<string, unknown>>) => boolean) => {
    const [suite, service] = [handlers.get(method)!, services.get(method)!]
    handlers.set(method, (request, context) =>
      isOfSuite(request.params ?? {}) ? suite(request, context) : service(request, asOwnClient(context)),
    )
  }
  const services = new Map(handlers)
  server.setRequestHandler('tools/list', async (request, context) => {
    const { tools: listed } = await own(request as JSONRPCRequest, context)
    const inputSchema = { type: 'object' as const }
    const added = Object.keys(tools).map((name) => ({ name, description: 'Of the suite.', inputSchema }))
    return { tools: [...(listed as typeof added), ...added] }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => tools[params.name]!(context, seal))
  beside('tools/call', ({ name }) => Object.hasOwn(tools, String(name)))
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    prompts[params.name]!(context, params.arguments ?? {}),
  )
  beside('prompts/get', ({ name }) => Object.hasOwn(prompts, String(name)))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({
    contents: [{ uri, ...resourceAt(uri)! }],
  }))
  beside('resources/read', ({ uri }) => resourceAt(String(uri)) !== undefined)
}

/** As if each call came from another program: the service asks once a model has read what a stranger's tool says. */
function asOwnClient(context: ServerContext): ServerContext {
  const { http } = context
  const authInfo = http!.authInfo!
  const caller = { ...(authInfo.extra!['caller'] as object), connection: randomUUID() }
  return { ...context, http: { ...http!, authInfo: { ...authInfo, extra: { caller } } } }
}

type Answer = CallToolResult | InputRequiredResult

const text = (said: string): CallToolResult => ({ content: [{ type: 'text', text: said }] })

const asks = {
  user_name: inputRequired.elicit({
    message: 'What is your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  }),
  capital_question: inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
    maxTokens: 100,
  }),
  client_roots: inputRequired.listRoots(),
}
type Ask = keyof typeof asks

const isAnswered = ({ mcpReq }: ServerContext, name: string): boolean => {
  const view = inputResponse(mcpReq.inputResponses, name)
  return view.kind === 'elicit' ? view.action === 'accept' : view.kind !== 'missing'
}

/** Asks for all of them, and is done with all answers. */
const asking =
  (...names: readonly Ask[]) =>
  (context: ServerContext): Answer => {
    if (names.every((name) => isAnswered(context, name))) return text('Thank you.')
    return inputRequired({ inputRequests: Object.fromEntries(names.map((name) => [name, asks[name]])) })
  }

const capabilitiesOf = ({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> =>
  ((mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<
    string,
    unknown
  >

const stateOf = (action: string) => ({ confirmation_id: 'suite', action })

/** With a state that the service seals, and takes back only as it was. */
async function sealed(requests: Partial<typeof asks>, action: string, seal: Seal): Promise<Answer> {
  return inputRequired({ inputRequests: { ...requests }, requestState: await seal.mint(stateOf(action)) })
}

const tools: Readonly<Record<string, (context: ServerContext, seal: Seal) => Answer | Promise<Answer>>> = {
  test_input_required_result_elicitation: asking('user_name'),
  test_input_required_result_sampling: asking('capital_question'),
  test_input_required_result_list_roots: asking('client_roots'),
  test_input_required_result_multiple_inputs: (context, seal) =>
    Object.keys(asks).every((name) => isAnswered(context, name))
      ? text('Thank you.')
      : sealed(asks, 'all', seal),
  test_input_required_result_multi_round: (context, seal) => {
    const round = context.mcpReq.requestState<{ action: string }>()?.action
    if (round === 'second') return text('Thank you.')
    return sealed({ user_name: asks.user_name }, round === 'first' ? 'second' : 'first', seal)
  },
  test_input_required_result_capabilities: (context) => {
    const { elicitation, sampling } = capabilitiesOf(context)
    const wanted = [elicitation && 'user_name', sampling && 'capital_question'].filter(Boolean) as Ask[]
    return asking(...wanted)(context)
  },
  test_missing_capability: (context) => {
    if (capabilitiesOf(context)['sampling'] !== undefined) return text('It has a model.')
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  },
  test_streaming_elicitation: asking('user_name'),
  test_logging_tool: () => text('Nothing to log.'),
}

const message = (content: GetPromptResult['messages'][number]['content']): GetPromptResult => ({
  messages: [{ role: 'user', content }],
})

const prompts: Readonly<
  Record<
    string,
    (context: ServerContext, args: Readonly<Record<string, string>>) => GetPromptResult | InputRequiredResult
  >
> = {
  test_prompt_with_image: () => message({ type: 'image', data: PIXEL, mimeType: 'image/png' }),
  test_prompt_with_embedded_resource: (_context, { resourceUri = 'test://none' }) =>
    message({ type: 'resource', resource: { uri: resourceUri, mimeType: 'text/plain', text: 'It.' } }),
  test_input_required_result_prompt: (context) =>
    isAnswered(context, 'user_name')
      ? message({ type: 'text', text: 'Thank you.' })
      : inputRequired({ inputRequests: { user_name: asks.user_name } }),
}

function resourceAt(
  uri: string,
): { mimeType: string; text: string } | { mimeType: string; blob: string } | undefined {
  if (uri === 'test://static-text') return { mimeType: 'text/plain', text: 'It.' }
  if (uri === 'test://static-binary') return { mimeType: 'image/png', blob: PIXEL }
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  return id === undefined ? undefined : { mimeType: 'application/json', text: JSON.stringify({ id }) }
}
