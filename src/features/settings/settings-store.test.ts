import { Type } from '../../contract/type.ts'
import { mkdir, mkdtempDisposable, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Provenance } from '../../contract/endpoint.ts'
import { silentLog } from '../../contract/log.ts'
import type { SettingDefinition } from '../../contract/setting.ts'
import { createAuditLog } from '../../platform/audit/audit-log.ts'
import { createScrubber } from '../../platform/secrets/redaction.ts'
import { openSecretStore } from '../../platform/secrets/secret-store.ts'
import { settingDefinitions } from './definitions.ts'
import { settingsHandlers } from './handlers.ts'
import { createSettings, type SettingsOptions } from './settings-store.ts'

const folderOfTest = () => mkdtempDisposable(join(tmpdir(), 'deskhand-settings-'))

/** Settings as the service has them, on real files. */
async function openIn(folder: string, options: Partial<SettingsOptions> = {}) {
  const scrubber = createScrubber()
  const incidents: string[] = []
  const audit = createAuditLog({
    path: join(folder, 'audit.jsonl'),
    now: () => new Date(),
    scrub: scrubber.scrub,
  })
  const secrets = await openSecretStore({ folder, keyring: 'off', environment: {}, log: silentLog })
  const settings = await createSettings({
    definitions: settingDefinitions,
    file: join(folder, 'settings.json'),
    secrets,
    environment: {},
    audit,
    now: () => new Date('2026-03-01T12:00:00Z'),
    log: silentLog,
    onIncident: (message) => incidents.push(message),
    holdSecrets: scrubber.hold,
    ...options,
  })
  return { settings, audit, secrets, scrubber, incidents, [Symbol.asyncDispose]: () => audit.close() }
}

const storedIn = async (folder: string) => {
  const text = await readFile(join(folder, 'settings.json'), 'utf8')
  return (JSON.parse(text) as { settings: Record<string, unknown> }).settings
}

const pluginSetting: SettingDefinition = {
  name: 'PLUGIN_WEATHER_STATION',
  label: 'Test',
  group: 'Plugins',
  description: 'The number of the station.',
  schema: Type.Integer(),
  default: 1,
}

test('a change counts from the next read on, and after a restart', async () => {
  await using folder = await folderOfTest()
  await using first = await openIn(folder.path)
  expect(first.settings.get('WORKFLOW_CONCURRENCY')).toBe(8)
  expect(first.settings.get('LLM_MODEL')).toBeNull()
  await first.settings.update({ LLM_MODEL: 'qwen3:8b', WORKFLOW_CONCURRENCY: 3 }, 'local-client')
  expect(first.settings.get('LLM_MODEL')).toBe('qwen3:8b')

  await using second = await openIn(folder.path)
  expect(second.settings.get('LLM_MODEL')).toBe('qwen3:8b')
  expect(second.settings.get('WORKFLOW_CONCURRENCY')).toBe(3)
  await second.settings.update({ WORKFLOW_CONCURRENCY: null }, 'local-client')
  expect(second.settings.get('WORKFLOW_CONCURRENCY')).toBe(8)
  expect(await storedIn(folder.path)).toEqual({ LLM_MODEL: 'qwen3:8b' })
  expect((await stat(join(folder.path, 'settings.json'))).mode & 0o777).toBe(0o600)
})

test('a refused request names every reason at once and changes nothing', async () => {
  await using folder = await folderOfTest()
  await using service = await openIn(folder.path, { environment: { DESKHAND_UNITS: 'imperial' } })
  const patch = {
    USER_NAME: 'Ada',
    LLM_MODLE: 'x',
    COMPLETELY_ELSE: 1,
    WORKFLOW_CONCURRENCY: 'eight',
    APPROVAL_MODE: 'sometimes',
    UNITS: 'metric',
    NEWS_API_KEY: '••••abcd',
    BASE_CURRENCY: 'euro',
  }
  const error: unknown = await service.settings
    .update(patch, 'local-client')
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'invalid_request',
    errors: [
      { path: '/LLM_MODLE', message: 'did you mean LLM_MODEL?' },
      { path: '/COMPLETELY_ELSE', message: expect.stringContaining('is not a setting') },
      { path: '/WORKFLOW_CONCURRENCY', message: 'must be integer' },
      { path: '/APPROVAL_MODE', message: 'must be one of risky, always, never' },
      { path: '/UNITS', message: expect.stringContaining('DESKHAND_UNITS') },
      { path: '/NEWS_API_KEY', message: expect.stringContaining('masked') },
      { path: '/BASE_CURRENCY', message: 'must look like "EUR"' },
    ],
  })
  expect(service.settings.get('USER_NAME')).toBeNull()
  expect(await readdir(folder.path)).toEqual([])
})

