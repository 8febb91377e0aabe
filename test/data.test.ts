import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportedTables, unexportedTables } from '../src/features/data/exported-tables.ts'
import { strangeRows } from '../src/migrations/strange-rows.ts'
import { ZipEditor } from '../src/platform/archives/zip-editor.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const put = (value: unknown) => service.client.store.put({ params: { key: 'list' }, body: value })
const read = () => service.client.store.get({ params: { key: 'list' } })

test('every table is exported, or said to be left out', () => {
  expect([...exportedTables, ...unexportedTables].toSorted()).toEqual(Object.keys(strangeRows).toSorted())
})

test('the size of the data is told by what it is', async () => {
  await service.client.backups.create({})
  const { folder, bytes, free_bytes, parts } = await service.client.data.read({})
  expect(folder).toBe(service.folder.root)
  expect(free_bytes).toBeGreaterThan(0)
  expect(bytes).toBe(parts.reduce((sum, part) => sum + part.bytes, 0))
  const sizes = new Map(parts.map((part) => [part.part, part.bytes]))
  expect(sizes.get('database')).toBeGreaterThanOrEqual((await stat(service.folder.database)).size)
  expect(sizes.get('backups')).toBeGreaterThan(0)
})

test('an export holds what was made, and no secret', async () => {
  await put({ items: ['milk'] })
  await service.client.settings.update({
    body: {
      HOME_CITY: 'Oslo',
      NEWS_API_KEY: 'a-key-nobody-may-see',
      MCP_SERVERS: {
        remote: { url: 'https://mcp.host.test/mcp', headers: { Authorization: 'nobody-may-see' } },
      },
    },
  })
  const { path, bytes, rows } = await service.client.data.export({})
  expect(path).toMatch(/Downloads\/deskhand-export-[\dT-]+\.zip$/)
  expect(await stat(path)).toMatchObject({ size: bytes })
  expect(((await stat(path)).mode & 0o077).toString(8)).toBe('0')
  expect(rows).toBeGreaterThan(0)
  expect(await readdir(dirname(path))).toEqual([basename(path)])
  await using zip = await ZipEditor.open(path)
  const json = async (name: string) => JSON.parse(await zip.readText(name)) as unknown
  expect(await json('store_entries.json')).toEqual([expect.objectContaining({ key: 'list' })])
  expect(await json('settings.json')).toMatchObject({ HOME_CITY: 'Oslo' })
  expect(await zip.readText('settings.json')).not.toMatch(/nobody-may-see|NEWS_API_KEY/)
  await service.client.settings.update({ body: { MCP_SERVERS: null } })
})

test('a backup is restored by the next start, and what was there is kept beside it', async () => {
  await put({ items: ['milk'] })
  await service.client.settings.update({ body: { HOME_CITY: 'Oslo' } })
  const { path } = await service.client.backups.create({})
  await put({ items: ['bread'] })
  await service.client.settings.update({ body: { HOME_CITY: 'Bergen' } })
  expect(await service.client.backups.restore({ body: { backup: basename(path) } })).toEqual({
    path,
    held_back: [],
  })
  expect(await service.client.backups.list({})).toMatchObject({ pending_restore: { path } })
  expect(await read()).toEqual({ items: ['bread'] })

  await service.restart()
  expect(await read()).toEqual({ items: ['milk'] })
  expect((await service.client.settings.get({}))['HOME_CITY']).toBe('Oslo')
  expect(await service.client.backups.list({})).toMatchObject({ pending_restore: null })
  const kept = (await readdir(service.folder.root)).filter((name) => name.includes('.replaced.'))
  expect(kept).toEqual([
    expect.stringMatching(/^deskhand\.db\.replaced\./),
    expect.stringMatching(/^settings\.json\.replaced\./),
  ])
})

test('a restore can be taken back until the service starts again', async () => {
  const { path } = await service.client.backups.create({})
  await put({ items: ['salt'] })
  await service.client.backups.restore({ body: { backup: path } })
  expect(await service.client.backups.cancelRestore({})).toEqual({ cancelled: true })
  expect(await service.client.backups.cancelRestore({})).toEqual({ cancelled: false })
  await service.restart()
  expect(await read()).toEqual({ items: ['salt'] })
  expect((await readdir(service.folder.root)).filter((name) => name.endsWith('.restored'))).toEqual([])
})

test('only a backup of the list is restored', async () => {
  await expect(service.client.backups.restore({ body: { backup: '../../etc/passwd' } })).rejects.toThrow(
    /No backup/,
  )
})

test('as many backups are kept as the settings say', async () => {
  await service.client.settings.update({ body: { BACKUP_KEEP: 2 } })
  for (let made = 0; made < 3; made += 1) await service.client.backups.create({})
  expect((await service.client.backups.list({})).backups).toHaveLength(2)
  const log = await readFile(service.folder.audit, 'utf8')
  expect(log).toContain('backup.restore')
})
