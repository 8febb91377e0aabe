import { HttpAgent, type BaseEvent } from '@ag-ui/client'
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Confirmation } from '../src/contract/confirmation.ts'
import type { Answerer } from '../src/features/chat/answering.ts'
import { openChatStage, openStream, type ChatStage } from './chat-stage.ts'

const route = { by: 'model', score: null, candidates: [] } as const

const answerer: Answerer = async ({ message, earlier }, writer) => {
  writer.route(route)
  writer.reason('Thinking …')
  writer.say('Here ')
  await sleep(20)
  writer.say('you are:')
  const skeleton = writer.announce('live_weather')
  writer.addForeign({ type: 'live_weather', city: 'Oslo' }, skeleton)
  writer.toolStart({
    call_id: 'call_1',
    agent: 'post',
    action: 'SEND_LETTER',
    args: { to: 'Ada' },
    risk: 'external',
  })
  writer.toolProgress('call_1', { fraction: 0.5 })
  writer.toolEnd('call_1', { success: true, message: 'Done.', data: null })
  writer.step('step.start', { workflow_id: 'wf_1', step_id: 'a', status: 'running', message: null })
  const progress = writer.add({ type: 'progress', value: 1 })
  writer.patch(progress, [{ op: 'replace', path: '/value', value: 99 }])
  writer.add({ type: 'todo_list', id: 'shopping' })
  writer.remove(writer.add({ type: 'divider' }))
  writer.notice('info', 'Noted.')
  writer.say(`You said "${message}" after ${earlier.length} messages.`)
  writer.use({ input_tokens: 1, output_tokens: 2, total_tokens: 3 })
  return true
}

/** Wants to send a letter, which a person must allow. */
function postman(): { answerers: Answerer[]; stage: { current?: ChatStage } } {
  const stage: { current?: ChatStage } = {}
  const answerers: Answerer[] = [
    async ({ signal }, writer) => {
      writer.route(route)
      const wanted = { action: 'SEND_LETTER', args: { to: 'Ada' }, provenance: 'model', signal } as const
      const { data } = await stage.current!.runner.run(wanted)
      writer.askApproval((data as { confirmation: Confirmation }).confirmation)
      return true
    },
  ]
  return { answerers, stage }
}

test('the AG-UI client reads a run whole, and goes on in the same conversation', async () => {
  await using stage = await openChatStage({ answerers: [answerer] })
  const agent = new HttpAgent({ url: `${stage.address}/chat/stream?profile=agui`, threadId: 'thread-1' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'first' })
  const events: BaseEvent[] = []
  const finished: unknown[] = []
  const run = await agent.runAgent(
    { runId: 'run-of-client' },
    {
      onEvent: ({ event }) => void events.push(event),
      onRunFinishedEvent: ({ event }) => void finished.push(event),
    },
  )
  expect(run.result).toMatchObject({
    components: [
      { type: 'text' },
      { type: 'live_weather' },
      { type: 'progress', value: 99 },
      { type: 'todo_list' },
      { type: 'text' },
    ],
  })
  expect(finished).toMatchObject([
    { threadId: 'thread-1', runId: 'run-of-client', outcome: { type: 'success' } },
  ])
  const spoken = run.newMessages.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  expect(spoken).toContain('Here you are:')
  expect(spoken).toContain('You said "first" after 0 messages.')
  const activities = run.newMessages.filter(({ role }) => role === 'activity')
  expect(activities.map(({ content }) => content)).toMatchObject([
    { type: 'live_weather', city: 'Oslo' },
    { type: 'progress', value: 99 },
    { type: 'todo_list', id: 'shopping' },
    { type: 'removed' },
  ])
  expect(run.newMessages.find(({ role }) => role === 'tool')).toMatchObject({ toolCallId: 'call_1' })
  agent.addMessage({ id: 'u2', role: 'user', content: 'second' })
  const again = await agent.runAgent()
  expect(again.newMessages.map(({ content }) => content)).toContain('You said "second" after 2 messages.')
  expect(
    stage.chat.sessions.read('thread-1').messages.map(({ role, text }) => role === 'user' && text),
  ).toEqual(['first', false, 'second', false])
})

