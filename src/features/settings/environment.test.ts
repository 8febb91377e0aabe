import { Type } from '../../contract/type.ts'
import { expect, test } from 'vitest'
import type { SettingDefinition } from '../../contract/setting.ts'
import { settingDefinitions } from './definitions.ts'
import { misspeltVariables, readEnvironment } from './environment.ts'

test('values are read as the type that their setting has', () => {
  const values = readEnvironment(settingDefinitions, {
    DESKHAND_WORKFLOW_CONCURRENCY: '4',
    DESKHAND_UPDATE_CHECK: 'true',
    DESKHAND_DESKTOP_NOTIFICATIONS: 'off',
    DESKHAND_LLM_MODEL: '8',
    DESKHAND_ALLOWED_HOSTS: 'a.host.test, b.host.test:8000,',
    DESKHAND_ALLOWED_ORIGINS: '["https://a.host.test"]',
    DESKHAND_WEBHOOK_HOSTS: '',
    DESKHAND_MCP_SERVERS: '{"memory":{"command":"npx"}}',
    DESKHAND_PORT: '8000',
    LLM_PROVIDER: 'ollama',
  })
  expect(Object.fromEntries(values)).toEqual({
    WORKFLOW_CONCURRENCY: 4,
    UPDATE_CHECK: true,
    DESKTOP_NOTIFICATIONS: false,
    LLM_MODEL: '8',
    ALLOWED_HOSTS: ['a.host.test', 'b.host.test:8000'],
    ALLOWED_ORIGINS: ['https://a.host.test'],
    WEBHOOK_HOSTS: [],
    MCP_SERVERS: { memory: { command: 'npx' } },
  })
})

test('every variable that cannot be used is named in one error, without its value', () => {
  const environment = {
    DESKHAND_WORKFLOW_CONCURRENCY: 'many',
    DESKHAND_LOG_LEVEL: 'loud',
    DESKHAND_TOKEN: 'short-canary',
    DESKHAND_HOME_CITY: '',
    DESKHAND_MCP_SERVERS: '{',
    DESKHAND_NOTIFICATION_DAYS: '',
    DESKHAND_UPDATE_CHECK: 'perhaps',
  }
  let error: unknown
  try {
    readEnvironment(settingDefinitions, environment)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toMatchObject({ code: 'invalid_request' })
  const { message } = error as Error
  for (const variable of Object.keys(environment)) expect(message).toContain(variable)
  expect(message).not.toContain('canary')
})

test('a list of numbers is read as JSON', () => {
  const numbers: SettingDefinition = {
    name: 'PLUGIN_A_NUMBERS',
    label: 'Test',
    group: 'Plugins',
    description: 'Numbers.',
    schema: Type.Array(Type.Integer()),
    default: [],
  }
  expect(readEnvironment([numbers], { DESKHAND_PLUGIN_A_NUMBERS: '[1, 2]' }).get(numbers.name)).toEqual([
    1, 2,
  ])
  expect(() => readEnvironment([numbers], { DESKHAND_PLUGIN_A_NUMBERS: '1,2' })).toThrow('must be JSON')
})

test('a variable that looks like a misspelt setting is noticed, and one with a meaning of its own is not', () => {
  const names = settingDefinitions.map(({ name }) => name)
  const environment = {
    DESKHAND_TOKN: 'x',
    DESKHAND_LLM_APIKEY: 'x',
    DESKHAND_HOME: '/',
    DESKHAND_HOST: '::1',
    DESKHAND_PORT: '1',
    DESKHAND_SOCKET: 'x',
    DESKHAND_KEYRING: 'off',
    DESKHAND_DATABASE_URL: 'x',
    DESKHAND_PLUGIN_A_B: 'x',
    TOKN: 'x',
  }
  expect([...misspeltVariables(names, environment)]).toEqual([
    ['DESKHAND_TOKN', 'DESKHAND_TOKEN'],
    ['DESKHAND_LLM_APIKEY', 'DESKHAND_LLM_API_KEY'],
  ])
})
