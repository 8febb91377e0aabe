import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { approveServer, callTool, serverNamed } from './mcp-approval.ts'
import { startSessionServer } from './mcp-session-server.ts'
import { startTestService, type TestService } from './service.ts'

const unruly = {
  command: process.execPath,
  args: [fileURLToPath(new URL('mcp-unruly-server.ts', import.meta.url))],
}
const silent = { command: '/bin/sleep', args: ['1000'] }

async function serviceWith(servers: Record<string, object>, settings: object = {}): Promise<TestService> {
  const service = await startTestService()
  onTestFinished(() => service[Symbol.asyncDispose]())
  await service.client.settings.update({ body: { ...settings, MCP_SERVERS: servers } })
  return service
}

/** A service with a server that does what it should not. */
async function unrulyService(): Promise<TestService> {
  const service = await serviceWith({ unruly })
  await approveServer(service, 'unruly')
  await expect.poll(() => serverNamed(service, 'unruly')).toMatchObject({ status: 'running' })
  return service
}

const healthMs = async ({ client }: TestService) => {
  const began = performance.now()
  await client.health.get({})
  return performance.now() - began
}

test.runIf(existsSync(silent.command))(
  'a program that says nothing holds up neither others nor its own removal, nor the end of the service',
  async () => {
    const service = await serviceWith({ silent, unruly })
    const began = performance.now()
    await approveServer(service, 'silent')
    await approveServer(service, 'unruly')
    await expect.poll(() => serverNamed(service, 'unruly')).toMatchObject({ status: 'running' })
    expect(await serverNamed(service, 'silent')).toMatchObject({ status: 'starting' })
    expect(performance.now() - began).toBeLessThan(110_000)
    expect(await callTool(service, 'UNRULY_ECHO', { text: 'hi' })).toMatchObject({ success: true })

    const removing = performance.now()
    await service.client.mcp.remove({ params: { server: 'silent' } })
    expect(performance.now() - removing).toBeLessThan(60_000)
    expect(await serverNamed(service, 'silent')).toBeUndefined()

    await service.client.settings.update({ body: { MCP_SERVERS: { silent } } })
    await expect.poll(() => serverNamed(service, 'silent')).toMatchObject({ status: 'starting' })
    const ending = performance.now()
    await service[Symbol.asyncDispose]()
    expect(performance.now() - ending).toBeLessThan(60_000)
  },
)

test('a server that floods both its outputs leaves time for everybody else', async () => {
  const service = await unrulyService()
  for (const action of ['UNRULY_COMPLAIN', 'UNRULY_FLOOD'])
    expect(await callTool(service, action)).toMatchObject({ success: true })
  const times: number[] = []
  for (let count = 0; count < 20; count += 1) times.push(await healthMs(service))
  expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(10_000)
  await service.client.mcp.remove({ params: { server: 'unruly' } })
})

test('an answer of 20 MB fails at once and says why, and the server is started again', async () => {
  const service = await unrulyService()
  const began = performance.now()
  expect(await callTool(service, 'UNRULY_HUGE')).toMatchObject({
    success: false,
    message: expect.stringMatching(/^unruly: It sent a message of more than 8.MB\.$/),
  })
  expect(performance.now() - began).toBeLessThan(60_000)
  await expect.poll(() => serverNamed(service, 'unruly')).toMatchObject({ status: 'running' })
  expect(await callTool(service, 'UNRULY_ECHO', { text: 'back' })).toMatchObject({ success: true })
})

test('tools with a bad schema cost only themselves, and are named', async () => {
  const service = await unrulyService()
  const { tools, problem } = (await serverNamed(service, 'unruly'))!
  expect(tools).toContain('UNRULY_ECHO')
  expect(tools).not.toContain('UNRULY_NOWHERE')
  expect(problem).toBe(
    "Left out because their arguments can't be checked: noObject, a tool without a name, nowhere.",
  )
  expect(await callTool(service, 'UNRULY_PROMISES')).toMatchObject({ success: true, message: 'kept' })
})

test('null stands for what is left out, except where it means something', async () => {
  const service = await unrulyService()
  const echo = (args: object) => callTool(service, 'UNRULY_ECHO', { ...args })
  const { data } = await echo({ text: 'a', times: null, note: null })
  expect(JSON.parse((data as { text: string }).text)).toEqual({ text: 'a', note: null })
  expect(await echo({ text: null })).toMatchObject({
    success: false,
    data: { error: { code: 'invalid_arguments' } },
  })
})

test('the whole reason of a failed tool is told, and how a server ended', async () => {
  const service = await unrulyService()
  expect(await callTool(service, 'UNRULY_REASON')).toMatchObject({
    success: false,
    message: 'It failed.\n  at line 3\nThe disk is full.',
  })
  expect(await callTool(service, 'UNRULY_CRASH')).toMatchObject({
    success: false,
    message: expect.stringContaining('It ended with code 7.'),
  })
})

test.each([400, 404])(
  'a server that answers a session it does not know with %s is asked for another one',
  async (unknown) => {
    await using server = await startSessionServer({ unknown })
    const service = await serviceWith(
      { sessions: { url: server.url } },
      { ALLOWED_PRIVATE_TARGETS: [new URL(server.url).host] },
    )
    await approveServer(service, 'sessions')
    expect(await callTool(service, 'SESSIONS_PING')).toMatchObject({ success: true, message: 'pong' })
    server.forget()
    expect(await callTool(service, 'SESSIONS_PING')).toMatchObject({ success: true, message: 'pong' })
    expect(await serverNamed(service, 'sessions')).toMatchObject({ status: 'running' })
  },
)

test('a server that is away is not shown as running, and is found again by itself or when a person starts it', async () => {
  await using first = await startSessionServer()
  const service = await serviceWith(
    { sessions: { url: first.url } },
    { ALLOWED_PRIVATE_TARGETS: [new URL(first.url).host] },
  )
  await approveServer(service, 'sessions')
  const { port } = new URL(first.url)
  await first[Symbol.asyncDispose]()
  expect(await callTool(service, 'SESSIONS_PING')).toMatchObject({ success: false })
  await expect.poll(() => serverNamed(service, 'sessions')).toMatchObject({ status: 'restarting' })
  await using _again = await startSessionServer({ port: Number(port) })
  const { version } = (await serverNamed(service, 'sessions'))!
  await callTool(service, 'START_MCP_SERVER', { server: 'sessions', version })
  await approveServer(service, 'sessions')
  expect(await callTool(service, 'SESSIONS_PING')).toMatchObject({ success: true, message: 'pong' })
})
