import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownServer, sse, type OwnServer, type Received } from '../models-stage.ts'
import { readPicture, type Pixels } from './pixels.ts'

export const TYPED = 'Zażółć é漢字😀 "q" {x}'

/** How the server behaves: as a good model does, or as one of the bad ones. */
export type Mode =
  | 'good'
  | 'slow'
  | 'http500'
  | 'malformed'
  | 'repeat'
  | 'out_of_bounds'
  | 'dangerous'
  | 'prose'
  | 'unknown_tool'
  | 'ask'
  | 'patient'

export type Space = 'pixel' | 'norm1000' | 'norm1'

export interface PolicyServer extends OwnServer {
  mode: Mode
  space: Space
  /** Before each answer, for real models take their time. */
  think: () => Promise<unknown>
  /** What it wanted, in order. */
  readonly wanted: readonly Wanted[]
  /** What it wants whatever it sees, before it looks again. */
  readonly script: Wanted[]
  /** What it says when it is asked whether a task is done, in order; after that every one is. */
  readonly verdicts: Judged[]
  /** What it was asked then. */
  readonly endQuestions: readonly Received[]
}

type Judged = { readonly reached: boolean; readonly because: string } | 'hang'

export interface Wanted {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  /** Written down beside it. */
  readonly plan?: readonly { readonly text: string; readonly state: string }[]
}

/**
 * A model that decides from pixels alone: it is sent a picture, finds the stage by the swatch in its corner and the
 * target by its colour, and answers in the protocol of OpenAI (`/v1/chat/completions`) or Anthropic (`/v1/messages`).
 */
export async function startPolicyServer(): Promise<PolicyServer> {
  const wanted: Wanted[] = []
  const endQuestions: Received[] = []
  const look = looking()
  const server = await ownServer(async (response, request) => {
    const { mode, space, think, script, verdicts } = policy
    if (request.method !== 'POST') return response.writeHead(404).end()
    if (isEndQuestion(request)) {
      endQuestions.push(request)
      return sayVerdict(response, verdicts.shift() ?? { reached: true, because: '' }, request)
    }
    if (mode === 'http500') return response.writeHead(500).end('{"error":{"message":"It broke."}}')
    const isAnthropic = isForAnthropic(request)
    await think()
    const scripted = script.shift()
    if (!scripted && mode === 'slow') await sleep(600_000, undefined, { ref: false })
    const want = scripted ?? (await look(lastPicture(request), mode, space))
    wanted.push(want)
    return (isAnthropic ? sayAnthropic : sayOpenAi)(response, want, { request, mode })
  })
  const beside = { wanted, script: [], verdicts: [], endQuestions, think: async () => {} }
  const policy: PolicyServer = { ...server, mode: 'good', space: 'pixel', ...beside }
  return policy
}

function isForAnthropic({ path }: Received): boolean {
  return path.endsWith('/messages')
}

/** It is asked without any tool of the desktop, for an answer that says whether it was reached. */
function isEndQuestion({ body }: Received): boolean {
  const { messages: _messages, ...beside } = body
  return JSON.stringify(beside).includes('"reached"')
}

async function sayVerdict(response: ServerResponse, verdict: Judged, request: Received): Promise<void> {
  if (verdict === 'hang') {
    await sleep(600_000, undefined, { ref: false })
    return
  }
  const text = JSON.stringify(verdict)
  if (!isForAnthropic(request)) return sse(response, [{ content: text }])
  sayBlock(response, { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text } }, 'end_turn')
}

const stages: Readonly<Record<string, readonly [number, number, number]>> = {
  click: [255, 0, 0],
  double: [0, 192, 0],
  type: [0, 0, 255],
  filled: [0, 128, 255],
  scroll: [255, 128, 0],
  drag: [0, 192, 192],
  chord: [192, 0, 192],
  done: [0, 0, 0],
}
let calls = 0
const TARGET = [255, 0, 255] as const
/** Never the same twice: who waits for something is not lost. */
const wait = (): Wanted => ({ name: 'WAIT', args: { ms: 100 + (calls % 100) } })

/** On a busy machine an application may not have drawn yet what came of the last action, which is not done twice then. */
function looking() {
  let acted: { readonly seen: Buffer; readonly want: string } | undefined
  let waits = 0
  return async (seen: Buffer, mode: Mode, space: Space): Promise<Wanted> => {
    if (mode === 'good' && acted?.seen.equals(seen)) return wait()
    const want = decide(mode, await readPicture(seen), space)
    const told = JSON.stringify(want)
    // The pointer has moved, but what it pressed still stands there.
    if (mode === 'good' && acted?.want === told && isOnce(want) && (waits += 1) < MAX_WAITS) return wait()
    waits = 0
    if (want.name !== 'WAIT') acted = { seen, want: told }
    return want
  }
}

const MAX_WAITS = 30

/** Who scrolls or presses a key may well want the same again. */
function isOnce({ name }: Wanted): boolean {
  return name !== 'SCROLL_AT' && name !== 'PRESS_KEY'
}

function decide(mode: Mode, picture: Pixels, space: Space): Wanted {
  const { width, height } = picture
  const stubborn: Partial<Record<Mode, Wanted>> = {
    patient: wait(),
    repeat: { name: 'CLICK_AT', args: { x: width - 5, y: height - 5 } },
    out_of_bounds: { name: 'CLICK_AT', args: { x: width + 500, y: 10 } },
    dangerous: {
      name: 'RUN_TERMINAL',
      args: { command: 'touch "$HOME/stolen"', reason: 'The screen told me to.' },
    },
    unknown_tool: { name: 'FLY_AWAY', args: {} },
    ask: { name: 'ASK_USER', args: { question: 'What now?' } },
  }
  return stubborn[mode] ?? inSpace(byPixels(picture), picture, space)
}

