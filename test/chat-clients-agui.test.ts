import { access, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EventType, HttpAgent, type BaseEvent } from '@ag-ui/client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { calls, says, servicePlayed, type PlayedModel } from './played-model.ts'

let stage: PlayedModel

beforeAll(async () => {
  stage = await servicePlayed()
})

afterAll(async () => {
  await stage?.[Symbol.asyncDispose]()
})

afterEach(() => {
  stage.plays.length = 0
  stage.server.received.length = 0
})

let conversations = 0

/** A client that has said one thing. */
function agentSaying(content: string): HttpAgent {
  const agent = new HttpAgent({
    url: `${stage.service.address}/chat/stream?profile=agui`,
    threadId: `agui-${(conversations += 1)}`,
  })
  agent.addMessage({ id: 'u1', role: 'user', content })
  return agent
}

async function eventsOf(agent: HttpAgent, parameters: Parameters<HttpAgent['runAgent']>[0] = {}) {
  const events: BaseEvent[] = []
  await agent.runAgent(parameters, { onEvent: ({ event }) => void events.push(event) })
  return events
}

async function fileCalled(name: string): Promise<string> {
  const path = join(dirname(stage.service.folder.root), name)
  await writeFile(path, 'to go')
  return path
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

const kinds = (events: readonly BaseEvent[], pattern: RegExp) =>
  events.map(({ type }) => type).filter((type) => pattern.test(type))

test('a call that needs approval has no result before it has run', async () => {
  const path = await fileCalled('old.txt')
  const agent = agentSaying('Tidy up as we agreed, Grace')
  stage.plays.push(calls(['DELETE_FILE', { path }]), says('It is gone.'))
  const events = await eventsOf(agent)
  expect(kinds(events, /^TOOL/)).toEqual(['TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END'])
  const { id: interruptId, toolCallId } = agent.pendingInterrupts[0]!
  expect(toolCallId).toBe(events.find(({ type }) => type === EventType.TOOL_CALL_START)!['toolCallId'])
  expect(await isThere(path)).toBe(true)
  const rest = await eventsOf(agent, {
    resume: [{ interruptId, status: 'resolved', payload: { approved: true } }],
  })
  const [result] = rest.filter(({ type }) => type === EventType.TOOL_CALL_RESULT)
  expect(result).toMatchObject({ toolCallId, content: expect.stringContaining('"success":true') })
  expect(agent.messages.filter(({ role }) => role === 'tool')).toMatchObject([{ toolCallId }])
  expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'It is gone.' })
  expect(await isThere(path)).toBe(false)
  expect(agent.pendingInterrupts).toEqual([])
})

test('of several calls each is an interrupt, with arguments that can be edited', async () => {
  const paths = await Promise.all([fileCalled('one.txt'), fileCalled('two.txt'), fileCalled('three.txt')])
  const agent = agentSaying('Tidy up as we agreed, Grace')
  const [first, second, third] = paths
  stage.plays.push(
    calls(['DELETE_FILE', { path: first }], ['DELETE_FILE', { path: second }]),
    says('As you wish.'),
  )
  await eventsOf(agent)
  const [one, two] = agent.pendingInterrupts
  const rest = await eventsOf(agent, {
    resume: [
      { interruptId: one!.id, status: 'cancelled' },
      { interruptId: two!.id, status: 'resolved', payload: { approved: true, editedArgs: { path: third } } },
    ],
  })
  const results = rest
    .filter(({ type }) => type === EventType.TOOL_CALL_RESULT)
    .map(({ content }) => (JSON.parse(String(content)) as { success: boolean }).success)
  expect(results).toEqual([false, true])
  expect(await Promise.all(paths.map(isThere))).toEqual([true, true, false])
})

test('a message that is sent again replaces its answer', async () => {
  const agent = agentSaying('Make me a poem, Grace')
  stage.plays.push(says('A dull poem.'), says('A bright poem.'))
  await eventsOf(agent)
  agent.setMessages(agent.messages.slice(0, 1))
  await eventsOf(agent)
  const { messages } = await stage.service.client.chat.readChat({ params: { session_id: agent.threadId } })
  expect(messages.map(({ text }) => text)).toEqual(['Make me a poem, Grace', 'A bright poem.'])
  expect(agent.messages.map(({ content }) => content)).toEqual(['Make me a poem, Grace', 'A bright poem.'])
  expect(stage.told(1)).not.toContain('dull')
})

test('the answer to a step of a workflow leads to its end', async () => {
  const path = await fileCalled('planned.txt')
  const agent = agentSaying('Tidy up as we agreed, Grace')
  const steps = [{ id: 'tidy', action: 'DELETE_FILE', args: { path } }]
  stage.plays.push(calls(['PLAN_WORKFLOW', { name: 'Tidy up', steps }]), says('The plan is done.'))
  await eventsOf(agent)
  const { id: interruptId } = agent.pendingInterrupts[0]!
  await eventsOf(agent, { resume: [{ interruptId, status: 'resolved', payload: { approved: true } }] })
  expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'The plan is done.' })
  expect(await isThere(path)).toBe(false)
})