test('the AG-UI client gets an interrupt where approval is needed, and its answer counts', async () => {
  const { answerers, stage: holder } = postman()
  await using stage = await openChatStage({ answerers })
  holder.current = stage
  const agent = new HttpAgent({ url: `${stage.address}/chat/stream?profile=agui`, threadId: 'thread-2' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'write to Ada' })
  const outcomes: unknown[] = []
  await agent.runAgent({}, { onRunFinishedEvent: (finished) => void outcomes.push(finished.event) })
  const [interrupted] = outcomes as { outcome: { type: string; interrupts: { id: string }[] } }[]
  expect(interrupted).toMatchObject({
    outcome: { type: 'interrupt', interrupts: [{ reason: 'tool_call', expiresAt: expect.any(String) }] },
  })
  expect(stage.letters).toEqual([])
  const [{ id: interruptId }] = interrupted!.outcome.interrupts as [{ id: string }]
  const resumed = await agent.runAgent({
    resume: [{ interruptId, status: 'resolved', payload: { approved: true } }],
  })
  expect(stage.letters).toEqual(['Ada'])
  expect(resumed.newMessages.map(({ content }) => content)).toContain('The letter to Ada is on its way.')
})

test('the AG-UI client hears of a stopped and of a failed run', async () => {
  const started = Promise.withResolvers<void>()
  await using stage = await openChatStage({
    answerers: [
      async ({ message, signal }, writer) => {
        writer.say('Hm')
        if (message === 'fail') throw new Error('secret')
        started.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return true
      },
    ],
  })
  const agent = new HttpAgent({ url: `${stage.address}/chat/stream?profile=agui`, threadId: 'thread-3' })
  agent.addMessage({ id: 'u1', role: 'user', content: 'wait' })
  const outcomes: unknown[] = []
  const running = agent.runAgent({}, { onRunFinishedEvent: ({ event }) => void outcomes.push(event.outcome) })
  await started.promise
  await stage.chat.stop({ session_id: 'thread-3' })
  await running
  expect(outcomes).toEqual([{ type: 'cancelled' }])
  agent.addMessage({ id: 'u2', role: 'user', content: 'fail' })
  const errors: unknown[] = []
  await agent.runAgent({}, { onRunErrorEvent: ({ event }) => void errors.push(event) }).catch(() => {})
  expect(errors).toMatchObject([{ code: 'internal', message: expect.not.stringContaining('secret') }])
})

function userMessage(id: string, text: string): UIMessage {
  return { id, role: 'user', parts: [{ type: 'text', text }] }
}

/** With the message that it goes on with, if there is one. */
async function read(stream: ReadableStream<UIMessageChunk>, goesOn?: UIMessage): Promise<UIMessage> {
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream, ...(goesOn && { message: goesOn }) }))
    last = message
  return last!
}

test('the AI SDK client reads a run whole, and goes on in the same conversation', async () => {
  await using stage = await openChatStage({ answerers: [answerer] })
  const transport = new DefaultChatTransport({ api: `${stage.address}/chat/stream?profile=aisdk` })
  const send = (messages: UIMessage[]) =>
    transport.sendMessages({
      chatId: 'sdk-1',
      messages,
      trigger: 'submit-message',
      messageId: undefined,
      abortSignal: undefined,
    })
  const first = userMessage('u1', 'first')
  const answer = await read(await send([first]))
  const texts = answer.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  expect(texts).toEqual(['Here you are:', 'You said "first" after 0 messages.'])
  expect(answer.parts.find(({ type }) => type === 'reasoning')).toMatchObject({ text: 'Thinking …' })
  const components = answer.parts.flatMap((part) => (part.type === 'data-component' ? [part.data] : []))
  expect(components).toMatchObject([
    { type: 'live_weather', city: 'Oslo' },
    { type: 'progress', value: 99 },
    { type: 'todo_list', id: 'shopping' },
    { type: 'removed' },
  ])
  expect(answer.parts.find(({ type }) => type === 'dynamic-tool')).toMatchObject({
    toolName: 'SEND_LETTER',
    state: 'output-available',
    output: { success: true },
  })
  expect(answer.metadata).toMatchObject({ session_id: 'sdk-1', usage: { total_tokens: 3 } })
  const next = await read(await send([first, answer, userMessage('u2', 'second')]))
  expect(next.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).at(-1)).toBe(
    'You said "second" after 2 messages.',
  )
})

