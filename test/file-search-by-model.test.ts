import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ToolCall } from '../src/contract/tool.ts'
import { compressFiles } from '../src/plugins/file-manager/compress-files.ts'
import { fileInfo } from '../src/plugins/file-manager/file-info.ts'
import { listFiles } from '../src/plugins/file-manager/list-files.ts'
import { searchFiles } from '../src/plugins/file-manager/search-files.ts'
import { createTestCall, createTestFolders, type TestFolders } from './tool-call.ts'

let folders: TestFolders
let model: ToolCall
let person: ToolCall

beforeAll(async () => {
  folders = await createTestFolders()
  model = createTestCall({ ...folders, provenance: 'model' })
  person = createTestCall(folders)
})

afterAll(() => folders[Symbol.asyncDispose]())

async function put(path: string, content = 'content'): Promise<void> {
  const whole = path.replace(/^~/, folders.home)
  await mkdir(dirname(whole), { recursive: true })
  await writeFile(whole, content)
}

test('a home without any of the usual folders has nothing to show to a model, and nobody is asked', async () => {
  await using bare = await createTestFolders()
  const call = createTestCall({ ...bare, provenance: 'model' })
  await mkdir(`${bare.home}/Projects`)
  expect(await listFiles.needsApproval?.({ path: '~' }, call)).toBeUndefined()
  expect(await searchFiles.needsApproval?.({ query: 'report' }, call)).toBeUndefined()
  const listed = await listFiles.run({}, call)
  expect(listed.data).toMatchObject({ entries: [], total: 0 })
  expect(listed.message).toMatch(/ Left out: .*~\/Projects, which Deskhand can't read without asking\.$/)
  const found = await searchFiles.run({ query: 'report' }, call)
  expect(found.data.results).toEqual([])
  expect(found.message).toContain('Left out: ')
  await expect(listFiles.run({ path: '~/Projects' }, call)).rejects.toMatchObject({ code: 'forbidden' })
})

test('a search or listing by a model covers the allowed folders and says in one line what it left out', async () => {
  await put('~/Documents/report-2026.txt', 'quarter')
  await put('~/Projects/report-secret.txt', 'quarter')
  await put('~/.cache/report.txt', 'quarter')
  expect(await searchFiles.needsApproval?.({ query: 'report' }, model)).toBeUndefined()
  const found = await searchFiles.run({ query: 'report', include_hidden: true }, model)
  expect(found.data.results.map(({ name }) => name)).toEqual(['report-2026.txt'])
  expect(found.message).toMatch(/ Left out: .*~\/Projects.*, which Deskhand can't read without asking\.$/)
  const byPerson = await searchFiles.run({ query: 'report', include_hidden: true }, person)
  expect(byPerson.data.results).toHaveLength(3)
  expect(byPerson.message).not.toContain('Left out')
  expect(await searchFiles.needsApproval?.({ query: 'x', path: '~/Projects' }, model)).toContain('outside')
  const info = { path: '~/Projects/report-secret.txt' }
  expect(await fileInfo.needsApproval?.(info, model)).toContain('outside')
  const listed = await listFiles.run({ depth: 2 }, model)
  expect(listed.data.entries.map(({ path }) => path.slice(folders.home.length))).toEqual([
    '/Documents',
    '/Documents/report-2026.txt',
  ])
  expect(listed.message).toContain('Left out: ~/Projects')
})

test('a search by a model does not look into what it may not read', async () => {
  await put('~/Documents/vault.key', 'needle')
  await put('~/Documents/plain.txt', 'needle')
  const found = await searchFiles.run({ query: '*', path: '~/Documents', contains: 'needle' }, model)
  expect(found.data.results.map(({ name }) => name)).toEqual(['plain.txt'])
})

test('a model packs a folder without what is hidden in it', async () => {
  await put('~/Documents/site/index.txt')
  await put('~/Documents/site/.env')
  const packed = await compressFiles.run({ paths: ['~/Documents/site'], to: '~/Documents/site.zip' }, model)
  expect(packed.data).toMatchObject({ files: 1, left_out: 1 })
  expect(packed.message).toContain('Left out: 1 hidden or protected entry, which Deskhand can')
})
