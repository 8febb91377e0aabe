import { chmod, mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { keyringChoice, openSecretStore, type KeyringChoice } from './secret-store.ts'

const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'deskhand-secrets-'))

/** No session in the environment: there is no keyring to find. */
function open(folder: string, keyring: KeyringChoice = 'auto') {
  return openSecretStore({ folder, keyring, environment: {}, log: silentLog })
}

test('a secret is there again after the store is opened anew, in a file for this user alone', async () => {
  await using folder = await temporaryFolder()
  const store = await open(folder.path)
  expect(store.backend).toBe('file')
  await store.setAll({ LLM_API_KEY: 'sk-1', NEWS_API_KEY: 'news-1' })
  await store.set('NEWS_API_KEY', null)

  const again = await open(folder.path)
  expect([...again.all()]).toEqual([['LLM_API_KEY', 'sk-1']])
  expect(again.placeOf('LLM_API_KEY')).toBe('file')
  expect(again.get('NEWS_API_KEY')).toBeNull()
  expect((await stat(join(folder.path, 'secrets.json'))).mode & 0o777).toBe(0o600)
})

test('changes that are asked for at the same time are all kept', async () => {
  await using folder = await temporaryFolder()
  const store = await open(folder.path)
  const names = Array.from({ length: 20 }, (_, index) => `NAME_${index}`)
  await Promise.all(names.map((name) => store.set(name, `value of ${name}`)))
  const again = await open(folder.path)
  expect([...again.all().keys()].toSorted()).toEqual(names.toSorted())
})

test('a file that others could read is closed to them', async () => {
  await using folder = await temporaryFolder()
  await (await open(folder.path)).set('LLM_API_KEY', 'sk-1')
  const path = join(folder.path, 'secrets.json')
  await chmod(path, 0o644)
  const again = await open(folder.path)
  expect(again.get('LLM_API_KEY')).toBe('sk-1')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a file that is not JSON is refused and left as it is, because it may hold the token', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'secrets.json')
  await writeFile(path, '{"values": {"TOKEN": "abc')
  await expect(open(folder.path)).rejects.toMatchObject({ code: 'storage_failed' })
  expect(await readFile(path, 'utf8')).toBe('{"values": {"TOKEN": "abc')
})

test('a file of a newer version is refused', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'secrets.json'), '{"format": 2}')
  await expect(open(folder.path)).rejects.toMatchObject({ code: 'schema_too_new' })
})

test('secrets in a keyring that does not answer are named, and one that is removed meanwhile stays removed', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'secrets.json')
  const keyring = { account: 'elsewhere', names: ['LLM_API_KEY', 'TOKEN'] }
  await writeFile(path, JSON.stringify({ format: 1, keyring, values: {} }))

  const store = await open(folder.path)
  expect(store.unreadable).toEqual(['LLM_API_KEY', 'TOKEN'])
  expect(store.problem).toContain('LLM_API_KEY, TOKEN')
  await store.setAll({ LLM_API_KEY: null, TOKEN: 'a newer one' })
  expect(store.unreadable).toEqual([])
  const content = JSON.parse(await readFile(path, 'utf8')) as unknown
  expect(content).toEqual({ format: 1, keyring, values: { LLM_API_KEY: null, TOKEN: 'a newer one' } })
})

test('with DESKHAND_KEYRING=on no secret is written to a file, and removing one still works', async () => {
  await using folder = await temporaryFolder()
  await (await open(folder.path)).set('LLM_API_KEY', 'sk-1')
  const store = await open(folder.path, 'on')
  await expect(store.set('TOKEN', 'x')).rejects.toMatchObject({ code: 'storage_failed' })
  expect(store.get('TOKEN')).toBeNull()
  await store.set('LLM_API_KEY', null)
  expect((await open(folder.path)).all().size).toBe(0)
})

test('DESKHAND_KEYRING is auto, on or off', () => {
  expect(keyringChoice({})).toBe('auto')
  expect(keyringChoice({ DESKHAND_KEYRING: 'off' })).toBe('off')
  expect(() => keyringChoice({ DESKHAND_KEYRING: 'maybe' })).toThrow(
    'DESKHAND_KEYRING must be auto, on or off.',
  )
})
