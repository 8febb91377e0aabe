import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAskingServer, type AskingServer } from './mcp-asking-server.ts'
import { approveServer, callTool } from './mcp-approval.ts'
import { ownServer, sse, type OwnServer } from './models-stage.ts'
import { startTestService, type TestService } from './service.ts'

const question = {
  mode: 'form' as const,
  message: 'What would you like?\u202E',
  requestedSchema: {
    type: 'object' as const,
    properties: {
      drink: { type: 'string' as const, title: 'Drink', enum: ['tea', 'coffee'] },
      cups: { type: 'integer' as const, minimum: 1, maximum: 4, default: 9 },
      mail: { type: 'string' as const, format: 'email' as const },
      sugar: { type: 'boolean' as const, default: true },
    },
    required: ['drink', 'mail'],
  },
}

let service: TestService
let model: OwnServer
const servers: Record<string, AskingServer> = {}
beforeAll(async () => {
  // A model that calls the tool that it is told to.
  model = await ownServer((response, { body }) => {
    const [, name] = /have (\w+) order/.exec(JSON.stringify(body['messages'])) ?? []
    if (name === undefined) return sse(response, [{ content: 'Done.' }])
    const call = { name: `${name.toUpperCase()}_ORDER`, arguments: '{}' }
    const tool_calls = [{ index: 0, id: 'call_1', type: 'function', function: call }]
    return sse(response, [{ tool_calls }], 'tool_calls')
  })
  const environment = {
    DESKHAND_LLM_PROVIDER: 'openai_compatible',
    DESKHAND_LLM_BASE_URL: `${model.url}/v1`,
    DESKHAND_LLM_MODEL: 'own',
  }
  service = await startTestService({ environment })
  servers['newer'] = await startAskingServer('modern', question)
  servers['older'] = await startAskingServer('legacy', question)
  const hosts = Object.values(servers).map(({ url }) => new URL(url).host)
  await service.client.settings.update({ body: { ALLOWED_PRIVATE_TARGETS: hosts } })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await model[Symbol.asyncDispose]()
  for (const server of Object.values(servers)) await server[Symbol.asyncDispose]()
})

const open = async () =>
  (await service.client.tools.listConfirmations({})).confirmations.find(({ form }) => form !== undefined)

/** The question that is asked now. */
async function asked() {
  await expect.poll(open).toBeDefined()
  return (await open())!
}

const answer = (confirmation_id: string, approved: boolean, args?: Record<string, unknown>) =>
  service.client.tools.confirm({
    body: { confirmation_id, approved, ...(args && { changes: [{ index: 0, args }] }) },
  })

const logOf = async (server: string) =>
  (await service.client.mcp.log({ params: { server } })).lines.map(({ text }) => text).join('\n')

test('both are there', async () => {
  for (const [name, { url }] of Object.entries(servers)) {
    await service.client.mcp.add({ body: { mcpServers: { [name]: { url } } } })
    expect(await approveServer(service, name)).toMatchObject({ result: { success: true } })
  }
})

test.each(['newer', 'older'])(
  'what a %s server asks during a call reaches the person as a form',
  async (name) => {
    const call = callTool(service, `${name.toUpperCase()}_ORDER`)
    const { confirmation_id, title, message, form, args } = await asked()
    expect(title).toBe(`${name} asks you`)
    expect(message).toContain(String.raw`What would you like?\u{202E}`)
    expect(message).toContain(`What you enter goes to ${name}.`)
    expect(form).toMatchObject({
      asked_by: name,
      fields: [
        {
          name: 'drink',
          label: 'Drink',
          kind: 'choice',
          required: true,
          options: [{ value: 'tea' }, { value: 'coffee' }],
        },
        { name: 'cups', kind: 'integer', min: 1, max: 4, required: false },
        { name: 'mail', kind: 'text', format: 'email' },
        { name: 'sugar', kind: 'yes_no', initial: true },
      ],
    })
    // A default that could not be entered does not stand there.
    expect(args).toEqual({ sugar: true })

    // What can't be sent leaves the question open.
    const wrong = answer(confirmation_id, true, { drink: 'beer', cups: 9, mail: 'nobody' })
    await expect(wrong).rejects.toThrow(/Drink: choose one of the options.*at most 4.*e-mail/)
    await expect(answer(confirmation_id, true)).rejects.toThrow('Drink: enter something.')
    const content = { drink: 'tea', cups: 2, mail: 'ada@example.com' }
    const sent = await answer(confirmation_id, true, { ...content, more: 'not asked for' })
    expect(sent.components).toEqual([{ type: 'text', text: `Sent to ${name}.` }])
    expect(await call).toMatchObject({ success: true })
    expect(servers[name]!.answers.at(-1)).toEqual({ action: 'accept', content })
  },
)

