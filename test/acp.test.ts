import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type ClientConnection,
  type ContentBlock,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { chunk, ownServer, sse, type OwnServer } from './models-stage.ts'
import { newProgram, programPath, type Program } from './program.ts'

// It tries the examples of docs/editors.md with the protocol's own client.

/** What the model is doing: a test lets it go on. */
let held: ServerResponse | undefined
const requests: string[] = []
let program: Program
let model: OwnServer
beforeAll(async () => {
  model = await ownServer((response, { body }) => {
    const messages = body['messages'] as { role: string; content: unknown }[]
    requests.push(JSON.stringify(messages))
    const said = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content ?? '')
    if (messages.at(-1)?.role === 'tool') return sse(response, [{ content: 'All is done.' }])
    if (said.includes('the whole plan')) return sse(response, [plan(pathIn(said))], 'tool_calls')
    if (said.includes('remove the draft'))
      return sse(response, [toolCall('DELETE_FILE', { path: pathIn(said) })], 'tool_calls')
    if (!said.includes('an endless story'))
      return sse(response, [{ content: 'Slow wa' }, { content: 'ter.' }])
    held = response
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    return response.write(chunk({ content: 'Once upon a time' }, null))
  })
  program = await newProgram()
  await program.start([], {
    environment: {
      DESKHAND_LLM_PROVIDER: 'openai_compatible',
      DESKHAND_LLM_BASE_URL: `${model.url}/v1`,
      DESKHAND_LLM_MODEL: 'own',
    },
  })
})
afterAll(async () => {
  await program[Symbol.asyncDispose]()
  await model[Symbol.asyncDispose]()
})

const pathIn = (said: string) => /\/[^\s"\\]+/.exec(said)![0]

function toolCall(name: string, args: object): object {
  const call = { name, arguments: JSON.stringify(args) }
  return { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }
}

const plan = (path: string) =>
  toolCall('PLAN_WORKFLOW', {
    name: 'The plan',
    steps: [
      { id: 'write', action: 'WRITE_FILE', args: { path, content: 'x' } },
      { id: 'remove', action: 'DELETE_FILE', args: { path }, depends_on: ['write'] },
    ],
  })

interface Editor {
  readonly connection: ClientConnection
  readonly process: ChildProcess
  readonly updates: SessionUpdate[]
  readonly asked: RequestPermissionRequest[]
  /** The words of the answer so far. */
  words(): string
  begin(): Promise<string>
  say(sessionId: string, ...prompt: (string | ContentBlock)[]): Promise<string>
}

const open: Editor[] = []
afterEach(async () => {
  for (const { connection, process: child } of open.splice(0)) {
    connection.close()
    if (child.exitCode !== null) continue
    child.stdin?.end()
    await once(child, 'exit')
  }
})

/** An editor that runs `deskhand acp`, and answers what it is asked with the option of this kind. */
async function startEditor(
  answer: 'allow_once' | 'allow_always' | 'reject_once' | 'cancelled' = 'allow_once',
) {
  const { environment } = program
  const child = spawn(process.execPath, [programPath, 'acp', '--start'], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const updates: SessionUpdate[] = []
  const asked: RequestPermissionRequest[] = []
  const connection = client({ name: 'test' })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      asked.push(params)
      const option = params.options.find(({ kind }) => kind === answer)
      return {
        outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' },
      }
    })
    .onNotification(methods.client.session.update, ({ params: { update } }) => void updates.push(update))
    .connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream))
  const { agent } = connection
  const editor: Editor = {
    connection,
    process: child,
    updates,
    asked,
    words: () => wordsOf(updates),
    begin: async () =>
      (await agent.request(methods.agent.session.new, { cwd: program.home, mcpServers: [] })).sessionId,
    async say(sessionId, ...given) {
      updates.splice(0)
      const prompt = given.map((one) =>
        typeof one === 'string' ? { type: 'text' as const, text: one } : one,
      )
      return (await agent.request(methods.agent.session.prompt, { sessionId, prompt })).stopReason
    },
  }
  open.push(editor)
  const introduced = await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION })
  expect(introduced).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'deskhand' },
    agentCapabilities: { loadSession: true },
  })
  return editor
}

function wordsOf(updates: readonly SessionUpdate[], kind = 'agent_message_chunk'): string {
  return updates
    .map((update) =>
      update.sessionUpdate === kind && 'content' in update
        ? ((update.content as { text?: string }).text ?? '')
        : '',
    )
    .join('')
}

test('without a service it says so and ends', async () => {
  await using other = await newProgram()
  const { code, stdout, stderr } = await other.run(['acp'])
  expect({ code, stdout }).toEqual({ code: 69, stdout: '' })
  expect(stderr).toContain('deskhand start')
})

test('what needs no model and what a model says are answered in words', async () => {
  const editor = await startEditor()
  const session = await editor.begin()
  expect(await editor.say(session, 'What is 5 miles in km?')).toBe('end_turn')
  expect(editor.words()).toContain('8.04')
  expect(await editor.say(session, 'write a poem about tides for me please')).toBe('end_turn')
  expect(editor.words()).toBe('Slow water.')
  expect(requests.at(-1)).toContain(JSON.stringify(JSON.stringify(program.home)).slice(1, -1))
  // A component is told as it reads.
  await editor.say(session, 'add milk to my shopping list')
  await editor.say(session, 'show my shopping list')
  expect(editor.words()).toContain('Milk')
})