test('the environment comes first, is said to, and does not reach the file', async () => {
  await using folder = await folderOfTest()
  await using before = await openIn(folder.path)
  await before.settings.update({ HOME_CITY: 'Oslo' }, 'local-client')
  const environment = { DESKHAND_HOME_CITY: 'Tokyo', DESKHAND_LLM_API_KEY: 'canary-key-1234' }
  await using service = await openIn(folder.path, { environment })
  expect(service.settings.get('HOME_CITY')).toBe('Tokyo')
  expect(service.settings.view()).toMatchObject({ HOME_CITY: 'Tokyo', LLM_API_KEY: '••••1234' })
  const city = service.settings.schema().find(({ name }) => name === 'HOME_CITY')
  expect(city).toMatchObject({
    source: 'environment',
    environment_variable: 'DESKHAND_HOME_CITY',
    secret: false,
  })
  expect(service.scrubber.scrub('sent canary-key-1234')).toBe('sent [redacted]')
  expect(await storedIn(folder.path)).toEqual({ HOME_CITY: 'Oslo' })
})

test('whoever reads all settings, changes one and sends all of them back changes one', async () => {
  await using folder = await folderOfTest()
  await using service = await openIn(folder.path, { environment: { DESKHAND_UNITS: 'imperial' } })
  await service.settings.update({ LLM_API_KEY: 'canary-key-1234', NEWS_API_KEY: 'short' }, 'local-client')
  const shown = service.settings.view()
  expect(shown).toMatchObject({ LLM_API_KEY: '••••1234', NEWS_API_KEY: '••••', NASA_API_KEY: null })
  const changes: (readonly string[])[] = []
  service.settings.onChange((names) => changes.push(names))

  await service.settings.update({ ...shown, USER_NAME: 'Ada' }, 'local-client')
  expect(changes).toEqual([['USER_NAME']])
  expect(service.settings.get('LLM_API_KEY')).toBe('canary-key-1234')
  expect(service.settings.get('NEWS_API_KEY')).toBe('short')
  expect(await storedIn(folder.path)).toEqual({ USER_NAME: 'Ada' })
})

test('every secret that is set stands in the file of secrets, and nowhere else that one could read', async () => {
  await using folder = await folderOfTest()
  await using service = await openIn(folder.path)
  const handlers = settingsHandlers({ settings: service.settings })
  const names = settingDefinitions.filter((definition) => definition.secret).map(({ name }) => name)
  // Letters only, so that it is valid wherever base64 is asked for.
  const canaries = Object.fromEntries(
    names.map((name, index) => [
      name,
      `${name === 'DATABASE_URL' ? 'postgres://' : ''}canary${'x'.repeat(40 + index)}tail`,
    ]),
  )
  const call = { provenance: 'local-client' } as Parameters<typeof handlers.update>[1]
  const input = { params: undefined, query: undefined, body: { ...canaries, USER_NAME: 'Ada' } }
  const answer = await handlers.update(input, call)
  for (const name of names) expect(service.settings.get(name)).toBe(canaries[name])

  const outside = [
    JSON.stringify(answer),
    JSON.stringify(await handlers.get({ params: undefined, query: undefined, body: undefined }, call)),
    JSON.stringify(await handlers.schema({ params: undefined, query: undefined, body: undefined }, call)),
    await readFile(join(folder.path, 'settings.json'), 'utf8'),
    await readFile(join(folder.path, 'audit.jsonl'), 'utf8'),
    service.scrubber.scrub(`a line of the log with ${Object.values(canaries).join(' and ')}`),
  ]
  for (const text of outside) expect(text).not.toContain('canary')
  expect(outside[4]).toContain('LLM_API_KEY')
  expect(await readFile(join(folder.path, 'secrets.json'), 'utf8')).toContain('canary')
})