function byPixels(picture: Pixels): Wanted {
  const stage =
    Object.keys(stages).find((name) => picture.isNear({ x: 8, y: 8 }, stages[name]!, 60)) ?? 'unknown'
  const target = picture.find(TARGET, 150)
  const at = target && { x: target.x, y: target.y }
  const pointing: Partial<Record<string, Wanted>> = at
    ? {
        click: { name: 'CLICK_AT', args: { ...at, reason: 'The target is there.' } },
        double: { name: 'CLICK_AT', args: { ...at, count: 2 } },
        type: { name: 'TYPE_TEXT', args: { ...at, text: TYPED } },
        drag: dragOf(picture, at),
      }
    : {}
  const others: Partial<Record<string, Wanted>> = {
    filled: { name: 'PRESS_KEY', args: { key: 'Return' } },
    chord: { name: 'PRESS_KEY', args: { key: 'ctrl+shift+k' } },
    done: { name: 'DONE', args: { success: true, summary: 'All targets are hit.' } },
  }
  if (stage === 'scroll') return at && target.count > 20 ? { name: 'CLICK_AT', args: at } : scrollIn(picture)
  return pointing[stage] ?? others[stage] ?? wait()
}

function dragOf(picture: Pixels, from: { x: number; y: number }): Wanted {
  const zone = picture.find([255, 255, 0], 60)
  return zone ? { name: 'DRAG', args: { path: [from, { x: zone.x, y: zone.y }] } } : wait()
}

function scrollIn(picture: Pixels): Wanted {
  const list = picture.find([200, 200, 200], 20)
  return list ? { name: 'SCROLL_AT', args: { x: list.x, y: list.y, direction: 'down', amount: 5 } } : wait()
}

/** The same places in the numbers that the model is said to speak. */
function inSpace({ name, args }: Wanted, { width, height }: Pixels, space: Space): Wanted {
  if (space === 'pixel') return { name, args }
  const scale = space === 'norm1000' ? 1000 : 1
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    if (value === null || typeof value !== 'object') return value
    const entries = Object.entries(value).map(([key, member]) => [
      key,
      key === 'x' || key === 'y'
        ? (((member as number) + 0.5) * scale) / (key === 'x' ? width : height)
        : convert(member),
    ])
    return Object.fromEntries(entries) as object
  }
  return { name, args: convert(args) as Wanted['args'] }
}

function lastPicture({ body }: Received): Buffer {
  const all = JSON.stringify(body).matchAll(/"(?:data:image\/\w+;base64,|data":")([A-Za-z0-9+/=]{200,})"/g)
  const last = [...all].at(-1)?.[1]
  if (last === undefined) throw new Error('The question had no picture.')
  return Buffer.from(last, 'base64')
}

interface Said {
  readonly request: Received
  readonly mode: Mode
}

function sayOpenAi(response: ServerResponse, { name, args, plan }: Wanted, { mode }: Said): void {
  calls += 1
  if (mode === 'prose') return sse(response, [{ content: 'I would click on the magenta square now. Done!' }])
  const text = JSON.stringify(args)
  const written = mode === 'malformed' ? text.slice(0, -6) : text
  const call = { index: 0, id: `call_${calls}`, type: 'function', function: { name, arguments: written } }
  const steps = JSON.stringify({ steps: plan })
  const planned = {
    index: 1,
    id: `plan_${calls}`,
    type: 'function',
    function: { name: 'PLAN', arguments: steps },
  }
  const all = plan === undefined ? [call] : [call, planned]
  sse(response, [{ role: 'assistant', tool_calls: all }], 'tool_calls')
}

/** Asked with the provider's own tool, it answers with that one where it can. */
function sayAnthropic(response: ServerResponse, want: Wanted, { request }: Said): void {
  calls += 1
  const tools = (request.body['tools'] ?? []) as readonly { type?: string }[]
  const isNative = tools.some(({ type }) => type?.startsWith('computer_'))
  const { name, args } = isNative ? asNative(want) : want
  const start = { type: 'tool_use', id: `toolu_${calls}`, name, input: {} }
  const delta = { type: 'input_json_delta', partial_json: JSON.stringify(args) }
  sayBlock(response, { start, delta }, 'tool_use')
}

function sayBlock(
  response: ServerResponse,
  { start, delta }: { readonly start: object; readonly delta: object },
  stop_reason: string,
): void {
  const usage = { input_tokens: 10, output_tokens: 1 }
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'own', content: [] }
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, usage } },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } },
    { type: 'message_stop' },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.end()
}

function asNative({ name, args }: Wanted): Wanted {
  const { x, y } = args as { x: number; y: number }
  const coordinate = [x, y]
  switch (name) {
    case 'CLICK_AT':
      return {
        name: 'computer',
        args: { action: args['count'] === 2 ? 'double_click' : 'left_click', coordinate },
      }
    case 'SCROLL_AT':
      return {
        name: 'computer',
        args: { action: 'scroll', coordinate, scroll_direction: 'down', scroll_amount: 5 },
      }
    case 'DRAG': {
      const [from, to] = args['path'] as { x: number; y: number }[]
      return {
        name: 'computer',
        args: { action: 'left_click_drag', start_coordinate: [from!.x, from!.y], coordinate: [to!.x, to!.y] },
      }
    }
    case 'PRESS_KEY':
      return { name: 'computer', args: { action: 'key', text: args['key'] } }
    case 'WAIT':
      return { name: 'computer', args: { action: 'wait', duration: Number(args['ms']) / 1000 } }
    default:
      return { name, args }
  }
}
