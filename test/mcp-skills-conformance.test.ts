import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveServer } from './mcp-approval.ts'
import { runScenario, type Check } from './mcp-conformance.ts'
import { startTestService, type TestService } from './service.ts'
import { writeSkill } from './skill-folders.ts'

const slow = { timeout: 120_000 }
const driver = fileURLToPath(new URL('mcp-conformance-driver.ts', import.meta.url))

let service: TestService
let control: Server
beforeAll(async () => {
  service = await startTestService()
  await writeSkill(service.folder.skills, 'minutes', { 'references/style.md': 'Be short.\n' })
  const { hash } = await service.client.skills.read({ params: { name: 'minutes' } })
  await service.client.skills.enable({ params: { name: 'minutes' }, body: { hash: hash! } })
  control = createServer((request, response) => {
    const played = text(request).then((body) => play(JSON.parse(body) as { url: string; scenario: string }))
    void played.then(
      () => response.end('Played.'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(control, 'listening')
})
afterAll(async () => {
  control.close()
  await service[Symbol.asyncDispose]()
})

const named = async (name: string) =>
  (await service.client.skills.list()).skills.find((skill) => skill.name === name)

/** Does with a server what a person does: adds it, allows it, and looks at its skill where the scenario is about that. */
async function play({ url, scenario }: { url: string; scenario: string }): Promise<void> {
  const server = scenario.replaceAll('-', '_')
  const name = `${server}:pdf-processing`
  await service.client.settings.update({ body: { ALLOWED_PRIVATE_TARGETS: [new URL(url).host] } })
  await service.client.mcp.add({ body: { mcpServers: { [server]: { url } } } })
  try {
    await approveServer(service, server)
    await expect.poll(async () => (await named(name))?.status).toBe('unconfirmed')
    if (scenario.endsWith('no-prefetch')) return
    const { status, problem } = await service.client.skills.read({ params: { name } })
    expect(status).toBe('refused')
    expect(problem).toMatch(/^Can't use the skill: .*sep_2640.*\.$/)
    const enabling = service.client.skills.enable({ params: { name }, body: { hash: '0'.repeat(64) } })
    await expect(enabling).rejects.toThrow("Can't use the skill")
  } finally {
    await service.client.mcp.remove({ params: { server } })
    await expect.poll(() => named(name)).toBeUndefined()
  }
}

const unlike = (checks: readonly Check[]) =>
  checks
    .filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
    .map(({ id, status, errorMessage }) => `${id} ${status}: ${errorMessage}`)

test.each(['sep-2640-skills-enumeration', 'sep-2640-skills-manifest', 'sep-2640-skills-directory'])(
  'the server passes %s',
  slow,
  async (scenario) => {
    const checks = await runScenario(['server', '--url', `${service.address}/mcp`], scenario)
    expect(checks.length).toBeGreaterThan(4)
    expect(unlike(checks)).toEqual([])
  },
)

test.each([
  'sep-2640-client-no-prefetch',
  'sep-2640-client-verify-digest',
  'sep-2640-client-verify-size',
  'sep-2640-client-verify-frontmatter',
])('the client passes %s', slow, async (scenario) => {
  const address = `http://127.0.0.1:${(control.address() as AddressInfo).port}`
  const command = `${process.execPath} ${driver} ${address}`
  const checks = await runScenario(['client', '--command', command, '--timeout', '100000'], scenario)
  expect(checks.map(({ status }) => status)).toContain('SUCCESS')
  expect(unlike(checks)).toEqual([])
})
