import { afterAll, beforeAll, expect, test } from 'vitest'
import { toWire } from '../src/client/wire.ts'
import type { AnyEndpoint, Contract } from '../src/contract/endpoint.ts'
import { api } from '../src/features/contracts.ts'
import { startTestService, type TestService } from './service.ts'

const contracts: Readonly<Record<string, Contract>> = api
const operations = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract).map(([operation, endpoint]) => ({
    feature,
    id: `${feature}.${operation}`,
    endpoint,
  })),
)

/** They ask the outside world: their own tests answer them from a server on this machine. */
const asksOutside = ({ feature }: { feature: string }) => feature === 'live_data'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const answered = operations.filter(
  (operation) => !asksOutside(operation) && operation.endpoint.stream !== true,
)

/** Examples that speak of something that is not there yet, and so are rightly refused. */
const refused: Readonly<Record<string, number>> = {
  'documents.thumbnail': 404,
  'tools.confirm': 404,
  'tools.revokeAllowed': 404,
  ...Object.fromEntries(
    [
      'stop',
      'act',
      'loadHeld',
      'judgeLink',
      'readChat',
      'renameChat',
      'pinChat',
      'exportChat',
      'trashChat',
      'restoreChat',
      'chooseModel',
      'removeChat',
      'editMemory',
      'removeMemory',
    ].map((operation) => [`chat.${operation}`, 404]),
  ),
  ...Object.fromEntries(
    [
      'readSchedule',
      'pauseSchedule',
      'resumeSchedule',
      'removeSchedule',
      'rerun',
      'export',
      'read',
      'interrupt',
    ]
      .concat(['resume', 'intervene', 'retry', 'graph', 'items', 'history', 'remove', 'undo'])
      .map((operation) => [`workflows.${operation}`, 404]),
  ),
  ...Object.fromEntries(
    [
      'read',
      'export',
      'change',
      'remove',
      'versions',
      'restore',
      'run',
      'try',
      'events',
      'replay',
      'permit',
      'receive',
    ].map((operation) => [`automations.${operation}`, 404]),
  ),
  'workflows.chatWithWizard': 404,
  'workflows.stepBackInWizard': 404,
  // No model is set.
  'models.call': 503,
  'models.assist': 503,
  'models.transform': 503,
  // There is no desktop, and no model.
  'desktop.analyzeScreen': 503,
  'desktop.insertText': 503,
  'desktop.startTask': 503,
  'desktop.readTask': 404,
  'desktop.readScreenshot': 404,
  'desktop.readQuestionPicture': 404,
  'desktop.readRecording': 404,
  'desktop.readRecordingPicture': 404,
  'desktop.deleteRecording': 404,
  // Off until they are set up.
  'webhooks.receiveWorkspaceChat': 503,
  'webhooks.receiveOfficeChat': 503,
  'documents.ingest': 404,
  'documents.remove': 404,
  'tools.readConfirmation': 404,
  ...Object.fromEntries(
    ['read', 'callTool', 'readResource', 'setContext', 'log'].map((operation) => [
      `mcp_apps.${operation}`,
      404,
    ]),
  ),
  'plugins.enable': 404,
  'plugins.disable': 404,
  'plugins.reload': 404,
  ...Object.fromEntries(['signIn', 'finishSignIn', 'signOut'].map((operation) => [`mcp.${operation}`, 404])),
  'mcp.signInReturn': 409,
  ...Object.fromEntries(
    ['add', 'read', 'readFile', 'enable', 'disable', 'remove'].map((operation) => [
      `skills.${operation}`,
      404,
    ]),
  ),
  'notifications.markRead': 404,
  'notifications.act': 404,
  'notifications.remove': 404,
  'backups.restore': 404,
  'channels.pair': 503,
  'channels.connect': 503,
  'channels.change': 404,
  'connectors.mailSignIn': 503,
  'channels.revoke': 404,
  'timers.read': 404,
  'timers.change': 404,
  'timers.remove': 404,
  'push.remove': 404,
  'push.test': 404,
  'jit_widgets.page': 404,
  'jit_widgets.readData': 404,
  'jit_widgets.writeData': 404,
}

