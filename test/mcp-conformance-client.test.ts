import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requiredScenarios, runSuite } from './mcp-conformance.ts'
import { approveServer } from './mcp-approval.ts'
import { signInAsBrowser } from './mcp-sign-in.ts'
import { startTestService, type TestService } from './service.ts'

const driver = fileURLToPath(new URL('mcp-conformance-driver.ts', import.meta.url))
/** Where the suite says that the page with this client's metadata would be. */
const METADATA_PAGE = 'https://conformance-test.local/client-metadata.json'

interface Scenario {
  readonly url: string
  readonly scenario: string
  readonly context: string
}

interface Context {
  readonly client_id?: string
  readonly client_secret?: string
  readonly toolCalls?: readonly { name: string; arguments: Record<string, unknown> }[]
}

let service: TestService
let control: Server
beforeAll(async () => {
  service = await startTestService()
  await service.client.settings.update({ body: { MCP_CLIENT_METADATA_URL: METADATA_PAGE } })
  let number = 0
  control = createServer((request, response) => {
    number += 1
    const server = `suite_${number}`
    const played = text(request).then((body) => play(server, JSON.parse(body) as Scenario))
    void played.then(
      (said) => response.end(said),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
})
afterAll(async () => {
  control.close()
  await service[Symbol.asyncDispose]()
})

/** Does with a server what a person does: adds it, allows it, signs in where it wants that, and calls its tools. */
async function play(server: string, { url, context }: Scenario): Promise<string> {
  const { client_id, client_secret, toolCalls } = JSON.parse(context) as Context
  const oauth = client_id !== undefined && { oauth: { client_id, ...(client_secret && { client_secret }) } }
  await allowTarget(new URL(url).host)
  await service.client.mcp.add({ body: { mcpServers: { [server]: { url, ...oauth } } } })
  try {
    await approveServer(service, server)
    await signIn(server)
    const told: string[] = []
    for (const { action, args } of await callsOf(server, toolCalls)) {
      const call = () =>
        answering(server, () => service.client.tools.execute({ body: { tool_name: action, args } }))
      let outcome = await call()
      if (!outcome.success && (await stateOf(server)).sign_in !== 'done' && (await signIn(server)))
        outcome = await call()
      told.push(`${action}: ${outcome.message}`)
    }
    return told.join('\n')
  } finally {
    await service.client.mcp.remove({ params: { server } })
  }
}

/** Fills in what the server asks for while something goes on. */
async function answering<Result>(server: string, work: () => Promise<Result>): Promise<Result> {
  const state = { isOver: false }
  const working = work().finally(() => (state.isOver = true))
  while (!state.isOver) {
    const { confirmations } = await service.client.tools.listConfirmations({})
    for (const { confirmation_id, form } of confirmations.filter((one) => one.form?.asked_by === server)) {
      const args = Object.fromEntries(form!.fields.map(({ name, kind }) => [name, VALUES[kind]]))
      const body = { confirmation_id, approved: true, changes: [{ index: 0, args }] }
      await service.client.tools.confirm({ body })
    }
    await Promise.race([working.catch(() => {}), sleep(50)])
  }
  return working
}

const VALUES: Readonly<Record<string, unknown>> = { text: 'text', number: 2, integer: 2, yes_no: true }

const allowed = new Set<string>()
async function allowTarget(host: string): Promise<void> {
  allowed.add(host)
  await service.client.settings.update({ body: { ALLOWED_PRIVATE_TARGETS: [...allowed] } })
}

async function stateOf(server: string) {
  const { servers } = await service.client.mcp.list({})
  return servers.find((one) => one.server === server)!
}

/** As often as the server asks for it; false when there was nothing to sign in to, or it failed. */
async function signIn(server: string): Promise<boolean> {
  await expect.poll(async () => (await stateOf(server)).status).not.toBe('starting')
  let isSignedIn = false
  for (let times = 0; times < 5; times += 1) {
    const { sign_in, status } = await stateOf(server)
    if (sign_in !== 'needed' && sign_in !== 'more') break
    isSignedIn = await once(server)
    if (!isSignedIn) throw new Error(`${status}: ${(await stateOf(server)).problem}`)
  }
  return isSignedIn
}

async function once(server: string): Promise<boolean> {
  try {
    const { link } = await service.client.mcp.signIn({ params: { server } })
    return (await signInAsBrowser(link)).status === 200
  } catch (error) {
    // The issuers of the suite are on this machine, under a port of their own.
    const host = /^(\S+) is on this machine|add (\S+) to ALLOWED/.exec((error as Error).message)
    const named = host?.[2] ?? host?.[1]
    if (named === undefined) throw error
    await allowTarget(named)
    return once(server)
  }
}

async function callsOf(server: string, wanted: Context['toolCalls']) {
  const { tools } = await service.client.tools.list({ query: { agent: server } })
  const named = (action: string) => wanted?.find(({ name }) => action === `${server}_${name}`.toUpperCase())
  return tools.map(({ action, parameters }) => ({
    action,
    args: named(action)?.arguments ?? made(parameters),
  }))
}

/** Something for each argument that has to be there. */
function made({
  properties = {},
  required = [],
}: {
  properties?: Record<string, { type?: string }>
  required?: string[]
}) {
  const value = (type: string | undefined) =>
    type === 'number' || type === 'integer' ? 2 : type === 'boolean' ? true : 'text'
  return Object.fromEntries(required.map((name) => [name, value(properties[name]?.type)]))
}

test('the client passes every scenario that the revision requires', { timeout: 300_000 }, async () => {
  const scenarios = await requiredScenarios('client')
  expect(scenarios).toHaveLength(32)
  const isScored = (scenario: string) => scenarios.includes(scenario)
  const address = `http://127.0.0.1:${(control.address() as AddressInfo).port}`
  const command = `${process.execPath} ${driver} ${address}`
  const { failures, output } = await runSuite(['client', '--command', command, '--timeout', '120000'])
  const ran = [...failures.keys()].filter(isScored)
  const failed = [...failures].filter(([scenario, found]) => isScored(scenario) && found.length > 0)
  expect(failed, output).toEqual([])
  expect(ran.toSorted()).toEqual(scenarios.toSorted())
})
