import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { linksResolved } from '../src/platform/files/links.ts'
import { protectedReason } from '../src/platform/files/protected-reason.ts'
import { createSwapStage, modelCall, readers, writers } from './swapped-links.ts'
import { createTestCall, createTestFolders } from './tool-call.ts'

// Attack: a second process swaps a link, or a folder with a link, between the check of a path and its use. With the check
// before the opening, 38 of 300 reads gave the key away and 22 of 150 writes landed in ~/.ssh.

const rounds = 300

test.runIf(process.platform === 'linux')(
  'no read and no write is led to the keys by a link that is swapped in between, whoever calls',
  async () => {
    await using folders = await createTestFolders()
    await using stage = await createSwapStage(folders)
    const calls = [modelCall(folders), modelCall(folders, { isApproved: true }), createTestCall(folders)]
    const readWays = calls.flatMap((call) => readers(folders, call))
    const writeWays = calls.flatMap((call) => writers(folders, call))
    let [leaked, landed] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      if (await stage.readLeaks(readWays[round % readWays.length]!)) leaked += 1
      if (await stage.writeLands(writeWays[round % writeWays.length]!)) landed += 1
    }
    expect({ leaked, landed }).toEqual({ leaked: 0, landed: 0 })
  },
)

test.runIf(process.platform === 'linux')(
  'control: looking first and opening afterwards, the same swaps do lead to the keys',
  async () => {
    await using folders = await createTestFolders()
    await using stage = await createSwapStage(folders)
    const isFree = async (path: string, access: 'read' | 'write'): Promise<boolean> =>
      (await protectedReason(await linksResolved(path), { home: folders.home, access })) === undefined
    const read = async (path: string): Promise<string> =>
      (await isFree(path, 'read')) ? readFile(path, 'utf8') : ''
    const write = async (path: string): Promise<void> => {
      if (await isFree(path, 'write')) await writeFile(path, 'planted')
    }
    const triesUntil = async (happens: () => Promise<boolean>): Promise<number> => {
      for (let tries = 1; ; tries += 1) if (await happens()) return tries
    }
    expect(await triesUntil(() => stage.readLeaks(read))).toBeGreaterThan(0)
    expect(await triesUntil(() => stage.writeLands(write))).toBeGreaterThan(0)
  },
)
