import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverNamed, approveServer, callTool } from './mcp-approval.ts'
import { decideNext, showBoard, startAppServers, writeFacts } from './mcp-apps-stage.ts'
import { connectMcp } from './mcp-client.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const apps = () => service.client.mcp_apps
const logOf = async (server: string) =>
  (await service.client.mcp.log({ params: { server } })).lines.map(({ text }) => text).join('\n')

test('servers with apps are allowed like all others', async () => {
  await startAppServers(service, {
    board: {},
    other: { csp: { connectDomains: ['https://api.example.com', "'unsafe-eval'"], resourceDomains: ['*'] } },
    broken: { mediaType: 'text/html' },
  })
  expect(await serverNamed(service, 'board')).toMatchObject({ status: 'running', problem: null })
})

test('a server is told that its apps can be shown', async () => {
  const { data } = await callTool(service, 'BOARD_CAPABILITIES')
  expect((data as { text: string }).text).toContain(
    '"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}',
  )
})

test('a tool that is only for the app is in no list, and nobody else can call it', async () => {
  const { tools } = await service.client.tools.list({ query: { agent: 'board' } })
  expect(tools.map(({ action }) => action)).toEqual(['BOARD_CAPABILITIES', 'BOARD_PLAN', 'BOARD_SHOW_BOARD'])
  expect((await serverNamed(service, 'board'))?.tools).not.toContain('BOARD_REFRESH')
  const told = { success: false, data: { error: { code: 'unknown_tool' } } }
  expect(await callTool(service, 'BOARD_REFRESH')).toMatchObject(told)
  await using outside = await connectMcp(service.address)
  const { tools: listed } = await outside.listTools()
  expect(listed.map(({ name }) => name).filter((name) => name.startsWith('BOARD'))).not.toContain(
    'BOARD_REFRESH',
  )
  await expect(outside.callTool({ name: 'BOARD_REFRESH', arguments: {} })).rejects.toThrow('Unknown tool')
  const step = { id: 'a', agent: 'board', action: 'BOARD_REFRESH', depends_on: [], args: {} }
  await expect(service.client.workflows.create({ body: { name: 'A', steps: [step] } })).rejects.toThrow(
    /BOARD_REFRESH/,
  )
})

test('an app gets the call with what is only for it, and its page as it was pinned', async () => {
  const call_id = await showBoard(service, 'board')
  expect(await apps().read({ params: { call_id } })).toMatchObject({
    server: 'board',
    resource_uri: 'ui://board/page.html',
    tool: { name: 'showBoard', title: 'Show the board', inputSchema: { required: ['city'] } },
    arguments: { city: 'Oslo' },
    result: {
      content: [{ type: 'text', text: 'The board of Oslo.' }],
      structuredContent: { city: 'Oslo', count: 1 },
      _meta: { onlyForThePage: 'page-secret-7431' },
    },
    html: expect.stringContaining('<h1>Board</h1>') as string,
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    permissions: [],
    prefers_border: true,
    frame: {
      address: expect.stringMatching(/^http:\/\/[0-9a-f]{32}\.localhost:\d+\/[0-9a-f]{64}$/) as string,
      path: expect.stringMatching(/^\/mcp-app-frame\/[0-9a-f]{64}$/) as string,
    },
  })
  const { data } = await callTool(service, 'BOARD_SHOW_BOARD', { city: 'Oslo' })
  expect(JSON.stringify(data)).not.toContain('page-secret-7431')
})

test('where the apps of a server want to go is asked, and only origins count', async () => {
  const call_id = await showBoard(service, 'other')
  const { csp } = await apps().read({ params: { call_id } })
  expect(csp).toMatchObject({ connectDomains: ['https://api.example.com'], resourceDomains: [] })
  const log = await logOf('other')
  expect(log).toContain('may reach https://api.example.com')
  expect(log).toContain("'unsafe-eval', *")
})

test('a page that is none leaves its tool without an app, and the log says why', async () => {
  const { success, data } = await callTool(service, 'BROKEN_SHOW_BOARD', { city: 'Oslo' })
  expect(success).toBe(true)
  expect(data).not.toHaveProperty('app')
  expect(await logOf('broken')).toContain(
    "The app ui://board/page.html can't be shown: its type is text/html",
  )
})

