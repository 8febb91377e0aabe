import { access, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  AbstractChat,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type ChatInit,
  type ChatState,
  type DynamicToolUIPart,
  type UIMessage,
} from 'ai'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { calls, pausing, says, servicePlayed, type PlayedModel } from './played-model.ts'

// It tries the examples of docs/chat.md.

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

/** What React's and Vue's hooks hold, with a note of every state that was drawn. */
class PlainState implements ChatState<UIMessage> {
  status: ChatState<UIMessage>['status'] = 'ready'
  error: Error | undefined
  messages: UIMessage[]
  readonly drawn: string[] = []

  constructor(messages: UIMessage[]) {
    this.messages = messages
  }

  pushMessage = (message: UIMessage) => {
    this.messages = [...this.messages, this.#draw(message)]
  }
  popMessage = () => {
    this.messages = this.messages.slice(0, -1)
  }
  replaceMessage = (index: number, message: UIMessage) => {
    this.messages = this.messages.with(index, this.#draw(message))
  }
  snapshot = <T>(thing: T): T => structuredClone(thing)

  #draw(message: UIMessage): UIMessage {
    for (const { state } of toolsIn(message)) if (this.drawn.at(-1) !== state) this.drawn.push(state)
    return structuredClone(message)
  }
}

class PlainChat extends AbstractChat<UIMessage> {
  readonly kept: PlainState