test.each(answered)('$id answers its own example', async ({ id, endpoint }) => {
  const response = await send(endpoint)
  expect(`${response.status} ${response.status === 500 ? await response.text() : ''}`.trim()).toBe(
    String(refused[id] ?? endpoint.status ?? 200),
  )
})

test.each(answered.filter(({ endpoint }) => endpoint.alsoAt !== undefined))(
  '$id answers alike at its other address',
  async ({ endpoint }) => {
    const [one, other] = [await send(endpoint), await send({ ...endpoint, path: endpoint.alsoAt! })]
    expect(other.status).toBe(one.status)
    expect(await shape(other)).toEqual(await shape(one))
  },
)

/** The members of an answer: times and ids differ from one request to the next. */
async function shape(response: Response): Promise<readonly string[]> {
  return Object.keys((await response.json()) as object).toSorted()
}

test.each(operations)('$id refuses what its declaration does not allow', async ({ endpoint }) => {
  if (!endpoint.body || endpoint.bodyKind === 'raw' || !isClosedObject(endpoint)) return
  const wire = toWire(endpoint, { ...endpoint.example, body: { never_heard_of: true } })
  const response = await fetch(service.address + wire.path, {
    method: wire.method,
    headers: wire.headers,
    body: wire.body!,
  })
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  const problem = (await response.json()) as { code: string; errors: { path: string }[] }
  expect(problem.code).toBe('invalid_request')
  expect(problem.errors.map(({ path }) => path)).toContain('/body/never_heard_of')
})

function isClosedObject({ body }: AnyEndpoint): boolean {
  const { type, additionalProperties } = body as { type?: unknown; additionalProperties?: unknown }
  return type === 'object' && additionalProperties === false
}

function send(endpoint: AnyEndpoint): Promise<Response> {
  const { method, headers, path, body = null } = toWire(endpoint, endpoint.example)
  return fetch(service.address + path, { method, headers, body, redirect: 'manual' })
}

test('a wrong method is told from a wrong path', async () => {
  const method = await fetch(`${service.address}/api/settings`, { method: 'DELETE' })
  expect(method.status).toBe(405)
  expect(method.headers.get('allow')).toBe('GET, POST')
  const path = await fetch(`${service.address}/api/nothing`)
  expect(path.status).toBe(404)
  expect(await path.json()).toMatchObject({ code: 'not_found' })
})

test('HEAD is answered as GET is, without a body, and opens no stream', async () => {
  const head = (path: string) => fetch(service.address + path, { method: 'HEAD' })
  const whole = await fetch(`${service.address}/api/components`)
  const answer = await head('/api/components')
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(answer.headers.get('content-length')).toBe(whole.headers.get('content-length'))
  expect(answer.headers.get('content-type')).toBe(whole.headers.get('content-type'))
  const refusals = { '/api/events': 405, '/mcp': 404, '/nothing': 404 }
  for (const [path, status] of Object.entries(refusals)) {
    const refused = await head(path)
    expect([refused.status, await refused.text()]).toEqual([status, ''])
  }
})

test('what the service publishes as its interface is what it was generated from', async () => {
  const published = (await (await fetch(`${service.address}/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  const count = Object.values(published.paths).flatMap((methods) => Object.keys(methods)).length
  expect(count).toBe(operations.length)
})

test('the same Idempotency-Key gives the same answer, and another body is refused', async () => {
  const call = (args: object) =>
    fetch(`${service.address}/execute_tool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
      body: JSON.stringify({ tool_name: 'NO_SUCH_TOOL', args }),
    })
  const first = await call({ a: 1 })
  const second = await call({ a: 1 })
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(await second.text()).toBe(await first.text())
  expect((await call({ a: 2 })).status).toBe(409)
})

test('a malformed tool call carries the envelope beside the problem', async () => {
  const response = await fetch(`${service.address}/execute_tool`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"args":{}}',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ success: false, data: null, code: 'invalid_request' })
})
