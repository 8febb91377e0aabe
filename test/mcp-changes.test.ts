import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { approveServer, callTool, serverNamed } from './mcp-approval.ts'
import { connectMcp, mcpClient } from './mcp-client.ts'
import { newProgram, programPath } from './program.ts'
import { startTestService } from './service.ts'

const sample = fileURLToPath(new URL('mcp-sample-server.ts', import.meta.url))

/** Any server that is set up brings the two tools that speak of servers into the catalog. */
const oneServer = { MCP_SERVERS: { nobody: { url: 'https://mcp.host.test/mcp' } } }

function hear(client: Client): string[] {
  const heard: string[] = []
  client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('tools'))
  client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('resources'))
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void heard.push(params.uri),
  )
  return heard
}

test('a client that listens hears of tools and resources that changed, and of those it named', async () => {
  await using service = await startTestService()
  await using client = await connectMcp(service.address)
  expect(client.getServerCapabilities()).toMatchObject({
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
  })
  const heard = hear(client)
  const named = 'deskhand://store/notes%2Fa'
  await client.listen({
    toolsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: [named],
  })
  await service.client.store.put({ params: { key: 'notes/b' }, body: { text: 'x' } })
  await expect.poll(() => heard).toEqual(['resources'])
  await service.client.store.put({ params: { key: 'notes/a' }, body: { text: 'x' } })
  await expect.poll(() => heard).toEqual(['resources', 'resources', named])
  await service.client.settings.update({ body: oneServer })
  await expect.poll(() => heard).toContain('tools')
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('LIST_MCP_SERVERS')

  const id = 'look'
  const steps = [{ id, agent: 'file_manager', action: 'LIST_FILES', depends_on: [], args: { path: '~' } }]
  heard.length = 0
  await service.client.workflows.create({ body: { name: 'Look', steps } })
  await expect.poll(() => heard).toContain('resources')
})

test('older clients over HTTP are promised no news, for none could reach them', async () => {
  await using service = await startTestService()
  await using older = await connectMcp(service.address, { mode: 'legacy' })
  const { tools, resources } = older.getServerCapabilities()!
  expect([tools?.listChanged, resources?.listChanged, resources?.subscribe]).toEqual([false, false, false])
})

test.each(['legacy', 'auto'] as const)(
  'a %s client on the standard streams hears of changes, also after the service was away',
  async (mode) => {
    await using program = await newProgram()
    const port = String(await freePort())
    const environment = { ...program.environment, DESKHAND_PORT: port } as Record<string, string>
    const run = async (...words: string[]) =>
      expect(await program.run(words, { environment: { DESKHAND_PORT: port } })).toMatchObject({ code: 0 })
    await run('start', '--background')
    await using client = mcpClient({ mode })
    const args = [programPath, 'mcp']
    const transport = { command: process.execPath, args, env: environment, stderr: 'ignore' as const }
    await client.connect(new StdioClientTransport(transport))
    const heard = hear(client)
    if (mode === 'auto') await client.listen({ toolsListChanged: true, resourcesListChanged: true })
    await client.listTools()
    // The program listens to the service from a moment after its start on.
    let isSet = false
    await expect
      .poll(async () => {
        isSet = !isSet
        await run('settings', 'set', 'MCP_SERVERS', JSON.stringify(isSet ? oneServer.MCP_SERVERS : {}))
        return heard
      })
      .toContain('tools')
    await run('stop')
    heard.length = 0
    await run('start', '--background')
    await expect.poll(() => heard).toContain('tools')
    await run('stop')
  },
)

test('a server that gets another tool while it runs is looked at again', async () => {
  await using service = await startTestService()
  const description = join(dirname(service.folder.root), 'description.txt')
  await writeFile(description, 'Adds two numbers.')
  const servers = { sample: { command: process.execPath, args: [sample, description] } }
  await service.client.settings.update({ body: { MCP_SERVERS: servers } })
  expect(await approveServer(service, 'sample')).toMatchObject({ result: { success: true } })
  expect(await callTool(service, 'SAMPLE_LEARN', { name: 'sing' })).toMatchObject({ success: true })
  await expect.poll(() => serverNamed(service, 'sample')).toMatchObject({ status: 'changed', tools: [] })
  expect(await approveServer(service, 'sample')).toMatchObject({ result: { success: true } })
  expect(await callTool(service, 'SAMPLE_SING')).toMatchObject({ success: true, message: 'sing' })
})

test('a server over HTTP is heard again after its stream of changes broke off', async () => {
  await using other = await startTestService()
  await using service = await startTestService()
  const url = `${other.address}/mcp`
  await service.client.settings.update({
    body: { ALLOWED_PRIVATE_TARGETS: [new URL(url).host], MCP_SERVERS: { other: { url } } },
  })
  expect(await approveServer(service, 'other')).toMatchObject({ result: { success: true } })
  await other.restart()
  await other.client.settings.update({ body: oneServer })
  await expect.poll(() => serverNamed(service, 'other')).toMatchObject({ status: 'changed' })
})
