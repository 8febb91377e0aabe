import { expect, test } from 'vitest'
import { pastedServers } from '../web/src/pages/settings/mcp/pasted-servers.ts'

const server = { command: 'npx', args: ['-y', '@scope/server-memory@1.2.0'] }

test.each<[string, string]>([
  ['a whole file', JSON.stringify({ mcpServers: { memory: server }, theme: 'dark' })],
  ["another editor's file", JSON.stringify({ servers: { memory: server }, inputs: [] })],
  ['settings with the servers further in', JSON.stringify({ mcp: { servers: { memory: server } } })],
  ['the servers alone', JSON.stringify({ memory: server })],
  ['a member without braces', `"memory": ${JSON.stringify(server)},`],
  [
    'with comments and commas at ends',
    `{\n// my servers\n"mcpServers": {"memory": ${JSON.stringify(server)},},}`,
  ],
])('%s is read', (_what, text) => {
  expect(pastedServers(text)).toEqual({ servers: { memory: server } })
})

test('a server without a name is called like its package, or its host', () => {
  expect(pastedServers(JSON.stringify(server))).toEqual({ servers: { 'server-memory': server } })
  const remote = { url: 'https://mcp.host.test/mcp' }
  expect(pastedServers(JSON.stringify(remote))).toEqual({ servers: { 'mcp.host.test': remote } })
})

test.each(['', 'npx -y x', '[]', '{}', '{"mcpServers": 3}', '"text"'])('%j is told what is wrong', (text) => {
  expect(pastedServers(text)).toEqual({ problem: expect.stringMatching(/\.$/) })
})