test.each([
  ['allow_once', false, 'All is done.', 'completed'],
  ['reject_once', true, 'All is done.', 'failed'],
  // The question stays open.
  ['cancelled', true, '', undefined],
] as const)('a tool that needs a yes asks in the editor: %s', async (answer, isKept, words, state) => {
  const editor = await startEditor(answer)
  const path = join(program.home, `${answer}.txt`)
  await writeFile(path, 'x')
  expect(await editor.say(await editor.begin(), `please remove the draft that lies at ${path} ok`)).toBe(
    'end_turn',
  )
  expect(editor.asked).toMatchObject([{ toolCall: { rawInput: { path }, status: 'pending' } }])
  expect(editor.asked[0]!.options.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['allow_once', 'reject_once']),
  )
  expect(JSON.stringify(editor.asked[0]!.toolCall.content)).toContain(path)
  expect(existsSync(path)).toBe(isKept)
  expect(editor.words()).toContain(words)
  const call = editor.updates.find(({ sessionUpdate }) => sessionUpdate === 'tool_call')
  expect(call).toMatchObject({ title: 'DELETE_FILE', kind: 'execute', rawInput: { path } })
  const { toolCallId } = editor.asked[0]!.toolCall
  expect(call).toMatchObject({ toolCallId })
  const states = editor.updates.map((update) =>
    update.sessionUpdate === 'tool_call_update' && update.toolCallId === toolCallId ? update.status : null,
  )
  expect(states.findLast((status) => status !== null)).toBe(state)
})

test('what is always allowed in the conversation asks no second time', async () => {
  const editor = await startEditor('allow_always')
  const session = await editor.begin()
  for (const name of ['first.txt', 'second.txt']) {
    const path = join(program.home, 'drafts', name)
    await program.run(['run', 'WRITE_FILE', '--path', path, '--content', 'x'])
    await editor.say(session, `please remove the draft that lies at ${path} ok`)
    expect(existsSync(path)).toBe(false)
  }
  expect(editor.asked).toHaveLength(1)
})

test('a plan is shown step by step, asks on the way, and the model goes on', async () => {
  const editor = await startEditor()
  const path = join(program.home, 'Documents', 'planned.txt')
  expect(await editor.say(await editor.begin(), `please do the whole plan with ${path} ok`)).toBe('end_turn')
  expect(editor.asked).toHaveLength(1)
  expect(editor.updates.findLast(({ sessionUpdate }) => sessionUpdate === 'plan')).toMatchObject({
    entries: [{ status: 'completed' }, { status: 'completed' }],
  })
  expect(editor.words()).toContain('The workflow "The plan" is completed.')
  expect(editor.words()).toContain('All is done.')
  expect(existsSync(path)).toBe(false)
})

test('an answer that is stopped ends as cancelled, and so does the model', async () => {
  const editor = await startEditor()
  const session = await editor.begin()
  const { agent } = editor.connection
  const stopped = editor.say(session, 'tell me an endless story about the sea')
  await expect.poll(() => editor.words()).toContain('Once upon a time')
  await expect(
    agent.request(methods.agent.session.prompt, { sessionId: session, prompt: [] }),
  ).rejects.toThrow('still answering')
  await agent.notify(methods.agent.session.cancel, { sessionId: session })
  expect(await stopped).toBe('cancelled')
  await expect.poll(() => held?.destroyed ?? false).toBe(true)
  expect(await editor.say(session, 'what is 20 + 3')).toBe('end_turn')
  expect(editor.words()).toContain('23')
})

test('an answer ends with its editor', async () => {
  const editor = await startEditor()
  held = undefined
  editor.say(await editor.begin(), 'tell me an endless story about the sea').catch(() => {})
  await expect.poll(() => editor.words()).toContain('Once upon a time')
  editor.process.stdin!.end()
  await expect.poll(() => held?.destroyed ?? false).toBe(true)
  expect(editor.process.exitCode ?? (await once(editor.process, 'exit'))[0]).toBe(0)
})

test('files that are mentioned go along, by their path or as they are', async () => {
  const editor = await startEditor()
  const session = await editor.begin()
  const uri = pathToFileURL(join(program.home, 'my notes.md')).href
  await editor.say(
    session,
    'compare these two for me please: ',
    { type: 'resource_link', name: 'my notes.md', uri },
    ' and ',
    { type: 'resource', resource: { uri: 'file:///x/draft.md', text: 'Pears are in season.' } },
  )
  const told = requests.at(-1)!
  expect(told).toContain('my notes.md and draft.md')
  expect(told).toContain('Pears are in season.')
})

test('a conversation is listed, told again and gone on with', async () => {
  const before = await startEditor()
  const session = await before.begin()
  await before.say(session, 'What is 5 miles in km?')
  const editor = await startEditor()
  const { agent } = editor.connection
  const cwd = program.home
  const { sessions } = await agent.request(methods.agent.session.list, { cwd })
  expect(sessions).toContainEqual(expect.objectContaining({ sessionId: session, cwd }))
  await expect(
    agent.request(methods.agent.session.prompt, { sessionId: session, prompt: [] }),
  ).rejects.toThrow('load this session first')
  await agent.request(methods.agent.session.load, { sessionId: session, cwd, mcpServers: [] })
  expect(wordsOf(editor.updates, 'user_message_chunk')).toBe('What is 5 miles in km?')
  expect(editor.words()).toContain('8.04')
  await editor.say(session, 'and 10?')
  expect(editor.words()).toContain('16.09')
  await agent.request(methods.agent.session.resume, { sessionId: session, cwd })
  await expect(
    agent.request(methods.agent.session.load, { sessionId: 'none', cwd, mcpServers: [] }),
  ).rejects.toThrow('none')
})

test('what fails is told in the words of the service', async () => {
  const editor = await startEditor()
  const session = await editor.begin()
  const picture: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'not base64' }
  await expect(editor.say(session, 'what is in this picture', picture)).rejects.toThrow(/base64/)
  expect(await editor.say(session, 'what is 20 + 3')).toBe('end_turn')
})
