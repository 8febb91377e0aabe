import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeSwayMessage, findSway } from './sway-socket.ts'

test('a question has the bytes that sway reads', () => {
  expect(encodeSwayMessage(4, '').toString('hex')).toBe('69332d6970630000000004000000')
  expect(encodeSwayMessage(2, '["é"]').toString('hex')).toBe('69332d69706306000000020000005b22c3a9225d')
})

test('sway is found by its socket when nobody names it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-sway-'))
  expect(await findSway({}, folder.path)).toBeNull()
  await writeFile(join(folder.path, 'sway-ipc.1000.77.sock'), '')
  expect(await findSway({}, folder.path)).toBe(join(folder.path, 'sway-ipc.1000.77.sock'))
  expect(await findSway({ SWAYSOCK: '/given' }, folder.path)).toBe('/given')
  expect(await findSway({}, join(folder.path, 'nowhere'))).toBeNull()
})
