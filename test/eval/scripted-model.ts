import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Call, Round, Seen, Wish } from '../../eval/wish.ts'

export interface ScriptedModel extends AsyncDisposable {
  readonly url: string
  /** The calls that it made for a wish, in order; those that only load tools are left out. */
  readonly made: (id: string) => readonly Call[]
}

interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly function: { readonly name: string } }[]
}

interface Asked {
  readonly messages: readonly Message[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

/** How it plays: as a good model would, or doing what the wish's `wrong` says. */
export type Manner = 'good' | 'wrong'

export interface ScriptedModelOptions {
  readonly manner?: Manner
  /** Asked before each answer, with what was said last: a provider can refuse, or say nothing at all. */
  readonly before?: (said: string) => 'answers' | 'refuses' | 'hangs'
}

/** A server that speaks the protocol of OpenAI and does for each wish what its script says. */
export async function startScriptedModel(
  wishes: readonly Wish[],
  { manner = 'good', before = () => 'answers' }: ScriptedModelOptions = {},
): Promise<ScriptedModel> {
  const made = new Map<string, Call[]>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST') return notFound(response)
      const asked = JSON.parse(body) as Asked
      const mood = before(textOf(asked.messages.findLast(({ role }) => role === 'user')?.content))
      if (mood === 'hangs') return
      if (mood === 'refuses') return refuse(response)
      send(response, { asked, answer: answerTo(asked, { wishes, manner, made }) })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    made: (id) => made.get(id) ?? [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Answer = readonly Call[] | string

interface Playing {
  readonly wishes: readonly Wish[]
  readonly manner: Manner
  readonly made: Map<string, Call[]>
}

function answerTo(asked: Asked, { wishes, manner, made }: Playing): Answer {
  const { messages, tools = [] } = asked
  const spoken = messages.findLastIndex(
    ({ role, content }) => role === 'user' && turnOf(wishes, textOf(content)) !== undefined,
  )
  if (spoken < 0) return answerToTrial(asked)
  const { wish, index } = turnOf(wishes, textOf(messages[spoken]!.content))!
  const since = messages.slice(spoken + 1)
  const rounds = since.filter((message) => message.role === 'assistant' && !onlyLoads(message)).length
  const isLast = index === wish.turns.length - 1
  const script = (manner === 'wrong' && isLast ? wish.wrong : undefined) ?? wish.turns[index]!.script
  const answer = play(script[rounds] ?? 'Done.', since, wish)
  if (typeof answer === 'string') return answer
  const declared = new Set(tools.map(({ function: { name } }) => name))
  const missing = [...new Set(answer.map(([name]) => name))].filter((name) => !declared.has(name))
  if (missing.length > 0) return [['LOAD_TOOLS', { names: missing }]]
  made.set(wish.id, [...(made.get(wish.id) ?? []), ...answer])
  return answer
}

/** A good model loads what it needs by name; scripts need not say so. */
function onlyLoads({ tool_calls = [] }: Message): boolean {
  return tool_calls.length > 0 && tool_calls.every(({ function: { name } }) => name === 'LOAD_TOOLS')
}

function play(round: Round, since: readonly Message[], wish: Wish): Answer {
  if (typeof round !== 'function') return round
  const results = since.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content))
  const seen: Seen = {
    results,
    find(pattern) {
      const found = results.map((result) => pattern.exec(result)?.[1]).find((group) => group !== undefined)
      if (found === undefined)
        throw new Error(`${wish.id}: nothing like ${String(pattern)} in ${results.join('\n')}`)
      return found
    },
  }
  return round(seen)
}

function turnOf(wishes: readonly Wish[], said: string): { wish: Wish; index: number } | undefined {
  for (const wish of wishes) {
    const index = wish.turns.findIndex(({ say }) => said.startsWith(say) || said.includes(`\n${say}`))
    if (index >= 0) return { wish, index }
  }
  return undefined
}

/** What a service asks to find out what a model can do. */
function answerToTrial({ tools = [] }: Asked): Answer {
  const [tool] = tools
  return tool ? [[tool.function.name, { number: 7 }]] : '{"colour": "red"}'
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as { text?: string }[]).map((part) => part.text ?? '').join('\n')
}

let calls = 0

function send(response: ServerResponse, { asked, answer }: { asked: Asked; answer: Answer }): void {
  const deltas =
    typeof answer === 'string'
      ? [{ content: answer }]
      : answer.map(([name, args], index) => ({
          tool_calls: [
            {
              index,
              id: `call_${(calls += 1)}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(args) },
            },
          ],
        }))
  const finish = typeof answer === 'string' ? 'stop' : 'tool_calls'
  const prompt_tokens = Math.ceil(JSON.stringify(asked).length / 4)
  const completion_tokens = Math.ceil(JSON.stringify(answer).length / 4)
  const usage = {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: Math.floor(prompt_tokens * 0.8) },
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const delta of deltas) response.write(chunk({ choices: [{ index: 0, delta, finish_reason: null }] }))
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }))
  response.write(chunk({ choices: [], usage }))
  response.end('data: [DONE]\n\n')
}

function chunk(body: object): string {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'scripted', ...body })}\n\n`
}

function refuse(response: ServerResponse): void {
  response.writeHead(401, { 'content-type': 'application/json' })
  response.end('{"error":{"message":"This key was revoked."}}')
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end('{"error":{"message":"There is nothing here."}}')
}
