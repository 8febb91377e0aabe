import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { extendForSuite, PIXEL } from './mcp-conformance-extension.ts'
import { requiredScenarios, runSuite } from './mcp-conformance.ts'
import { moduleOfTools, needBubblewrap, writePlugin } from './plugins.ts'
import { startTestService, type TestService } from './service.ts'

/** What the suite calls, as tools of a plugin that a person has enabled. */
const bodies = {
  TEST_SIMPLE_TEXT: `return { message: 'This is a simple text response for testing.' }`,
  TEST_IMAGE_CONTENT: `return { message: 'A picture.', data: ${JSON.stringify(picture())} }`,
  TEST_AUDIO_CONTENT: `return { message: 'A sound.', data: { mimeType: 'audio/wav', data: 'UklGRiQA' } }`,
  TEST_EMBEDDED_RESOURCE: `return { message: 'A resource.', data: ${JSON.stringify(resource())} }`,
  TEST_MULTIPLE_CONTENT_TYPES: `return { message: 'All of it.', data: ${JSON.stringify([picture(), resource()])} }`,
  TEST_ERROR_HANDLING: `throw new Error('This tool intentionally returns an error for testing.')`,
  TEST_TOOL_WITH_PROGRESS: `
    for (const fraction of [0.1, 0.5, 1]) {
      host.progress({ fraction })
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    return { message: 'Done.' }`,
}
/** They delete something as far as anybody knows, so that the service asks before it runs them. */
const asking = {
  TEST_INPUT_REQUIRED_RESULT_REQUEST_STATE: `return { message: 'state-ok' }`,
  TEST_INPUT_REQUIRED_RESULT_TAMPERED_STATE: `return { message: 'Done.' }`,
}

function picture() {
  return { mimeType: 'image/png', data: PIXEL }
}

function resource() {
  return { type: 'resource', resource: { uri: 'test://it', mimeType: 'text/plain', text: 'It.' } }
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ extendMcp: extendForSuite })
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(needBubblewrap)

async function enable(agent: string, files: string): Promise<void> {
  await writePlugin(join(service.folder.plugins, agent), { files })
  const found = async () => (await service.client.plugins.list({})).plugins.find((one) => one.agent === agent)
  await expect.poll(found).toMatchObject({ status: 'unconfirmed' })
  await service.client.plugins.enable({ params: { agent }, body: { hash: (await found())!.hash! } })
}

/** Automations are prompts. */
async function saveAutomations(): Promise<void> {
  const steps = [{ id: 'one', agent: 'suite', action: 'TEST_SIMPLE_TEXT', depends_on: [], args: {} }]
  const properties = { arg1: { type: 'string' }, arg2: { type: 'string' } }
  const inputs = { type: 'object', properties, required: ['arg1', 'arg2'] }
  await service.client.automations.create({ body: { name: 'Test simple prompt', steps } })
  await service.client.automations.create({ body: { name: 'Test prompt with arguments', steps, inputs } })
}

test('the server passes every scenario that the revision requires', { timeout: 300_000 }, async () => {
  await enable('suite', moduleOfTools(bodies))
  await enable('asking', moduleOfTools(asking).replaceAll("risk: 'read'", "risk: 'dangerous'"))
  await saveAutomations()
  const scenarios = await requiredScenarios('server')
  expect(scenarios).toHaveLength(37)
  const { failures, output } = await runSuite(['server', '--url', `${service.address}/mcp`])
  const found = new Map([...failures].map(([name, problems]) => [name.replace(/^server-/, ''), problems]))
  const failed = scenarios.filter((name) => found.get(name)?.length !== 0)
  expect(
    failed.map((name) => [name, found.get(name)]),
    output,
  ).toEqual([])
})