test('the AI SDK client is asked for approval, and its answer counts', async () => {
  const { answerers, stage: holder } = postman()
  await using stage = await openChatStage({ answerers })
  holder.current = stage
  const transport = new DefaultChatTransport({ api: `${stage.address}/chat/stream?profile=aisdk` })
  const options = { trigger: 'submit-message', messageId: undefined, abortSignal: undefined } as const
  const question = userMessage('u1', 'write to Ada')
  const answer = await read(
    await transport.sendMessages({ chatId: 'sdk-2', messages: [question], ...options }),
  )
  const waiting = answer.parts.find(({ type }) => type === 'dynamic-tool') as {
    state: string
    approval: { id: string }
  }
  expect(waiting).toMatchObject({
    state: 'approval-requested',
    toolName: 'SEND_LETTER',
    input: { to: 'Ada' },
  })
  const answered = {
    ...answer,
    parts: answer.parts.map((part) =>
      part.type === 'dynamic-tool'
        ? { ...part, state: 'approval-responded', approval: { id: waiting.approval.id, approved: false } }
        : part,
    ),
  } as UIMessage
  const rest = await read(
    await transport.sendMessages({ chatId: 'sdk-2', messages: [question, answered], ...options }),
    answered,
  )
  expect(rest.id).toBe(answer.id)
  expect(rest.parts.find(({ type }) => type === 'dynamic-tool')).toMatchObject({ state: 'output-denied' })
  expect(rest.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).toEqual([
    'Rejected. Nothing was done.',
  ])
  expect(stage.letters).toEqual([])
})

test.each(['agui', 'aisdk'])(
  'a reader of %s that comes back gets the rest of the same stream',
  async (profile) => {
    await using stage = await openChatStage({ answerers: [answerer] })
    const { run_id } = await stage.chat.start({ message: 'x', provenance: 'local-client' })
    const url = `${stage.address}/api/runs/${run_id}/events?profile=${profile}`
    const { headers } = await fetch(url)
    expect(headers.get('x-vercel-ai-ui-message-stream')).toBe(profile === 'aisdk' ? 'v1' : null)
    const framesOf = async (after?: number) => {
      const response = await fetch(url, {
        headers: after === undefined ? {} : { 'last-event-id': String(after) },
      })
      return (await response.text()).split('\n\n').filter((frame) => frame !== '')
    }
    const whole = await framesOf()
    const ids = whole.map((frame) => /^id: (\d+)$/m.exec(frame)?.[1])
    for (const [place, id] of ids.entries()) {
      if (id === undefined) continue
      expect(await framesOf(Number(id))).toEqual(whole.slice(place + 1))
    }
  },
)

test('what these clients send is refused where it makes no sense', async () => {
  await using stage = await openChatStage({ answerers: [answerer] })
  const refused = async (query: string, body: unknown) => {
    await using stream = await openStream(`${stage.address}/chat/stream${query}`, { body })
    return stream.response.status
  }
  expect(await refused('?profile=agui', { messages: [] })).toBe(400)
  expect(await refused('?profile=agui', { threadId: '../x', messages: [] })).toBe(400)
  expect(await refused('?profile=aisdk', { messages: [] })).toBe(400)
  expect(await refused('?profile=aisdk', { messages: [{ role: 'user', parts: [] }] })).toBe(400)
  expect(await refused('', { threadId: 't', messages: [{ role: 'user', content: 'x' }] })).toBe(400)
  expect(await refused('?profile=agui', { message: 'plain' })).toBe(200)
})
