import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { settleAdding } from '../src/features/skills/place-skill.ts'
import { readSkillFolder } from '../src/platform/skills/skill-folder.ts'
import { skillText, writeSkill } from './skill-folders.ts'

const victim = fileURLToPath(new URL('skill-victim.ts', import.meta.url))
const ROUNDS = 5

/** Until the next version is being written. */
async function beginning(folder: string): Promise<void> {
  const names = () => readdirSync(folder).filter((name) => name.startsWith('.adding-'))
  const before = names()
  while (names().every((name) => before.includes(name))) await sleep(1)
}

test('killed while it is replaced, a skill is the old one or the new one, and whole', async () => {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'deskhand-killed-'))
  const folder = join(temporary.path, 'skills')
  await mkdir(folder)
  const filesOf = (word: string) =>
    Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`references/${at}.md`, `${word} ${at}\n`.repeat(200)]),
    )
  const versions = await Promise.all(
    ['one', 'other'].map((word) =>
      writeSkill(join(temporary.path, word), 'swap', {
        'SKILL.md': skillText('swap', {}, word),
        ...filesOf(word),
      }),
    ),
  )
  const hashes = await Promise.all(versions.map(async (version) => (await readSkillFolder(version)).hash))
  const left: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = spawn(process.execPath, [victim, folder, ...versions], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await beginning(folder)
    // Anywhere in what it does from then on.
    await sleep(round * 4)
    child.kill('SIGKILL')
    await once(child, 'close')
    left.push(...(await readdir(folder)).filter((name) => name.startsWith('.')))
    await settleAdding(folder)
    expect(await readdir(folder)).toEqual(['swap'])
    expect(hashes).toContain((await readSkillFolder(join(folder, 'swap'))).hash)
  }
  // Else nothing was killed in the middle.
  expect(left).not.toEqual([])
}, 240_000)
