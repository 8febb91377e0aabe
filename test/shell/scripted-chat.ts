import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AnswerFold } from '../../src/features/chat/runs/fold.ts'
import type { RunFact } from '../../src/features/chat/runs/run-event.ts'

export interface ScriptedEvent {
  readonly type: string
  readonly [member: string]: unknown
}

/** A page without anything, of the same origin as the shell. */
export const EMPTY_PAGE = '/empty-page-of-the-tests'

/** What an answer says: events, and between them pauses in milliseconds or until something has happened. */
export type Script = (message: string) => Iterable<ScriptedEvent | number | Promise<void>>

export interface ScriptedChat extends AsyncDisposable {
  readonly address: string
  /** Messages that were sent, with what they brought along. */
  readonly asked: { message: string; session_id?: string; attachments?: object[] }[]
  /** Without one, what is said goes through to the service like all else. */
  script: Script | undefined
  /** `gone`: nobody answers. `deaf`: what is asked arrives, but no answer comes back. */
  reach: 'here' | 'gone' | 'deaf'
}

/**
 * Stands before a service and answers what is said in the chat by a script, so that a test knows every word and when it
 * comes. All else goes through to the service.
 */
export async function startScriptedChat(target: string): Promise<ScriptedChat> {
  const asked: ScriptedChat['asked'] = []
  const stopped = new Set<string>()
  let runs = 0
  const chat: Pick<ScriptedChat, 'script' | 'reach'> = { script: () => [], reach: 'here' }
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    if (incoming.url === EMPTY_PAGE) response.setHeader('content-type', 'text/html').end('<!doctype html>')
    else if (chat.reach === 'gone') response.destroy()
    else if (chat.reach === 'deaf') deafly(incoming, response, target)
    else if (!chat.script || !(await answerByScript(incoming, response, chat.script)))
      forward(incoming, response, target)
  }
  const answerByScript = async (incoming: IncomingMessage, response: ServerResponse, script: Script) => {
    if (incoming.method === 'POST' && incoming.url === '/chat/stream') {
      const body = JSON.parse(await textOf(incoming)) as ScriptedChat['asked'][number]
      asked.push(body)
      runs += 1
      await play(response, { body, script, stopped, run: `run_${runs}` })
    } else if (incoming.method === 'POST' && incoming.url === '/chat/stop') {
      const { run_id = '' } = JSON.parse(await textOf(incoming)) as { run_id?: string }
      stopped.add(run_id)
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ stopped: true, run_id }))
    } else if (incoming.url?.startsWith('/api/chats/')) {
      const problem = { code: 'not_found', status: 404, detail: 'No such conversation.' }
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
    } else if (incoming.url?.startsWith('/api/chats')) {
      response.setHeader('content-type', 'application/json').end('{"chats":[],"next_cursor":null}')
    } else return false
    return true
  }
  const server = createServer((incoming, response) => void answer(incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get script() {
      return chat.script
    },
    set script(script) {
      chat.script = script
    },
    get reach() {
      return chat.reach
    },
    set reach(reach) {
      chat.reach = reach
      if (reach !== 'here') server.closeAllConnections()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Play {
  readonly body: { readonly message: string; readonly session_id?: string }
  readonly script: Script
  readonly stopped: ReadonlySet<string>
  readonly run: string
}

async function play(response: ServerResponse, { body, script, stopped, run }: Play): Promise<void> {
  response.setHeader('content-type', 'text/event-stream')
  let seq = 0
  const tell = (event: ScriptedEvent) => {
    seq += 1
    response.write(`event: ${event.type}\nid: ${seq}\ndata: ${JSON.stringify({ seq, ...event })}\n\n`)
  }
  const session_id = body.session_id ?? 'chat_scripted'
  tell({ type: 'run.start', run_id: run, session_id, message: body.message, route: ROUTE })
  const answer = new AnswerFold()
  for (const event of script(body.message)) {
    if (typeof event === 'number') await sleep(event)
    else if (event instanceof Promise) await event
    else {
      tell(event)
      answer.take(event as unknown as RunFact)
    }
    if (stopped.has(run) || response.destroyed) break
  }
  const outcome = stopped.has(run) ? 'cancelled' : 'success'
  tell({ type: 'run.end', outcome, components: answer.components(), usage: null })
  response.end()
}

const ROUTE = { by: 'router', score: 0.97, candidates: [{ name: 'live_weather', score: 0.97 }] }

function forward(incoming: IncomingMessage, response: ServerResponse, target: string): void {
  const { hostname, port } = new URL(target)
  const passed = request(
    { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  passed.on('error', () => response.destroy())
  response.on('close', () => passed.destroy())
  incoming.pipe(passed)
}

/** As if the line broke between the question and its answer. */
function deafly(incoming: IncomingMessage, response: ServerResponse, target: string): void {
  const { hostname, port } = new URL(target)
  const { method, url: path, headers } = incoming
  const passed = request({ hostname, port, method, path, headers }, (answer) => {
    answer.resume()
    response.destroy()
  })
  passed.on('error', () => response.destroy())
  incoming.pipe(passed)
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}