test('an app calls the tools of its own server that are for apps, once the person has allowed it', async () => {
  const call_id = await showBoard(service, 'board')
  const call = (name: string, args: object = {}) =>
    apps().callTool({ params: { call_id }, body: { name, arguments: { ...args } } })
  const allowed = call('refresh', { by: 2 })
  await decideNext(service, 'BOARD_REFRESH', true)
  expect(await allowed).toMatchObject({
    content: [{ type: 'text', text: expect.stringMatching(/^Count \d+\.$/) as string }],
    structuredContent: { count: expect.any(Number) as number },
    _meta: { fresh: true },
  })
  const declined = call('refresh')
  await decideNext(service, 'BOARD_REFRESH', false)
  expect(await declined).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('declined') as string }],
  })
  for (const name of ['plan', 'READ_FILE', 'BOARD_REFRESH', 'OTHER_SHOW_BOARD', 'LIST_MCP_SERVERS'])
    await expect(call(name)).rejects.toMatchObject({ status: 403 })
  expect(await call('refresh', { by: 'many' })).toMatchObject({ isError: true })
})

test('an app whose reader is gone asks nobody any more, and one that floods is refused', async () => {
  const call_id = await showBoard(service, 'board')
  const stop = new AbortController()
  const body = { name: 'refresh', arguments: {} }
  const calls = Array.from({ length: 12 }, () =>
    apps()
      .callTool({ params: { call_id }, body }, stop.signal)
      .then(
        () => 'answered',
        (error: { status?: number }) => error.status ?? 'stopped',
      ),
  )
  const open = async () =>
    (await service.client.tools.listConfirmations({})).confirmations.filter(
      ({ action }) => action === 'BOARD_REFRESH',
    )
  await expect.poll(async () => (await open()).length).toBe(3)
  stop.abort()
  expect((await Promise.all(calls)).filter((outcome) => outcome === 429)).toHaveLength(9)
  await expect.poll(open).toEqual([])
})

test('an app reads resources of its own server only', async () => {
  const call_id = await showBoard(service, 'board')
  const read = (uri: string) => apps().readResource({ params: { call_id }, body: { uri } })
  expect(await read('board://stations')).toMatchObject({ contents: [{ text: '["Bergen"]' }] })
  await expect(read('file:///etc/passwd')).rejects.toMatchObject({ status: 502 })
})

test('what cannot be shown says why', async () => {
  await expect(apps().read({ params: { call_id: 'app_made_up' } })).rejects.toMatchObject({
    status: 404,
    message: "This app's data is no longer stored. Run its tool again to see it.",
  })
})

/** As a browser asks that was led to another name. */
function ask(address: string, host: string): Promise<number> {
  const { port, pathname } = new URL(address)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  })
    .on('error', reject)
    .end()
  return promise
}

test('the port of the apps knows only the pages of its servers, by their own names', async () => {
  const frameOf = async (server: string) => {
    const { frame } = await apps().read({ params: { call_id: await showBoard(service, server) } })
    return { ...frame, url: new URL(frame.address!) }
  }
  const [board, other] = [await frameOf('board'), await frameOf('other')]
  expect(board.url.hostname).not.toBe(other.url.hostname)
  expect(await ask(board.url.href, board.url.host)).toBe(200)
  for (const host of [
    'evil.example',
    'localhost',
    `127.0.0.1:${board.url.port}`,
    other.url.host,
    `${board.url.host}.`,
  ])
    expect(await ask(board.url.href, host), host).toBe(404)
  expect(await ask(new URL('/', board.url).href, board.url.host)).toBe(404)
  const own = await fetch(new URL(other.path, service.address))
  const policy = own.headers.get('content-security-policy')
  expect(policy).toContain('connect-src https://api.example.com;')
  expect(policy).toContain('sandbox allow-scripts allow-forms')
  const shell = await fetch(service.address, { headers: { accept: 'text/html' } })
  if (shell.ok)
    expect(shell.headers.get('content-security-policy')).toContain(
      `frame-src 'self' http://*.localhost:${board.url.port};`,
    )
})

test('yesterday’s app works after a restart, and another page is asked about before anybody sees it', async () => {
  const call_id = await showBoard(service, 'board')
  await service.restart()
  const read = () => apps().read({ params: { call_id } })
  await expect.poll(() => read().then(({ server }) => server, String)).toBe('board')
  await writeFacts(service, 'board', { heading: 'Another board' })
  await service.client.mcp.restart({ params: { server: 'board' } })
  await expect.poll(async () => (await serverNamed(service, 'board'))?.status).toBe('changed')
  await expect(read()).rejects.toThrow('board has changed. Allow it again to use its app.')
  await approveServer(service, 'board')
  await expect.poll(() => read().then(({ html }) => html.includes('Another board'), String)).toBe(true)
  await service.client.mcp.remove({ params: { server: 'board' } })
  await expect(read()).rejects.toThrow('was removed')
})
