import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createTestFolders } from '../../../test/tool-call.ts'
import { openIndexFile, openIndexForReading } from './index-file.ts'

test('whoever searches while an index is being made finds a whole one or none, and never a locked one', async () => {
  await using folders = await createTestFolders()
  const paths = Array.from({ length: 100 }, (_, number) => join(folders.dataFolder, `${number}.db`))
  const maker = new Worker(
    `const { workerData } = require('node:worker_threads')
     import(workerData.module).then(({ openIndexFile }) => {
       for (const path of workerData.paths) openIndexFile(path).close()
     })`,
    { eval: true, workerData: { module: new URL('./index-file.ts', import.meta.url).href, paths } },
  )
  const ended = once(maker, 'exit')
  await once(maker, 'online')
  for (const path of paths) {
    while (!existsSync(path)) await new Promise(setImmediate)
    openIndexForReading(path)!.close()
  }
  expect(await ended).toEqual([0])
})

test('an index can be searched while somebody writes to it', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.dataFolder, 'index.db')
  const keeper = openIndexFile(path)
  keeper.exec(
    "BEGIN IMMEDIATE; INSERT INTO files (path, bytes, modified, inode, state) VALUES ('/heron', 1, 1, 1, 'waiting')",
  )
  const searcher = openIndexForReading(path)!
  const count = () => searcher.prepare('SELECT count(*) AS count FROM files').get()
  expect(count()).toEqual({ count: 0 })
  keeper.exec('COMMIT')
  expect(count()).toEqual({ count: 1 })
  searcher.close()
  keeper.close()
})
