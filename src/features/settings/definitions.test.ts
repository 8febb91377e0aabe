import { expect, test } from 'vitest'
import type { SettingDefinition } from '../../contract/setting.ts'
import { settingDefinitions } from './definitions.ts'
import { refusalsOf } from './setting-check.ts'

const definitions: readonly SettingDefinition[] = settingDefinitions
const byName = new Map(definitions.map((definition) => [definition.name, definition]))

test('every setting has a name of its own and says in a sentence what it is for', () => {
  expect(byName.size).toBe(definitions.length)
  const unclear = definitions.filter(
    ({ name, description, group }) =>
      !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name) || !/^[A-Z].{10,}\.$/.test(description) || group === '',
  )
  expect(unclear).toEqual([])
})

test('every setting has a human label that is its own in its group', () => {
  const odd = definitions.filter(
    ({ name, label }) => !/^[A-Za-z].{1,40}$/.test(label) || label.includes('_') || label === name,
  )
  expect(odd.map(({ name, label }) => [name, label])).toEqual([])
  const shown = definitions.map(({ group, label }) => `${group}: ${label}`)
  expect(shown).toEqual([...new Set(shown)])
})

test('no group is all advanced but what has a screen of its own, and the addresses of providers', () => {
  const groups = Map.groupBy(definitions, ({ group }) => group)
  const folded = [...groups].filter(([, list]) => list.every(({ advanced }) => advanced))
  expect(folded.map(([group]) => group)).toEqual(['Access token', 'MCP servers', 'Provider addresses'])
})

test('every default and every example fits its own schema', () => {
  const refusals = definitions.flatMap((definition) =>
    [definition.default, definition.example]
      .filter((value) => value !== null && value !== undefined)
      .flatMap((value) => refusalsOf(definition, value).map((reason) => `${definition.name} ${reason}`)),
  )
  expect(refusals).toEqual([])
})

test('what is named like a secret is one, is text, and has no default', () => {
  const secrets = definitions.filter(({ secret }) => secret)
  const named = definitions.filter(({ name }) => /(?:API_KEY|PASSWORD|SECRET|TOKEN|DATABASE_URL)$/.test(name))
  expect(secrets).toEqual(named)
  expect(secrets.filter(({ schema, default: value }) => !('type' in schema) || value !== null)).toEqual([])
})

test('only the MCP servers name a program to start', () => {
  const naming = definitions.filter(({ schema }) =>
    /"(?:command|program|executable|binary|shell)"/i.test(JSON.stringify(schema)),
  )
  expect(naming.map(({ name }) => name)).toEqual(['MCP_SERVERS'])
  expect(
    definitions.filter(({ name }) => /COMMAND|PROGRAM|EXECUTABLE|BINARY|SHELL|_PATH$/.test(name)),
  ).toEqual([])
})

test.each<[string, unknown]>([
  ['TOKEN', 'x'.repeat(31)],
  ['TOKEN', ''],
  ['TOKEN', `${'x'.repeat(40)} y`],
  ['LLM_API_KEY', 'two\nlines'],
  ['LLM_API_KEY', 'sk-ant-…3f9a'],
  ['SLACK_BOT_TOKEN', 'xoxb-1 '],
  ['LLM_PROVIDER', 'somebody'],
  ['LLM_BASE_URL', 'file:///etc/passwd'],
  ['LLM_BASE_URL', 'http://user:password@host.test/'],
  ['ALLOWED_ORIGINS', ['*']],
  ['ALLOWED_ORIGINS', ['null']],
  ['ALLOWED_ORIGINS', ['https://host.test/']],
  ['ALLOWED_ORIGINS', ['https://*.host.test']],
  ['ALLOWED_HOSTS', ['http://host.test']],
  ['ALLOWED_PRIVATE_TARGETS', ['192.0.2.1']],
  ['WORKFLOW_CONCURRENCY', '8'],
  ['WORKFLOW_CONCURRENCY', 0],
  ['WORKFLOW_CONCURRENCY', 1.5],
  ['EMAIL_IMAP_HOST', 'imap.host.test:993'],
  ['BASE_CURRENCY', 'euro'],
  ['BRIEFING_TIME', '24:00'],
  ['MCP_SERVERS', { memory: { command: 'npx', shell: true } }],
  ['MCP_SERVERS', { memory: {} }],
  ['MCP_SERVERS', { 'not a name': { command: 'npx' } }],
  ['OFFICE_CHAT_SECRET', 'not base64!'],
])('%s refuses %j', (name, value) => {
  expect(refusalsOf(byName.get(name)!, value)).not.toEqual([])
})

test.each<[string, unknown]>([
  ['TOKEN', 'x'.repeat(32)],
  ['LLM_BASE_URL', 'http://[::1]:11434/v1'],
  ['ALLOWED_ORIGINS', ['http://localhost:5173', 'https://[2001:db8::1]:8443']],
  ['ALLOWED_HOSTS', ['desk.host.test:8000', '[2001:db8::1]']],
  ['ALLOWED_PRIVATE_TARGETS', ['nas.local:8080', '[fd00::1]:80']],
  ['EMAIL_IMAP_HOST', '2001:db8::25'],
  [
    'MCP_SERVERS',
    { remote: { url: 'https://mcp.host.test/mcp', headers: { Authorization: '$PLUGIN_REMOTE_KEY' } } },
  ],
])('%s accepts %j', (name, value) => {
  expect(refusalsOf(byName.get(name)!, value)).toEqual([])
})
