import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { needBubblewrap, toolModule, writePlugin } from './plugins.ts'
import { startTestService, type TestService } from './service.ts'

// It tries the examples of docs/plugins.md.

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(needBubblewrap)

const pluginNamed = async (agent: string) => {
  const { plugins } = await service.client.plugins.list({})
  return plugins.find((plugin) => plugin.agent === agent)
}

const execute = (tool_name: string, args: Record<string, unknown> = {}) =>
  service.client.tools.execute({ body: { tool_name, args } })

test('a plugin is dropped in, asked about, enabled and called', async () => {
  const files = toolModule('DOUBLE', 'return { message: "Doubled.", data: args.value + args.value }')
  await writePlugin(join(service.folder.plugins, 'doubler'), { files })
  await expect.poll(() => pluginNamed('doubler')).toMatchObject({ status: 'unconfirmed' })

  const asked = await execute('DOUBLE', { value: 'ab' })
  expect(asked).toMatchObject({ success: false, data: { error: { code: 'approval_required' } } })
  const { confirmation_id } = (asked.data as { confirmation: { confirmation_id: string } }).confirmation
  const approved = await service.client.tools.confirm({ body: { confirmation_id, approved: true } })
  expect(approved).toMatchObject({ status: 'approved', result: { success: true, data: 'abab' } })

  const { hash } = (await pluginNamed('doubler'))!
  await service.client.plugins.enable({ params: { agent: 'doubler' }, body: { hash: hash! } })
  expect(await execute('DOUBLE', { value: 'ab' })).toMatchObject({ success: true, data: 'abab' })
  const { tools } = await service.client.tools.list({ query: { agent: 'doubler' } })
  expect(tools).toMatchObject([{ action: 'DOUBLE', origin: 'plugin', always_asks: false, timeout_s: 30 }])
})

test('the service is there while a plugin hangs in its first line, and after a restart too', async () => {
  await writePlugin(join(service.folder.plugins, 'hanging'), { files: 'for (;;) {}' })
  await writePlugin(join(service.folder.plugins, 'broken'), { manifest: { agent: 1 }, files: '' })
  await service.restart()
  expect(await service.client.health.get({})).toMatchObject({ status: 'ok' })
  await expect.poll(() => pluginNamed('doubler')).toMatchObject({ status: 'enabled' })
  expect(await execute('DOUBLE', { value: 'x' })).toMatchObject({ success: true, data: 'xx' })
  await expect.poll(() => pluginNamed('broken')).toMatchObject({ status: 'refused' })
  await expect.poll(() => pluginNamed('hanging')).toMatchObject({ status: 'refused' })
})

test('what was not looked at cannot be enabled', async () => {
  const params = { agent: 'doubler' }
  const body = { hash: '0'.repeat(64) }
  await expect(service.client.plugins.enable({ params, body })).rejects.toMatchObject({ code: 'conflict' })
  await expect(service.client.plugins.disable({ params: { agent: '../data' } })).rejects.toMatchObject({
    code: 'not_found',
  })
})
