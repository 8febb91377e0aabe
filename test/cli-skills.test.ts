import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCode } from '../src/cli/exit-codes.ts'
import { newProgram, type Program } from './program.ts'
import { skillText, writeSkill } from './skill-folders.ts'

// It tries the examples of docs/skills.md.

let program: Program
beforeAll(async () => {
  program = await newProgram()
  await program.start()
})
afterAll(() => program[Symbol.asyncDispose]())

const skills = (...words: string[]) => program.run(['skills', ...words])

test('a skill is validated, added, shown, enabled, disabled and removed', async () => {
  await using place = await mkdtempDisposable(join(tmpdir(), 'deskhand-cli-'))
  const folder = await writeSkill(place.path, 'minutes', {
    'SKILL.md': skillText('minutes', { license: 'MIT' }, 'List decisions first.\u{1B}[2J'),
    'references/style.md': 'Be short.\n',
  })
  expect((await skills()).stdout).toContain('There are no skills in')
  expect((await skills('validate', folder)).stdout).toContain('minutes is a valid skill with 2 files.')
  const added = await skills('add', folder)
  expect(added.stdout).toContain('deskhand skills enable minutes')
  expect((await skills()).stdout).toMatch(/minutes\s+unconfirmed\s+What minutes is for\./)
  const shown = (await skills('show', 'minutes')).stdout
  expect(shown).toContain('List decisions first.\\u{1B}[2J')
  expect(shown).toContain('references/style.md (10 bytes)')
  expect((await skills('show', 'minutes', '--file', 'references/style.md')).stdout).toBe('Be short.\n')
  expect(await skills('enable', 'minutes')).toMatchObject({
    code: exitCode.usage,
    stderr: expect.stringContaining('--yes'),
  })
  const enabled = await skills('enable', 'minutes', '--yes')
  expect(enabled.stderr).toContain('List decisions first.')
  expect(enabled.stdout).toContain('minutes is enabled.')
  expect((await skills('disable', 'minutes')).stdout).toBe('minutes is disabled.\n')
  expect(await skills('add', folder)).toMatchObject({
    code: exitCode.failed,
    stderr: expect.stringContaining('There is a skill minutes already'),
  })
  expect((await skills('add', folder, '--replace', '--json')).stdout).toContain('"name": "minutes"')
  expect((await skills('remove', 'minutes', '--yes')).stdout).toBe('minutes is removed.\n')
  expect(await skills('show', 'minutes')).toMatchObject({
    code: exitCode.failed,
    stderr: expect.stringContaining('No skill "minutes"'),
  })
})

test('what is wrong with a skill is said, and what is missing in a command', async () => {
  await using place = await mkdtempDisposable(join(tmpdir(), 'deskhand-cli-'))
  const folder = await writeSkill(place.path, 'Bad_Name')
  expect(await skills('validate', folder)).toMatchObject({
    code: exitCode.failed,
    stderr: expect.stringContaining('may only have the letters a to z'),
  })
  await writeFile(join(place.path, 'text.zip'), 'Hello')
  expect(await skills('add', join(place.path, 'text.zip'))).toMatchObject({ code: exitCode.failed })
  expect(await skills('enable')).toMatchObject({
    code: exitCode.usage,
    stderr: expect.stringContaining('deskhand skills enable NAME'),
  })
  expect(await skills('polish', 'x')).toMatchObject({ code: exitCode.usage })
})
