import { mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { editInTurn } from './edit-in-turn.ts'

test('edits of one file, also by a link to it, come one after the other, and a failure stops no later one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'turns-'))
  const path = join(folder.path, 'a.txt')
  const link = join(folder.path, 'b.txt')
  await writeFile(path, '')
  await symlink(path, link)
  const append = (letter: string) => async () => {
    const before = await readFile(path, 'utf8')
    await setTimeout(5)
    if (letter === 'x') throw new Error('refused')
    await writeFile(path, before + letter)
  }
  const edits = ['a', 'b', 'x', 'c', 'd'].map((letter, index) =>
    editInTurn(index % 2 ? path : link, append(letter)),
  )
  const outcomes = await Promise.allSettled(edits)
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect((await readFile(path, 'utf8')).split('').toSorted()).toEqual(['a', 'b', 'c', 'd'])
})
