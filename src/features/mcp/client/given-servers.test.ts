import { expect, test } from 'vitest'
import { givenServers } from './given-servers.ts'

test('what other programs write is taken over, their own members left out and told', () => {
  const given = {
    'GitHub Tools': { type: 'stdio', command: 'npx', args: ['-y', 'x'], env: { KEY: 'k' }, cwd: '/tmp' },
    remote: { type: 'http', url: 'https://mcp.host.test/mcp', headers: { Authorization: 'Bearer x' } },
    windsurf: { serverUrl: 'https://other.host.test/mcp', disabled: false },
  }
  expect(givenServers(given)).toEqual({
    servers: {
      github_tools: { command: 'npx', args: ['-y', 'x'], env: { KEY: 'k' } },
      remote: { url: 'https://mcp.host.test/mcp', headers: { Authorization: 'Bearer x' } },
      windsurf: { url: 'https://other.host.test/mcp' },
    },
    notes: [
      '“GitHub Tools” is called github_tools here.',
      'Ignored in “GitHub Tools”: cwd.',
      'Ignored in “windsurf”: disabled.',
    ],
  })
})

test.each<[string, Record<string, unknown>, RegExp]>([
  ['nothing', {}, /name at least one server/],
  ['a text', { a: 'npx' }, /a: must be an object/],
  ['neither command nor address', { a: { args: [] } }, /needs a command to start, or a url/],
  ['both', { a: { command: 'npx', url: 'https://host.test' } }, /keep one/],
  ['the old transport', { a: { type: 'sse', url: 'https://host.test/sse' } }, /uses SSE/],
  ['a placeholder', { a: { command: 'npx', env: { KEY: '${input:key}' } } }, /in place of \$\{input:key\}/],
  ['one name twice', { 'a b': { command: 'x' }, 'A B': { command: 'y' } }, /second server named a_b/],
])('%s is refused with the reason', (_what, given, reason) => {
  expect(() => givenServers(given)).toThrow(reason)
})
