import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { migrations } from '../../migrations/migrations.ts'
import { copyFile } from '../../plugins/file-manager/copy-file.ts'
import { moveFile } from '../../plugins/file-manager/move-file.ts'
import { readFile } from '../../plugins/file-manager/read-file.ts'
import { searchFiles } from '../../plugins/file-manager/search-files.ts'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { OutsideFiles } from './outside-files.ts'
import { readingsOfCall } from './readings.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const now = () => new Date()

test("what somebody else wrote stays so wherever it is put, and the person's own files are only private", async () => {
  await using folders = await createTestFolders()
  const database = await openDatabase({
    path: join(folders.outside, 'deskhand.db'),
    backupFolder: join(folders.outside, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  try {
    const origins = new OutsideFiles({ database, now })
    const call: ToolCall = { ...createTestCall({ ...folders, provenance: 'model' }), origins }
    const readingsOf = (path: string) => readingsOfCall(readFile, { path }, { call })
    const [own, both] = [['private'], ['untrusted', 'private']]
    for (const name of [
      'Documents/notes.txt',
      'Documents/page.html',
      'Downloads/letter.txt',
      'Downloads/b.txt',
    ]) {
      await mkdir(join(folders.home, name, '..'), { recursive: true })
      await writeFile(join(folders.home, name), 'words')
    }
    expect(await readingsOf('~/Documents/notes.txt')).toEqual(own)
    expect(await readingsOf('~/Documents/page.html')).toEqual(both)
    expect(await readingsOf('~/Downloads/letter.txt')).toEqual(both)
    expect(await readingsOf('/etc/hosts')).toEqual(both)
    expect(await readingsOf('not a path')).toEqual(both)
    expect(await readingsOfCall(searchFiles, { query: 'x' }, { call })).toEqual(own)

    await moveFile.run({ path: '~/Downloads/letter.txt', to: '~/Documents/letter.txt' }, call)
    await copyFile.run({ path: '~/Documents/letter.txt', to: '~/Documents/copy.txt' }, call)
    await copyFile.run({ path: '~/Documents/notes.txt', to: '~/Documents/notes-2.txt' }, call)
    expect(await readingsOf('~/Documents/letter.txt')).toEqual(both)
    expect(await readingsOf('~/Documents/copy.txt')).toEqual(both)
    expect(await readingsOf('~/Documents/notes-2.txt')).toEqual(own)
    await origins.markOutside(join(folders.home, 'Documents', 'unpacked'))
    expect(await readingsOf('~/Documents/unpacked/deep/readme.txt')).toEqual(both)
    expect(await readingsOf('~/Documents/unpacked-not.txt')).toEqual(own)
  } finally {
    await database.close()
  }
})