test('no is an answer too', async () => {
  const declined = callTool(service, 'NEWER_ORDER')
  const { confirmation_id } = await asked()
  const { components } = await answer(confirmation_id, false)
  expect(components).toEqual([{ type: 'text', text: 'newer was told that you decline.' }])
  expect(await declined).toMatchObject({ message: expect.stringContaining('"decline"') })
})

test('a step of a workflow waits for the answer, and goes on with it', async () => {
  const step = { id: 'order', agent: 'newer', action: 'NEWER_ORDER', depends_on: [], args: {} }
  const { workflow_id } = await service.client.workflows.create({ body: { name: 'Order', steps: [step] } })
  const { confirmation_id } = await asked()
  await answer(confirmation_id, true, { drink: 'coffee', mail: 'ada@example.com' })
  const record = () => service.client.workflows.read({ params: { workflow_id } })
  await expect.poll(async () => (await record()).status).toBe('completed')
  expect((await record()).results['order']).toMatchObject({ message: expect.stringContaining('coffee') })
})

test('a page is shown with its whole address, and only opened by the person', async () => {
  const server = servers['newer']!
  const before = server.question
  const url = 'https://pay.example.com/order?id=7'
  server.question = { mode: 'url', message: 'Pay for it.', url, elicitationId: 'one' }
  const call = callTool(service, 'NEWER_ORDER')
  const { confirmation_id, message, form } = await asked()
  expect(message).toContain(`newer wants you to open this page: ${url}`)
  expect(form).toEqual({ asked_by: 'newer', fields: [], link: url })
  await answer(confirmation_id, true)
  await call
  expect(server.answers.at(-1)).toEqual({ action: 'accept' })
  server.question = before
})

const many = Object.fromEntries(
  Array.from({ length: 31 }, (_, index) => [`f${index}`, { type: 'string' as const }]),
)
const asksFor = (value: object) => ({ requestedSchema: { type: 'object', properties: { value } } })
const hostile: [string, Record<string, unknown>][] = [
  ['password or another secret', asksFor({ type: 'string', format: 'password' })],
  ['password or another secret', asksFor({ type: 'string', writeOnly: true })],
  ['value that no form can hold', asksFor({ type: 'object' })],
  ['more than 30 values', { requestedSchema: { type: 'object', properties: many } }],
  ['address without https', { mode: 'url', url: 'http://pay.example.com/', elicitationId: 'x' }],
  ['address without https', { mode: 'url', url: 'javascript:alert(1)', elicitationId: 'x' }],
  ['address that is none', { mode: 'url', url: 'https://user:secret@pay.example.com/', elicitationId: 'x' }],
]
test.each(hostile)('a server that asks for a %s is declined without a question', async (reason, asks) => {
  const server = servers['newer']!
  const before = server.question
  server.question = { mode: 'form', message: 'Enter it.', ...asks } as AskingServer['question']
  const { message } = await callTool(service, 'NEWER_ORDER')
  server.question = before
  expect(message).toContain('"decline"')
  expect(await logOf('newer')).toContain(reason)
  expect(await open()).toBeUndefined()
})

test('what the schema does not mark as a secret is asked, whatever it is called', async () => {
  const server = servers['newer']!
  const before = server.question
  const token = { type: 'string' as const, title: 'Which token do you play with?', format: 'car' }
  server.question = {
    ...question,
    requestedSchema: { type: 'object', properties: { token } },
  } as typeof before
  const call = callTool(service, 'NEWER_ORDER')
  const { confirmation_id, form } = await asked()
  server.question = before
  // A format that nobody knows here can't be checked.
  expect(form?.fields).toEqual([
    { name: 'token', label: token.title, kind: 'text', required: false, max: 20_000 },
  ])
  await answer(confirmation_id, true, { token: 'the dog' })
  expect(await call).toMatchObject({ message: expect.stringContaining('the dog') })
})

