import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TSchema } from 'typebox'
import type { AnyTool } from '../src/contract/tool.ts'
import { assertValid } from '../src/platform/validation/validation.ts'
import { repohost } from '../src/plugins/repohost/plugin.ts'
import { createTestCall } from './tool-call.ts'
import { send, type UpstreamReply } from './upstream.ts'

export interface HostRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Stage extends AsyncDisposable {
  readonly origin: string
  readonly requests: HostRequest[]
}

/** A repository service on this machine: it answers what `answer` says, and 404 to everything else. */
export async function startHost(answer: (request: HostRequest) => UpstreamReply | undefined): Promise<Stage> {
  const requests: HostRequest[] = []
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const piece of incoming) body += String(piece)
    const [path = '', query = ''] = (incoming.url ?? '').split('?')
    const { method = '', headers } = incoming
    const request = { method, path, query: new URLSearchParams(query), headers, body }
    requests.push(request)
    send(response, answer(request) ?? { status: 404, body: { message: 'Not Found' } })
  }
  const server = createServer((incoming, response) => void serve(incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Answers = Readonly<Record<string, UpstreamReply | ((request: HostRequest) => UpstreamReply)>>

/** By path, or by method and path. */
export function answering(answers: Answers) {
  return (request: HostRequest): UpstreamReply | undefined => {
    const found = answers[`${request.method} ${request.path}`] ?? answers[request.path]
    return typeof found === 'function' ? found(request) : found
  }
}

export interface RunOptions {
  readonly settings: Readonly<Record<string, unknown>>
  readonly now?: () => Date
  readonly fetch?: typeof globalThis.fetch
}

/** Runs a tool as the runner does, and holds its result against its declaration. */
export async function runRepohost(action: string, given: object, options: RunOptions) {
  const tool = repohost.tools.find((one): one is AnyTool => one.action === action)!
  const args: unknown = structuredClone(given)
  assertValid(args, { schema: tool.params as TSchema, part: 'body' })
  const call = createTestCall({ home: '/nonexistent', dataFolder: '/nonexistent/data', ...options })
  const outcome = await tool.run(args, call)
  assertValid(outcome.data, { schema: tool.data as TSchema, part: 'result' })
  return outcome as { message: string; data: Record<string, unknown> }
}
