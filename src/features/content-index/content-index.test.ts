import { existsSync } from 'node:fs'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { silentLog } from '../../contract/log.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { createSearchContent } from '../../plugins/documents/search-content.ts'
import { readingsOfCall } from '../tools/readings.ts'
import { ContentIndex } from './content-index.ts'

let folders: TestFolders
let index: ContentIndex
let settings: { isOn: boolean; allowedFolders: string[]; leftOut: string[] }
let isOnBattery: boolean
/** How often somebody looked at the battery. */
let looks: number

beforeEach(async () => {
  folders = await createTestFolders()
  await mkdir(join(folders.home, 'Documents'))
  await mkdir(join(folders.home, 'Downloads'))
  settings = { isOn: true, allowedFolders: [], leftOut: [] }
  isOnBattery = false
  looks = 0
  index = new ContentIndex({
    path: join(folders.dataFolder, 'content-index.db'),
    home: folders.home,
    dataFolder: folders.dataFolder,
    settings: () => settings,
    fromOutside: () => [],
    isOnBattery: async () => {
      looks += 1
      return isOnBattery
    },
    batteryEveryMs: 20,
    now: () => new Date(),
    log: silentLog,
    share: 1,
  })
  index.start()
})

afterEach(async () => {
  await index.close()
  await folders[Symbol.asyncDispose]()
})

const file = (name: string, text: string) => writeFile(join(folders.home, name), text)

function call(provenance: ToolCall['provenance'] = 'model'): ToolCall {
  return createTestCall({ ...folders, provenance, settings: { ALLOWED_FOLDERS: settings.allowedFolders } })
}

async function search(query: string, args: object = {}, by = call()) {
  const tool = createSearchContent(index)
  const outcome = await tool.run({ query, ...args }, by)
  const names = outcome.data.results.map(({ name }) => name).toSorted()
  return {
    ...outcome,
    names,
    readings: await readingsOfCall(tool, { query }, { call: by, data: outcome.data }),
  }
}

async function until(state: string): Promise<void> {
  while (index.status().state !== state) await sleep(20)
}

test('a search has the folders looked at, and its results carry whose words they are', async () => {
  await file('Documents/own.txt', 'the albatross')
  await search('albatross')
  await until('ready')
  expect(index.status()).toMatchObject({ message: '1 file indexed.', indexed: 1 })
  const own = await search('albatross')
  expect(own).toMatchObject({ message: 'Found "albatross" in 1 file.', names: ['own.txt'] })
  expect(own.readings).toEqual(['private'])
  expect(own.data.results[0]!.places).toEqual([{ place: null, text: 'the albatross' }])
  await file('Downloads/strange.txt', 'another albatross')
  await index.rebuild()
  await until('ready')
  const both = await search('albatross')
  expect(both.names).toEqual(['own.txt', 'strange.txt'])
  expect([...both.readings].toSorted()).toEqual(['private', 'untrusted'])
  const one = await search('albatross', { folder: '~/Documents' })
  expect(one).toMatchObject({ names: ['own.txt'], readings: ['private'] })
  // Before anything was found, it may be anything.
  expect(await readingsOfCall(createSearchContent(index), { query: 'x' }, { call: call() })).toEqual([
    'untrusted',
    'private',
  ])
})

test('the rights of now count: what lies elsewhere, or leads there by now, is not told', async () => {
  const elsewhere = join(folders.home, 'elsewhere')
  await mkdir(elsewhere)
  settings.allowedFolders = [elsewhere]
  await file('elsewhere/granted.txt', 'the penguin')
  await file('Documents/own.txt', 'the penguin')
  await file('Documents/swapped.txt', 'the penguin')
  await index.settingsChanged()
  await until('ready')
  expect((await search('penguin')).names).toEqual(['granted.txt', 'own.txt', 'swapped.txt'])
  settings.allowedFolders = []
  await rename(join(folders.home, 'Documents/swapped.txt'), join(elsewhere, 'swapped.txt'))
  await symlink(join(elsewhere, 'swapped.txt'), join(folders.home, 'Documents/swapped.txt'))
  expect((await search('penguin')).names).toEqual(['own.txt'])
  await expect(search('penguin', { folder: elsewhere })).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(search('penguin', { folder: folders.dataFolder })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(search('...')).rejects.toMatchObject({ code: 'invalid_request' })
})

test('while it is not complete, an answer says so', async () => {
  isOnBattery = true
  await file('Documents/own.txt', 'the auk')
  index.resume()
  await until('on_battery')
  const { message, data } = await search('auk')
  expect(message).toMatch(/^No file mentions "auk"\. .*Resumes when the machine is plugged in\.$/)
  expect(data.index.complete).toBe(false)
  // However often it was told to wait, it goes on when the machine is plugged in.
  while (index.status().waiting === 0) await sleep(20)
  const told = looks
  await expect.poll(() => looks - told).toBeGreaterThan(5)
  isOnBattery = false
  await until('ready')
  expect((await search('auk')).names).toEqual(['own.txt'])
})

test('it is paused, resumed and turned off, and then nothing of it is kept', async () => {
  const path = join(folders.dataFolder, 'content-index.db')
  await file('Documents/own.txt', 'the dodo')
  await index.pause()
  expect(index.status()).toMatchObject({ state: 'paused', message: 'Paused by you.' })
  index.resume()
  await until('ready')
  expect(existsSync(path)).toBe(true)
  settings.isOn = false
  await index.settingsChanged()
  expect(existsSync(path)).toBe(false)
  expect(index.status()).toMatchObject({
    state: 'off',
    message: "Your files' contents are not indexed.",
  })
  await expect(search('dodo')).rejects.toMatchObject({ code: 'not_configured' })
  settings.isOn = true
  await index.settingsChanged()
  await until('ready')
  expect((await search('dodo')).names).toEqual(['own.txt'])
})