  constructor({ messages = [], ...init }: ChatInit<UIMessage>) {
    const state = new PlainState(messages)
    super({ ...init, state })
    this.kept = state
  }
}

let conversations = 0

function chatWith({ id = `sdk-${(conversations += 1)}`, ...init }: ChatInit<UIMessage> = {}): PlainChat {
  const api = `${stage.service.address}/chat/stream?profile=aisdk`
  return new PlainChat({ id, transport: new DefaultChatTransport({ api }), ...init })
}

const answersItself = { sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses }

function toolsIn({ parts }: UIMessage): DynamicToolUIPart[] {
  return parts.filter((part) => part.type === 'dynamic-tool')
}

function textIn({ parts }: UIMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

function asked(chat: PlainChat): { id: string; toolCallId: string }[] {
  return toolsIn(chat.lastMessage!).flatMap(({ state, approval, toolCallId }) =>
    state === 'approval-requested' ? [{ id: approval.id, toolCallId }] : [],
  )
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

/** Done once the chat has answered by itself. */
async function settled(chat: PlainChat, isDone: () => boolean): Promise<void> {
  await expect.poll(() => chat.status === 'ready' && isDone()).toBe(true)
}

test('a call that needs approval is asked about before anything, and its result stands in its place', async () => {
  const path = await fileCalled('old.txt')
  const chat = chatWith(answersItself)
  stage.plays.push(calls(['DELETE_FILE', { path }]), says('It is gone.'))
  await chat.sendMessage({ text: 'Tidy up as we agreed, Grace' })
  expect(chat.kept.drawn).toEqual(['input-available', 'approval-requested'])
  expect(await isThere(path)).toBe(true)
  const [question] = asked(chat)
  await chat.addToolApprovalResponse({ id: question!.id, approved: true })
  await settled(chat, () => textIn(chat.lastMessage!) !== '')
  expect(chat.kept.drawn).toEqual([
    'input-available',
    'approval-requested',
    'approval-responded',
    'output-available',
  ])
  expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(toolsIn(chat.lastMessage!)).toMatchObject([
    {
      toolName: 'DELETE_FILE',
      state: 'output-available',
      output: { success: true },
      approval: { approved: true },
    },
  ])
  expect(textIn(chat.lastMessage!)).toBe('It is gone.')
  expect(await isThere(path)).toBe(false)
  expect(stage.server.received).toHaveLength(2)
})

test('a call that is refused is told as denied, and the answer goes on', async () => {
  const path = await fileCalled('precious.txt')
  const chat = chatWith(answersItself)
  stage.plays.push(calls(['DELETE_FILE', { path }]), says('Then it stays.'))
  await chat.sendMessage({ text: 'Tidy up as we agreed, Grace' })
  await chat.addToolApprovalResponse({ id: asked(chat)[0]!.id, approved: false })
  await settled(chat, () => textIn(chat.lastMessage!) !== '')
  expect(toolsIn(chat.lastMessage!)).toMatchObject([
    { state: 'output-denied', approval: { approved: false } },
  ])
  expect(textIn(chat.lastMessage!)).toBe('Then it stays.')
  expect(await isThere(path)).toBe(true)
})

test('of several calls each is asked about by itself, and only what was allowed is done', async () => {
  const [first, second] = await Promise.all([fileCalled('first.txt'), fileCalled('second.txt')])
  const chat = chatWith(answersItself)
  stage.plays.push(
    calls(['DELETE_FILE', { path: first }], ['DELETE_FILE', { path: second }]),
    says('One is gone.'),
  )
  await chat.sendMessage({ text: 'Tidy up as we agreed, Grace' })
  const questions = asked(chat)
  expect(new Set(questions.map(({ id }) => id)).size).toBe(2)
  await chat.addToolApprovalResponse({ id: questions[0]!.id, approved: false })
  expect(stage.server.received).toHaveLength(1)
  await chat.addToolApprovalResponse({ id: questions[1]!.id, approved: true })
  await settled(chat, () => textIn(chat.lastMessage!) !== '')
  expect(toolsIn(chat.lastMessage!).map(({ state }) => state)).toEqual(['output-denied', 'output-available'])
  expect([await isThere(first), await isThere(second)]).toEqual([true, false])
})

test('half an answer to several calls is refused with a sentence, and they still wait', async () => {
  const [first, second] = await Promise.all([fileCalled('left.txt'), fileCalled('right.txt')])
  const chat = chatWith()
  stage.plays.push(calls(['DELETE_FILE', { path: first }], ['DELETE_FILE', { path: second }]))
  await chat.sendMessage({ text: 'Tidy up as we agreed, Grace' })
  await chat.addToolApprovalResponse({ id: asked(chat)[0]!.id, approved: true })
  await chat.sendMessage()
  expect(chat.status).toBe('error')
  expect(chat.error?.message).toContain('This question is about 2 calls, and only 1 of them are answered.')
  const { confirmations } = await stage.service.client.tools.listConfirmations()
  expect(confirmations).toHaveLength(1)
  await stage.service.client.tools.confirm({
    body: { confirmation_id: confirmations[0]!.confirmation_id, approved: false },
  })
})

test('the answers to steps of a workflow are told, and the answer goes on at its end', async () => {
  const path = await fileCalled('planned.txt')
  const chat = chatWith(answersItself)
  const steps = [{ id: 'tidy', action: 'DELETE_FILE', args: { path } }]
  stage.plays.push(calls(['PLAN_WORKFLOW', { name: 'Tidy up', steps }]), says('The plan is done.'))
  await chat.sendMessage({ text: 'Tidy up as we agreed, Grace' })
  await chat.addToolApprovalResponse({ id: asked(chat)[0]!.id, approved: true })
  await settled(chat, () => textIn(chat.lastMessage!) !== '')
  expect(toolsIn(chat.lastMessage!).map(({ toolName, state }) => [toolName, state])).toEqual([
    ['PLAN_WORKFLOW', 'output-available'],
    ['DELETE_FILE', 'output-available'],
  ])
  expect(textIn(chat.lastMessage!)).toBe('The plan is done.')
  expect(chat.messages).toHaveLength(2)
  expect(await isThere(path)).toBe(false)
})

test('a client that sends whenever its calls are complete does not begin to talk to itself', async () => {
  const chat = chatWith({ sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls })
  stage.plays.push(calls(['GET_SYSTEM_INFO', {}]), says('All well.'))
  await chat.sendMessage({ text: 'Look after yourself, Grace' })
  await settled(chat, () => true)
  expect(stage.server.received).toHaveLength(2)
})

const history = async (id: string) =>
  (await stage.service.client.chat.readChat({ params: { session_id: id } })).messages.map(({ text }) => text)

test('regenerate() replaces the answer, here and at the service', async () => {
  const chat = chatWith()
  stage.plays.push(says('A dull poem.'), says('A bright poem.'))
  await chat.sendMessage({ text: 'Make me a poem, Grace' })
  await chat.regenerate()
  expect(chat.messages.map(textIn)).toEqual(['Make me a poem, Grace', 'A bright poem.'])
  expect(await history(chat.id)).toEqual(['Make me a poem, Grace', 'A bright poem.'])
  expect(stage.told(1)).not.toContain('dull')
})

test('regenerate() of an earlier answer and an edited message replace all that came after', async () => {
  const chat = chatWith()
  stage.plays.push(says('One.'), says('Two.'), says('Uno.'), says('Eins.'))
  await chat.sendMessage({ text: 'Make me a poem, Grace' })
  await chat.sendMessage({ text: 'And another poem, Grace' })
  await chat.regenerate({ messageId: chat.messages[1]!.id })
  expect(await history(chat.id)).toEqual(['Make me a poem, Grace', 'Uno.'])
  await chat.sendMessage({ text: 'Make me an ode, Grace', messageId: chat.messages[0]!.id })
  expect(await history(chat.id)).toEqual(['Make me an ode, Grace', 'Eins.'])
  expect(stage.told(3)).not.toMatch(/Uno|poem/)
})

test('a question of an answer that was replaced waits for nobody any more', async () => {
  const path = await fileCalled('kept.txt')
  const chat = chatWith()
  stage.plays.push(calls(['DELETE_FILE', { path }]), says('I leave it.'))
  await chat.sendMessage({ text: 'Tidy up as we agreed, Grace' })
  await chat.regenerate()
  await expect
    .poll(async () => (await stage.service.client.tools.listConfirmations()).confirmations)
    .toEqual([])
  expect(await isThere(path)).toBe(true)
})

test('an answer that is not regenerated goes on as it did, also when a message was read from the service', async () => {
  const chat = chatWith()
  stage.plays.push(says('One.'), says('Other.'))
  await chat.sendMessage({ text: 'Make me a poem, Grace' })
  const { messages } = await stage.service.client.chat.readChat({ params: { session_id: chat.id } })
  const reloaded = chatWith({
    id: chat.id,
    messages: messages.map(({ message_id: id, role, text }) => ({
      id,
      role,
      parts: [{ type: 'text', text }],
    })),
  })
  await reloaded.regenerate()
  expect(await history(chat.id)).toEqual(['Make me a poem, Grace', 'Other.'])
})

test('a chat that was reloaded reads on where an answer is being given, and nothing where none is', async () => {
  const { play, goOn } = pausing('Once upon ', 'a time.')
  stage.plays.push(play)
  const chat = chatWith()
  const sending = chat.sendMessage({ text: 'Tell a tale, Grace' })
  await expect.poll(() => chat.lastMessage && textIn(chat.lastMessage)).toBe('Once upon ')
  const reloaded = chatWith({ id: chat.id, messages: [chat.messages[0]!] })
  const resuming = reloaded.resumeStream()
  await expect.poll(() => textIn(reloaded.lastMessage!)).toBe('Once upon ')
  goOn()
  await Promise.all([sending, resuming])
  for (const one of [chat, reloaded]) {
    expect(one.status).toBe('ready')
    expect(one.messages.map(textIn)).toEqual(['Tell a tale, Grace', 'Once upon a time.'])
  }
  expect(reloaded.lastMessage!.id).toBe(chat.lastMessage!.id)
  await reloaded.resumeStream()
  expect(reloaded.status).toBe('ready')
  await chatWith({ id: 'never-begun' }).resumeStream()
})

test('a chat that was reloaded while an approved answer goes on has the call with its result', async () => {
  const path = await fileCalled('slow.txt')
  const { play, goOn } = pausing('It is ', 'gone.')
  stage.plays.push(calls(['DELETE_FILE', { path }]), play)
  const chat = chatWith(answersItself)
  await chat.sendMessage({ text: 'Tidy up as we agreed, Grace' })
  await chat.addToolApprovalResponse({ id: asked(chat)[0]!.id, approved: true })
  await expect.poll(() => textIn(chat.lastMessage!)).toBe('It is ')
  const reloaded = chatWith({ id: chat.id, messages: [chat.messages[0]!] })
  const resuming = reloaded.resumeStream()
  await expect.poll(() => textIn(reloaded.lastMessage!)).toBe('It is ')
  goOn()
  await resuming
  expect(reloaded.messages).toHaveLength(2)
  expect(reloaded.lastMessage!.id).toBe(chat.messages[1]!.id)
  expect(toolsIn(reloaded.lastMessage!)).toMatchObject([
    { state: 'output-available', output: { success: true }, approval: { approved: true } },
  ])
  await settled(chat, () => textIn(chat.lastMessage!) === 'It is gone.')
})
