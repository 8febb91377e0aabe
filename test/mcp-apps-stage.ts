import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { approveServer, callTool, serverNamed } from './mcp-approval.ts'
import type { TestService } from './service.ts'

/** What the app of a sample server is like. */
export interface AppServerFacts {
  readonly heading?: string
  readonly csp?: object
  /** Of the page; `none` for a server that has no such page. */
  readonly mediaType?: string
}

const program = fileURLToPath(new URL('mcp-app-server.ts', import.meta.url))

export async function writeFacts(
  service: TestService,
  server: string,
  facts: AppServerFacts,
): Promise<string> {
  const path = join(dirname(service.folder.root), `${server}.json`)
  await writeFile(path, JSON.stringify(facts))
  return path
}

/** Sets these servers, and allows each of them to start. Answers once their tools are there. */
export async function startAppServers(
  service: TestService,
  servers: Readonly<Record<string, AppServerFacts>>,
): Promise<void> {
  const settings: Record<string, { command: string; args: string[] }> = {}
  for (const [server, facts] of Object.entries(servers))
    settings[server] = {
      command: process.execPath,
      args: [program, await writeFacts(service, server, facts)],
    }
  await service.client.settings.update({ body: { MCP_SERVERS: settings } })
  for (const [server, { csp }] of Object.entries(servers)) {
    await approveServer(service, server)
    if (!csp) continue
    // Where its apps go is another question, for nobody could know it before the start.
    await expect.poll(async () => (await serverNamed(service, server))?.status).toBe('changed')
    await approveServer(service, server)
  }
  for (const server of Object.keys(servers))
    await expect.poll(async () => (await serverNamed(service, server))?.status).toBe('running')
}

/** Calls the tool with the app, as the person. Answers with the name of the call that the app shows. */
export async function showBoard(service: TestService, server: string, city = 'Oslo'): Promise<string> {
  const { data } = await callTool(service, `${server.toUpperCase()}_SHOW_BOARD`, { city })
  const { app } = (data ?? {}) as { app?: { call_id: string } }
  expect(app).toBeDefined()
  return app!.call_id
}

/** Answers the next question about a tool. */
export async function decideNext({ client }: TestService, action: string, approved: boolean): Promise<void> {
  const question = async () =>
    (await client.tools.listConfirmations({})).confirmations.find((one) => one.action === action)
  await expect.poll(question).toBeDefined()
  await client.tools.confirm({ body: { confirmation_id: (await question())!.confirmation_id, approved } })
}
