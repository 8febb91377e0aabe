import { mkdtempDisposable, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { identityOf, missingCode, reasonToRestart, whatBecameOf } from './replaced-program.ts'

test('an uninstall and an update are told in words that say what to do', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'replaced-'))
  const file = join(folder.path, 'main.js')
  await writeFile(file, 'old')
  const before = identityOf(file)!
  const told = () => whatBecameOf(file, { before, folder: folder.path })
  expect(told()).toBeUndefined()

  await writeFile(`${file}.new`, 'new')
  await rename(`${file}.new`, file)
  expect(told()).toBe(
    `Deskhand was updated in ${folder.path} while it runs. Restart it: "deskhand stop", then "deskhand start".`,
  )

  await rm(file)
  expect(told()).toBe(
    `Deskhand was uninstalled from ${folder.path} while it runs. Your data is untouched. End it with "kill ${process.pid}", or install it again and then restart it.`,
  )
})

test('a checkout may change while it runs', () => {
  expect(reasonToRestart()).toBeUndefined()
  expect(missingCode(new Error('bug'))).toBeUndefined()
})
