import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

const sample = fileURLToPath(new URL('mcp-sample-server.ts', import.meta.url))

let service: TestService
let description: string
beforeAll(async () => {
  service = await startTestService()
  description = join(dirname(service.folder.root), 'description.txt')
  await writeFile(description, 'Adds two numbers.')
})
afterAll(() => service[Symbol.asyncDispose]())

const add = (mcpServers: Record<string, unknown>, replace = false) =>
  service.client.mcp.add({ body: { mcpServers, replace } })
const serverNamed = async (name: string) =>
  (await service.client.mcp.list({})).servers.find(({ server }) => server === name)
const logOf = async (server: string) =>
  (await service.client.mcp.log({ params: { server } })).lines.map(({ text }) => text)
const settled = async (server: string, status: string) => {
  await expect.poll(async () => (await serverNamed(server))?.status).toBe(status)
  return (await serverNamed(server))!
}

test('a server that is added asks, runs once it is approved, and shows tools and log', async () => {
  const { notes, servers } = await add({
    Sample: { command: process.execPath, args: [sample, description], disabled: false },
  })
  expect(notes).toEqual(['“Sample” is called sample here.', 'Ignored in “Sample”: disabled.'])
  expect(servers).toHaveLength(1)
  const waiting = await settled('sample', 'waiting')
  expect(waiting).toMatchObject({ kind: 'program', tools: [], started_at: null })
  await expect.poll(async () => (await serverNamed('sample'))?.confirmation_id).not.toBeNull()
  const { confirmation_id, question } = (await serverNamed('sample'))!
  expect(question).toContain(sample)

  await service.client.tools.confirm({ body: { confirmation_id: confirmation_id!, approved: true } })
  const running = await settled('sample', 'running')
  expect(running.tools.map(({ action }) => action)).toContain('SAMPLE_ADD_NUMBERS')
  expect(running).toMatchObject({ confirmation_id: null, question: null, problem: null })
  expect(running.started_at).not.toBeNull()
  expect(await logOf('sample')).toEqual(
    expect.arrayContaining(['Starting.', expect.stringMatching(/^Running with \d+ tools\.$/)]),
  )
})

test('a restart ends the program and starts another one, without asking again', async () => {
  const before = (await serverNamed('sample'))!.started_at!
  const restarted = await service.client.mcp.restart({ params: { server: 'sample' } })
  expect(restarted).toMatchObject({ status: 'running', problem: null })
  expect(restarted.started_at! > before).toBe(true)
  expect((await logOf('sample')).filter((line) => line === 'Starting.')).toHaveLength(2)
})

test('a server of the same name is refused, unless it is meant to replace the other', async () => {
  await expect(add({ sample: { command: 'other' } })).rejects.toThrow(/already a server called sample/)
  await expect(add({ '': 3 })).rejects.toThrow(/No server was added/)
  await expect(add({ sample: { command: 'npx', args: 'not a list' } }, true)).rejects.toThrow(/MCP_SERVERS/)
  expect(await serverNamed('sample')).toMatchObject({ status: 'running' })
})

test('a server that cannot start says why, in its problem and in its log', async () => {
  await add({
    broken: { command: process.execPath, args: ['-e', 'console.error("no luck"); process.exit(3)'] },
  })
  await expect.poll(async () => (await serverNamed('broken'))?.confirmation_id).not.toBeNull()
  const { confirmation_id } = (await serverNamed('broken'))!
  await service.client.tools.confirm({ body: { confirmation_id: confirmation_id!, approved: true } })
  await expect.poll(() => logOf('broken')).toContain('no luck')
  await expect.poll(async () => (await serverNamed('broken'))?.problem).toContain('no luck')
})

test('a server that is removed is gone, with its tools', async () => {
  await service.client.mcp.remove({ params: { server: 'broken' } })
  await service.client.mcp.remove({ params: { server: 'sample' } })
  expect(await service.client.mcp.list({})).toEqual({ servers: [] })
  expect((await service.client.settings.get({}))['MCP_SERVERS']).toEqual({})
  expect((await service.client.tools.list({ query: { agent: 'sample' } })).tools).toEqual([])
  await expect(service.client.mcp.restart({ params: { server: 'sample' } })).rejects.toThrow(/no "sample"/)
  await expect(service.client.mcp.log({ params: { server: 'sample' } })).rejects.toThrow(/no "sample"/)
})
