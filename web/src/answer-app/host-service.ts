import { toWire } from '../../../src/client/wire.ts'
import type { AnyEndpoint } from '../../../src/contract/endpoint.ts'
import type { Problem } from '../../../src/contract/errors.ts'
import { reasonOf, ServiceError, type Service } from '../../../src/components/view-kit/service.ts'
import type { Bridge } from './bridge.ts'
import type { Host } from './host.ts'

interface LooseInput {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

interface Answer {
  readonly body: unknown
  readonly headers: Headers
}

interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: { readonly status?: number; readonly body?: unknown; readonly etag?: string }
}

interface Means {
  readonly bridge: Bridge
  readonly host: Pick<Host, 'can'>
  /** Something was changed: what is shown of it is looked at anew. */
  readonly onChange: () => void
}

const ONLY_SHOWN =
  'This program only shows what Deskhand answered. Open Deskhand to change something, or to see it live.'

/** The service as far as a host lends it: through the tools of its server that only pages see. */
export function hostService({ bridge, host, onChange }: Means): Service {
  const call = async (route: string, input: LooseInput = {}): Promise<Answer> => {
    if (!host.can('serverTools')) throw refusal(ONLY_SHOWN)
    const [method, path] = route.split(' ') as [AnyEndpoint['method'], `/${string}`]
    const wire = toWire({ method, path }, { ...input, body: undefined })
    const isRead = method === 'GET'
    const { 'if-match': if_match, 'if-none-match': if_none_match } = input.headers ?? {}
    const doing = {
      method,
      path: wire.path,
      ...(input.body !== undefined && { body: input.body }),
      ...(if_match !== undefined && { if_match }),
      ...(if_none_match !== undefined && { if_none_match }),
    }
    const asked = isRead
      ? { name: 'COMPONENT_DATA', arguments: { path: wire.path } }
      : { name: 'COMPONENT_ACTION', arguments: doing }
    const answer = answerIn(await asking(bridge, asked, input.signal))
    if (!isRead) onChange()
    return answer
  }
  const press = pressing(call, bridge)
  const reply = async (route: string, input?: LooseInput): Promise<Answer> => {
    const { body } = input ?? {}
    if (route === 'POST /chat') return saying(bridge, (body as { message: string }).message)
    return route === 'POST /chat/action' ? press(body) : call(route, input)
  }
  return {
    reply,
    call: async (route: string, input?: LooseInput) => (await reply(route, input)).body,
  } as Service
}

/** The model of the host goes on: its conversation is the one that the person sees. */
async function saying(bridge: Bridge, message: string): Promise<Answer> {
  await say(bridge, message)
  return { body: { session_id: '' }, headers: new Headers() }
}

/** Puts words into the conversation of the host, which may ask its user first. */
export async function say(bridge: Bridge, text: string): Promise<void> {
  const content = [{ type: 'text', text }]
  const { isError } = ((await bridge.request('ui/message', { role: 'user', content })) ?? {}) as {
    isError?: boolean
  }
  if (isError === true) throw refusal('The message was not sent.')
}

interface Pressed {
  readonly kind: string
  readonly open: { readonly message?: string } | null
  readonly asks: object | null
}

type Call = (route: string, input?: LooseInput) => Promise<Answer>

/** What was pressed on an answer. What it says or opens the service only tells: that is done here. */
function pressing(call: Call, bridge: Bridge): (body: unknown) => Promise<Answer> {
  const askedAbout = new Map<string, Answer>()
  return async (given) => {
    const { approved, ...body } = given as { approved?: boolean }
    const place = JSON.stringify(body)
    const known = askedAbout.get(place)
    if (approved === true && known) {
      askedAbout.delete(place)
      return { ...known, body: { ...(known.body as Pressed), asks: null } }
    }
    const answer = await call('POST /chat/action', { body })
    const { kind, open, asks } = answer.body as Pressed
    if (kind === 'chat') await say(bridge, open?.message ?? '')
    if (asks) askedAbout.set(place, answer)
    return answer
  }
}

async function asking(bridge: Bridge, asked: object, signal: AbortSignal | undefined): Promise<ToolResult> {
  try {
    return (await bridge.request('tools/call', asked, signal)) ?? {}
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw refusal(reasonOf(error))
  }
}

function answerIn({ content = [], structuredContent }: ToolResult): Answer {
  const { status, body, etag } = structuredContent ?? {}
  if (status === undefined)
    throw refusal(content.find(({ text }) => text !== undefined)?.text ?? 'The program gave no answer.')
  if (status >= 400) throw new ServiceError({ ...(body as Problem), status })
  return { body, headers: new Headers(etag === undefined ? {} : { etag }) }
}

function refusal(detail: string): ServiceError {
  return new ServiceError({ code: 'forbidden', status: 403, detail })
}
