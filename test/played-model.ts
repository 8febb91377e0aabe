import type { ServerResponse } from 'node:http'
import { chunk, ownServer, sse, type OwnServer, type Received } from './models-stage.ts'
import { startTestService, type TestService } from './service.ts'

/** What a played model does next. */
export type Play = (response: ServerResponse, request: Received) => unknown

export interface PlayedModel extends AsyncDisposable {
  readonly service: TestService
  readonly server: OwnServer
  /** What it does on each request, in order; after that it says "Done." */
  readonly plays: Play[]
  /** What it was told in a request, as one text. */
  told(request: number): string
}

export const says =
  (text: string): Play =>
  (response) =>
    sse(response, [{ content: text }])

/** Wants these calls, all in one step. */
export const calls =
  (...wanted: readonly (readonly [string, object])[]): Play =>
  (response, { body }) => {
    // A model numbers its calls anew in every answer.
    const from = (body['messages'] as object[]).length
    const tool_calls = wanted.map(([name, args], index) => ({
      index,
      id: `call_${from}_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }))
    sse(response, [{ tool_calls }], 'tool_calls')
  }

/** Says the beginning and then nothing until `goOn` is called. */
export function pausing(beginning: string, rest: string): { play: Play; goOn: () => void } {
  const gate = Promise.withResolvers<void>()
  return {
    goOn: gate.resolve,
    async play(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk({ content: beginning }, null))
      await gate.promise
      response.write(chunk({ content: rest }, null))
      response.write(chunk({}, 'stop'))
      response.end('data: [DONE]\n\n')
    },
  }
}

/** The real service with a model that a server on this machine plays. */
export async function servicePlayed(): Promise<PlayedModel> {
  await using opening = new AsyncDisposableStack()
  const plays: Play[] = []
  const server = opening.use(
    await ownServer((response, request) => (plays.shift() ?? says('Done.'))(response, request)),
  )
  const service = opening.use(await startTestService())
  await service.client.settings.update({
    body: {
      LLM_PROVIDER: 'openai_compatible',
      LLM_MODEL: 'played',
      LLM_BASE_URL: `${server.url}/v1`,
      LLM_API_KEY: 'key-of-the-test',
    },
  })
  server.received.length = 0
  const opened = opening.move()
  return {
    service,
    server,
    plays,
    told: (request) => JSON.stringify(server.received[request]?.body['messages']),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