const statusOf = async (confirmation_id: string) =>
  (await service.client.tools.readConfirmation({ params: { confirmation_id } })).status

describe.each(['newer', 'older'])('what a %s server asks is closed', (name) => {
  const action = `${name.toUpperCase()}_ORDER`
  const isClosed = (confirmation_id: string) => async () => (await statusOf(confirmation_id)) !== 'open'

  test('when the request that called it is closed', async () => {
    const hangUp = new AbortController()
    const left = service.client.tools.execute({ body: { tool_name: action } }, hangUp.signal)
    const { confirmation_id } = await asked()
    hangUp.abort()
    await expect(left).rejects.toThrow(/abort/i)
    await expect.poll(isClosed(confirmation_id)).toBe(true)
    await expect(answer(confirmation_id, false)).rejects.toThrow(/Already rejected/)
  })

  test('when the answer in chat is stopped that called it', async () => {
    // Otherwise the model asks first, and what is approved runs outside of the answer.
    await service.client.settings.update({ body: { APPROVAL_MODE: 'never' } })
    const message = `please have ${name} order for me ok`
    const said = service.client.chat.send({ body: { message } })
    const { confirmation_id } = await asked()
    const { chats } = await service.client.chat.listChats({ query: {} })
    const { session_id } = chats[0]!
    await service.client.chat.stop({ body: { session_id } })
    await expect.poll(isClosed(confirmation_id)).toBe(true)
    await said
    await service.client.settings.update({ body: { APPROVAL_MODE: null } })
  })

  test('not when its workflow is interrupted: a step that runs is finished', async () => {
    const step = { id: 'order', agent: name, action, depends_on: [], args: {} }
    const { workflow_id } = await service.client.workflows.create({ body: { name: 'Order', steps: [step] } })
    const { confirmation_id } = await asked()
    await service.client.workflows.interrupt({ params: { workflow_id } })
    expect(await statusOf(confirmation_id)).toBe('open')
    await answer(confirmation_id, true, { drink: 'tea', mail: 'ada@example.com' })
    const results = async () => (await service.client.workflows.read({ params: { workflow_id } })).results
    await expect.poll(async () => (await results())['order']?.message).toContain('tea')
  })

  test('when the server is taken out of the settings', async () => {
    const call = callTool(service, action)
    const { confirmation_id } = await asked()
    await service.client.mcp.remove({ params: { server: name } })
    await expect.poll(isClosed(confirmation_id)).toBe(true)
    expect(await call).toMatchObject({ success: false })
    // It was allowed before, so that nobody is asked again.
    await service.client.mcp.add({ body: { mcpServers: { [name]: { url: servers[name]!.url } } } })
    const status = async () =>
      (await service.client.mcp.list({})).servers.find(({ server }) => server === name)?.status
    await expect.poll(status).toBe('running')
  })
})

const malformed: [string, object][] = [
  ['message must be string', { message: 3, ...asksFor({ type: 'string' }) }],
  ['requestedSchema must be object', { message: 'What?', requestedSchema: 'none' }],
  ['requestedSchema.properties.value.enum must be array', { message: 'What?', ...asksFor({ enum: 'tea' }) }],
]
test.each(malformed)('a question that is none is refused in one sentence: %s', async (reason, asks) => {
  for (const name of ['newer', 'older']) {
    const server = servers[name]!
    const before = server.question
    server.question = { mode: 'form', ...asks } as object as AskingServer['question']
    const { success, message } = await callTool(service, `${name.toUpperCase()}_ORDER`)
    server.question = before
    expect(success).toBe(false)
    expect(message).toContain(`It asked you something that can't be shown: ${reason}.`)
    expect(message).not.toMatch(/[\n{}[]/)
    expect(await open()).toBeUndefined()
  }
})

test('after a restart nobody waits for the answer, and the question is closed', async () => {
  void callTool(service, 'NEWER_ORDER').catch(() => {})
  const { confirmation_id } = await asked()
  await service.restart()
  await expect.poll(open).toBeUndefined()
  await expect(answer(confirmation_id, true)).rejects.toThrow(/Already rejected/)
})
