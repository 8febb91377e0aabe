import { execFileSync } from 'node:child_process'
import { symlinkSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'
import { skillText, writeSkill } from './skill-folders.ts'
import { zipOf } from './skill-archives.ts'

// It tries the examples of docs/skills.md.

let service: TestService
let outside: string
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'deskhand-skills-'))
  service = await startTestService()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await rm(outside, { recursive: true, force: true })
})

const own = () => service.folder.skills
beforeEach(async () => {
  for (const name of await readdir(own())) await rm(join(own(), name), { recursive: true, force: true })
})

interface Added {
  readonly from?: string
  readonly file_id?: string
  readonly commit?: string
  readonly folder?: string
  readonly replace?: boolean
}
const add = (body: Added) => service.client.skills.add({ body })
const reason = (call: Promise<unknown>) =>
  call.then(
    () => 'It worked.',
    (error: unknown) => (error as Error).message,
  )
const archive = async (name: string, bytes: Buffer) => {
  const path = join(outside, name)
  await writeFile(path, bytes)
  return path
}

test('a folder is copied in, and its original may change as it likes', async () => {
  const folder = await writeSkill(outside, 'from-folder', { 'references/a.md': 'A.' })
  const added = await add({ from: folder })
  expect(added).toMatchObject({ name: 'from-folder', status: 'unconfirmed', place: 'own', files: 2 })
  await writeFile(join(folder, 'references/a.md'), 'B.')
  expect(await readFile(join(own(), 'from-folder/references/a.md'), 'utf8')).toBe('A.')
  expect(await reason(add({ from: folder }))).toContain('There is a skill from-folder already')
  const again = await add({ from: folder, replace: true })
  expect(again.hash).not.toBe(added.hash)
  expect(await readdir(own())).toEqual(['from-folder'])
})

test.each(['minutes.zip', 'minutes.skill'])('%s is unpacked, whatever folder is around it', async (name) => {
  const files = {
    'minutes-1.0/SKILL.md': skillText('minutes'),
    'minutes-1.0/scripts/a.py': 'print(1)',
    '__MACOSX/x': '',
  }
  const path = await archive(name, zipOf(files))
  expect(await add({ from: path })).toMatchObject({ name: 'minutes', files: 2, scripts: 1 })
})

test('an uploaded file is added as well', async () => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(zipOf({ 'SKILL.md': skillText('uploaded') }))]), 'uploaded.skill')
  const response = await fetch(`${service.address}/api/upload`, { method: 'POST', body: form })
  const { file_id } = (await response.json()) as { file_id: string }
  expect(await add({ file_id })).toMatchObject({ name: 'uploaded' })
})

test('of several skills in an archive one is named', async () => {
  const path = await archive(
    'many.zip',
    zipOf({
      'repo/skills/one/SKILL.md': skillText('one'),
      'repo/skills/two/SKILL.md': skillText('two'),
      'repo/skills/two/examples/inner/SKILL.md': skillText('inner'),
    }),
  )
  expect(await reason(add({ from: path }))).toBe(
    'There are 2 skills in it. Say which one by its folder: repo/skills/one, repo/skills/two.',
  )
  expect(await add({ from: path, folder: 'skills/two/' })).toMatchObject({ name: 'two', files: 2 })
  expect(await reason(add({ from: path, folder: 'three' }))).toContain('no skill in the folder "three"')
})

const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024))
test.each([
  ['a way out', { '../evil/SKILL.md': skillText('evil') }, 'unsafe name'],
  ['an absolute path', { '/tmp/evil/SKILL.md': skillText('evil') }, 'unsafe name'],
  ['a link', { 'SKILL.md': skillText('evil'), 'key.md': { link: '/etc/passwd' } }, 'key.md is a link'],
  [
    'a bomb',
    { 'SKILL.md': skillText('evil'), 'a.md': { packed: bomb, size: 64 * 1024 * 1024 } },
    'larger than 1 MB',
  ],
  [
    'a bomb that lies',
    { 'SKILL.md': skillText('evil'), 'a.md': { packed: bomb, size: 10 } },
    'far more than it should',
  ],
  [
    'too much',
    Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [at === 0 ? 'SKILL.md' : `${at}.md`, skillText('evil')]),
    ),
    'more than 256 files',
  ],
  ['no skill', { 'README.md': 'Hello' }, 'there is no SKILL.md in it'],
  ['another name', { 'SKILL.md': skillText('Evil') }, 'lower case'],
  ['a hidden name', { 'SKILL.md': skillText('evil'), 'a\u{202E}b.md': '' }, "can't be seen"],
] as const)('an archive with %s gets a sentence, and nothing is let in', async (_, files, sentence) => {
  const path = await archive('hostile.zip', zipOf(files))
  expect(await reason(add({ from: path }))).toContain(sentence)
  expect(await readdir(own())).toEqual([])
})

test.each([
  ['relative/path', 'neither an absolute path nor an https address'],
  ['http://example.org/a.zip', 'only fetched from https'],
  ['https://me:secret@example.org/a.zip', 'without a password'],
  ['file:///etc/passwd', 'only fetched from https'],
  ['https://example.org/skills', 'together with the full id of a commit'],
  ['https://127.0.0.1/a.zip', 'ALLOWED_PRIVATE_TARGETS'],
  ['/nowhere/at/all', 'No file or folder'],
])('%s cannot be added, and a sentence says why', async (from, sentence) => {
  expect(await reason(add({ from }))).toContain(sentence)
})

test('a link, a plain file and no skill at all are refused', async () => {
  const folder = await writeSkill(outside, 'target')
  await symlink(folder, join(outside, 'link'))
  expect(await reason(add({ from: join(outside, 'link') }))).toContain('is a link')
  expect(await reason(add({ from: await archive('a.zip', Buffer.from('Hello')) }))).toContain('is not a .zip')
  await mkdir(join(outside, 'nothing'), { recursive: true })
  expect(await reason(add({ from: join(outside, 'nothing') }))).toContain('there is no SKILL.md')
  expect(await reason(add({ from: folder, commit: 'a'.repeat(40) }))).toContain('A commit is only for')
})

test('a name that a skill elsewhere has is not taken', async () => {
  const shared = join(dirname(service.folder.root), '.agents', 'skills')
  await writeSkill(shared, 'known')
  await service.client.skills.list()
  const folder = await writeSkill(outside, 'known', { 'more.md': 'More.' })
  expect(await reason(add({ from: folder, replace: true }))).toContain(
    `There is a skill known already, in ${shared}`,
  )
  await rm(shared, { recursive: true })
})

test('what a killed service left half done is settled at the next start', async () => {
  mkdirSync(join(own(), '.adding-1', 'scripts'), { recursive: true })
  writeFileSync(join(own(), '.adding-1', 'SKILL.md'), skillText('half'))
  await writeSkill(own(), '.replaced-old')
  writeFileSync(join(own(), '.replaced-old', 'SKILL.md'), skillText('old'))
  await writeSkill(own(), 'new')
  mkdirSync(join(own(), '.replaced-new'))
  symlinkSync('/etc', join(own(), '.replaced-new', 'etc'))
  await service.restart()
  const { skills } = await service.client.skills.list()
  expect(skills.map(({ name, problem }) => [name, problem])).toEqual([
    ['new', null],
    ['old', null],
  ])
  expect((await readdir(own())).toSorted()).toEqual(['new', 'old'])
  expect(execFileSync('ls', ['/etc/passwd']).toString()).toContain('passwd')
})