test('a secret that somebody wrote into settings.json moves to where secrets belong', async () => {
  await using folder = await folderOfTest()
  const path = join(folder.path, 'settings.json')
  await writeFile(path, JSON.stringify({ settings: { NEWS_API_KEY: 'canary-by-hand', HOME_CITY: 'Oslo' } }))
  await using service = await openIn(folder.path)
  expect(service.settings.get('NEWS_API_KEY')).toBe('canary-by-hand')
  expect(await readFile(path, 'utf8')).not.toContain('canary')
  expect(await storedIn(folder.path)).toEqual({ HOME_CITY: 'Oslo' })
})

test.each<Provenance>(['model', 'schedule', 'plugin', 'webhook:ada'])(
  '%s cannot change settings',
  async (provenance) => {
    await using folder = await folderOfTest()
    await using service = await openIn(folder.path)
    await expect(service.settings.update({ APPROVAL_MODE: 'never' }, provenance)).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(service.settings.get('APPROVAL_MODE')).toBe('risky')
    expect(await service.audit.tail(1)).toMatchObject([{ kind: 'settings.refused', provenance }])
  },
)

test('a change is audited before and after, with its values and without its secrets', async () => {
  await using folder = await folderOfTest()
  await using service = await openIn(folder.path)
  await service.settings.update({ HOME_CITY: 'Oslo', LLM_API_KEY: 'canary-key-1234' }, 'local-client')
  const detail = { changed: { HOME_CITY: 'Oslo' }, secrets: ['LLM_API_KEY'] }
  expect(await service.audit.tail(2)).toMatchObject([
    { kind: 'settings.change', phase: 'intent', subject: 'HOME_CITY, LLM_API_KEY', detail },
    { kind: 'settings.change', phase: 'outcome', detail: { success: true } },
  ])
})

test('changes that are asked for at the same time are all kept', async () => {
  await using folder = await folderOfTest()
  await using service = await openIn(folder.path)
  const patches = [
    { HOME_CITY: 'Oslo' },
    { USER_NAME: 'Ada' },
    { LLM_API_KEY: 'k-1' },
    { UNITS: 'imperial' },
    { TOKEN: 't'.repeat(32) },
  ]
  await Promise.all(patches.map((patch) => service.settings.update(patch, 'local-client')))
  await using again = await openIn(folder.path)
  for (const [name, value] of patches.flatMap((patch) => Object.entries(patch))) {
    expect(again.settings.get(name)).toBe(value)
  }
})

test('settings.json that is not JSON is put aside, said loudly, and the defaults are used', async () => {
  await using folder = await folderOfTest()
  await writeFile(join(folder.path, 'settings.json'), '{"settings": {"HOME_CITY": "Os')
  await using service = await openIn(folder.path)
  const aside = 'settings.json.corrupt.2026-03-01T12-00-00.000Z'
  expect(await readFile(join(folder.path, aside), 'utf8')).toContain('"Os')
  expect(service.incidents).toEqual([expect.stringContaining(aside)])
  expect(service.settings.get('HOME_CITY')).toBeNull()
  await service.settings.update({ HOME_CITY: 'Oslo' }, 'local-client')
  expect(await storedIn(folder.path)).toEqual({ HOME_CITY: 'Oslo' })
})

test('one value in the file that does not fit is passed over and named, the others count', async () => {
  await using folder = await folderOfTest()
  const settings = { HOME_CITY: 'Oslo', WORKFLOW_CONCURRENCY: 'many' }
  await writeFile(join(folder.path, 'settings.json'), JSON.stringify({ format: 1, settings }))
  await using service = await openIn(folder.path)
  expect(service.settings.get('HOME_CITY')).toBe('Oslo')
  expect(service.settings.get('WORKFLOW_CONCURRENCY')).toBe(8)
  expect(service.incidents).toEqual([expect.stringContaining('WORKFLOW_CONCURRENCY')])
})

test('a service that was protected by a token does not start without it', async () => {
  await using folder = await folderOfTest()
  await writeFile(join(folder.path, 'secrets.json'), JSON.stringify({ values: { TOKEN: 'too short' } }))
  await expect(openIn(folder.path)).rejects.toMatchObject({ code: 'not_configured' })
  const keyring = { account: 'x', names: ['TOKEN'] }
  await writeFile(join(folder.path, 'secrets.json'), JSON.stringify({ keyring, values: {} }))
  await expect(openIn(folder.path)).rejects.toThrow('DESKHAND_TOKEN')
  await using service = await openIn(folder.path, { environment: { DESKHAND_TOKEN: 'e'.repeat(32) } })
  expect(service.settings.get('TOKEN')).toBe('e'.repeat(32))
})

