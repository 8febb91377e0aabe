import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TSchema } from 'typebox'
import type { AnyTool } from '../src/contract/tool.ts'
import { assertValid } from '../src/platform/validation/validation.ts'
import { createTeamchat } from '../src/plugins/teamchat/plugin.ts'
import { createTestCall, createTestFolders } from './tool-call.ts'
import { send, type UpstreamReply } from './upstream.ts'

export interface SlackRequest {
  /** `chat.postMessage`, or the path of anything that is not a method. */
  readonly method: string
  readonly given: URLSearchParams
  readonly bytes: Buffer
  readonly headers: IncomingHttpHeaders
}

export type SlackAnswers = Readonly<
  Record<string, UpstreamReply | ((request: SlackRequest) => UpstreamReply)>
>

const token = 'test-token'

/** The tools of the team chat with a Slack on this machine; methods that a test does not name are unknown to it. */
export async function openTeamchat(answers: SlackAnswers, settings: Readonly<Record<string, unknown>> = {}) {
  const opened = new AsyncDisposableStack()
  const folders = opened.use(await createTestFolders())
  const requests: SlackRequest[] = []
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await received(incoming)
    requests.push(request)
    const found = answers[request.method] ?? { body: { ok: false, error: 'unknown_method' } }
    send(response, typeof found === 'function' ? found(request) : found)
  }
  const server = createServer((incoming, response) => void serve(incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { tools } = createTeamchat()
  let now = new Date('2026-11-15T12:00:00Z')
  const call = createTestCall({
    ...folders,
    settings: { TEAMCHAT_TOKEN: token, UPSTREAM_SLACK: `${origin}/slack/`, ...settings },
    now: () => now,
  })
  return {
    ...folders,
    origin,
    requests,
    call,
    tool: (action: string) => tools.find((tool) => tool.action === action)!,
    later: (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000)),
    asked: (method: string) => requests.filter((request) => request.method === method),
    async run(action: string, given: object) {
      const tool = tools.find((one): one is AnyTool => one.action === action)!
      const args: unknown = structuredClone(given)
      assertValid(args, { schema: tool.params as TSchema, part: 'body' })
      const outcome = await tool.run(args, call)
      assertValid(outcome.data, { schema: tool.data as TSchema, part: 'result' })
      return outcome as { message: string; data: Record<string, unknown> }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function received(incoming: IncomingMessage): Promise<SlackRequest> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  const path = (incoming.url ?? '').replace(/^\/slack/, '')
  const isMethod = path.startsWith('/api/')
  return {
    method: isMethod ? path.slice('/api/'.length) : path,
    given: new URLSearchParams(isMethod ? bytes.toString('utf8') : ''),
    bytes,
    headers: incoming.headers,
  }
}

export const channels: SlackAnswers = {
  'conversations.list': ({ given }) =>
    given.get('cursor') === 'two'
      ? page([{ id: 'C000000002', name: 'design', is_private: true }], '')
      : page(
          [
            { id: 'C000000009', name: 'old', is_archived: true },
            { id: 'C000000001', name: 'general' },
          ],
          'two',
        ),
}

export function page(list: readonly object[], next_cursor: string, member = 'channels'): UpstreamReply {
  return { body: { ok: true, [member]: list, response_metadata: { next_cursor } } }
}

/** The three steps of an upload; the bytes go where `address` says. */
export function uploads(address = 'https://files.slack.com/upload/v1/abc'): SlackAnswers {
  return {
    ...channels,
    'files.getUploadURLExternal': { body: { ok: true, upload_url: address, file_id: 'F1' } },
    '/upload/v1/abc': ({ bytes }) => ({ body: `OK - ${bytes.length}` }),
    'files.completeUploadExternal': {
      body: { ok: true, files: [{ id: 'F1', permalink: 'https://team.slack.com/files/F1' }] },
    },
  }
}
