import { expect } from 'vitest'
import type { TestService } from './service.ts'

interface Listed {
  readonly server: string
  readonly status: string
  readonly problem: string | null
  readonly version: string
  readonly tools: readonly string[]
}

/** What the service says of one of its MCP servers. */
export async function serverNamed(service: TestService, name: string): Promise<Listed | undefined> {
  const { data } = await callTool(service, 'LIST_MCP_SERVERS')
  return (data as { servers?: Listed[] } | null)?.servers?.find(({ server }) => server === name)
}

/** Answers the question about a server once it is asked. */
export async function approveServer({ client }: Pick<TestService, 'client'>, server: string) {
  const question = async () =>
    (await client.tools.listConfirmations({})).confirmations.find(
      ({ action, args }) => action === 'START_MCP_SERVER' && args['server'] === server,
    )
  await expect.poll(question).toBeDefined()
  const { confirmation_id } = (await question())!
  return client.tools.confirm({ body: { confirmation_id, approved: true } })
}

export function callTool(
  { client }: Pick<TestService, 'client'>,
  tool_name: string,
  args: Record<string, unknown> = {},
) {
  return client.tools.execute({ body: { tool_name, args } })
}
