import { expect, test } from 'vitest'
import { ownServer, sse } from './models-stage.ts'
import { startTestService } from './service.ts'

interface Message {
  readonly role: string
  readonly content: unknown
}

/** Nothing that the router understands: it is for the model. */
const VAGUE = 'I have been pondering the quuxes of yore for quite a while, have you'

test('a model that refuses tools answers all the same, says so once, and still knows what another has found', async () => {
  let isPlain = false
  await using provider = await ownServer((response, { path, body }, count) => {
    if (!path.endsWith('/chat/completions')) return response.writeHead(404).end('{}')
    if (isPlain && body['tools'] !== undefined)
      return response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: 'This model does not support tools' } }))
    const call = { index: 0, id: `call_${count}`, type: 'function' }
    const args = JSON.stringify({ names: ['text'] })
    if (!isPlain && (body['messages'] as Message[]).at(-1)!.role === 'user')
      return sse(
        response,
        [{ tool_calls: [{ ...call, function: { name: 'DESCRIBE_COMPONENTS', arguments: args } }] }],
        'tool_calls',
      )
    return sse(response, [{ content: 'Words only.' }])
  })
  await using service = await startTestService()
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(service.address + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await response.json()) as { session_id: string; components: { text: string }[] }
  }
  const messagesOf = async (session_id: string) => {
    const response = await fetch(`${service.address}/api/chats/${session_id}`)
    return ((await response.json()) as { messages: { happened?: { type: string; text?: string }[] }[] })
      .messages
  }
  const LLM_BASE_URL = `${provider.url}/v1`
  await post('/api/settings', { LLM_PROVIDER: 'openai_compatible', LLM_MODEL: 'able', LLM_BASE_URL })
  const { session_id } = await post('/chat', { message: VAGUE })
  isPlain = true
  await post('/api/settings', { LLM_MODEL: 'plain' })
  for (const _ of [1, 2]) {
    const { components } = await post('/chat', { message: VAGUE, session_id })
    expect(components).toMatchObject([{ text: 'Words only.' }])
  }
  const told = (await messagesOf(session_id)).map(({ happened = [] }) =>
    happened.flatMap(({ type, text }) => (type === 'notice' ? [text] : [])),
  )
  expect(told.flat()).toEqual([
    "plain can't call tools natively. Deskhand describes the tools to it in words.",
  ])
  const last = provider.received.at(-1)!.body
  const messages = last['messages'] as Message[]
  expect(last['tools']).toBeUndefined()
  expect(messages[0]!.content).toContain('You can call tools. To call one, end your answer with a block')
  expect(messages.map(({ role }) => role)).not.toContain('tool')
  expect(JSON.stringify(messages)).toMatch(
    /<tool_call>.*DESCRIBE_COMPONENTS.*<tool_response>.*DESCRIBE_COMPONENTS/,
  )
})