test('what must not be together is refused though each is valid', async () => {
  await using folder = await folderOfTest()
  const veto: SettingsOptions['veto'] = (next) =>
    next('TOKEN') === null
      ? [{ path: '/TOKEN', message: 'is needed while others can reach the service' }]
      : []
  await using service = await openIn(folder.path, { veto })
  await service.settings.update({ TOKEN: 't'.repeat(32) }, 'local-client')
  await expect(service.settings.update({ TOKEN: null, HOME_CITY: 'Oslo' }, 'local-client')).rejects.toThrow(
    'is needed',
  )
  expect(service.settings.get('TOKEN')).toBe('t'.repeat(32))
  expect(service.settings.get('HOME_CITY')).toBeNull()
})

test("a plugin's settings come and go with it, and what was set for them stays", async () => {
  await using folder = await folderOfTest()
  await using service = await openIn(folder.path)
  const unregister = service.settings.register([pluginSetting])
  await service.settings.update({ PLUGIN_WEATHER_STATION: 42 }, 'local-client')
  unregister()
  expect(service.settings.get('PLUGIN_WEATHER_STATION')).toBeNull()
  await service.settings.update({ HOME_CITY: 'Oslo' }, 'local-client')

  await using again = await openIn(folder.path)
  expect(again.settings.view()).not.toHaveProperty('PLUGIN_WEATHER_STATION')
  again.settings.register([pluginSetting])
  expect(again.settings.get('PLUGIN_WEATHER_STATION')).toBe(42)
})

test('a plugin reads its settings from the environment too, and cannot take the place of others', async () => {
  await using folder = await folderOfTest()
  await using service = await openIn(folder.path, { environment: { DESKHAND_PLUGIN_WEATHER_STATION: '7' } })
  service.settings.register([pluginSetting])
  expect(service.settings.get('PLUGIN_WEATHER_STATION')).toBe(7)
  expect(() => service.settings.register([{ ...pluginSetting, name: 'TOKEN' }])).toThrow(
    'PLUGIN_<AGENT>_<NAME>',
  )
  expect(() => service.settings.register([{ ...pluginSetting, secret: true }])).toThrow('type string')
  const broken = {
    ...pluginSetting,
    schema: { type: 'string', pattern: '(' } as unknown as SettingDefinition['schema'],
  }
  expect(() => service.settings.register([broken])).toThrow('has an invalid schema')
  expect(service.settings.get('TOKEN')).toBeNull()
})

test('when settings.json cannot be written, the secrets of the same request are put back', async () => {
  await using folder = await folderOfTest()
  await using service = await openIn(folder.path)
  await service.settings.update({ LLM_API_KEY: 'first-key' }, 'local-client')
  // A folder in its place: nothing can be renamed over it.
  await mkdir(join(folder.path, 'settings.json', 'x'), { recursive: true })
  const update = service.settings.update({ LLM_API_KEY: 'second-key', HOME_CITY: 'Oslo' }, 'local-client')
  await expect(update).rejects.toThrow('settings.json')
  expect(service.settings.get('LLM_API_KEY')).toBe('first-key')
  expect(service.settings.get('HOME_CITY')).toBeNull()
  expect(await readFile(join(folder.path, 'secrets.json'), 'utf8')).not.toContain('second-key')
  expect(await service.audit.tail(1)).toMatchObject([{ phase: 'outcome', detail: { success: false } }])

  await rm(join(folder.path, 'settings.json'), { recursive: true })
  await service.settings.update({ HOME_CITY: 'Oslo' }, 'local-client')
  expect(service.settings.get('HOME_CITY')).toBe('Oslo')
})

test('a listener that fails keeps nobody else from hearing of a change', async () => {
  await using folder = await folderOfTest()
  await using service = await openIn(folder.path)
  const heard: string[] = []
  service.settings.onChange(() => {
    throw new Error('broken listener')
  })
  const stop = service.settings.onChange((names) => heard.push(...names))
  await service.settings.update({ HOME_CITY: 'Oslo' }, 'local-client')
  stop()
  await service.settings.update({ HOME_CITY: 'Rome' }, 'local-client')
  expect(heard).toEqual(['HOME_CITY'])
})
