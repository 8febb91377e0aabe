import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectMcp } from './mcp-client.ts'
import { startTestService, type TestService } from './service.ts'
import { skillText, writeSkill } from './skill-folders.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const home = () => dirname(service.folder.root)
const own = () => service.folder.skills
const shared = () => join(home(), '.agents', 'skills')

beforeEach(async () => {
  for (const name of await readdir(own())) await rm(join(own(), name), { recursive: true, force: true })
  await rm(shared(), { recursive: true, force: true })
  await service.client.settings.update({ body: { SKILL_FOLDERS: [] } })
})

const list = () => service.client.skills.list()
const read = (name: string) => service.client.skills.read({ params: { name } })
const enable = async (name: string) =>
  service.client.skills.enable({ params: { name }, body: { hash: (await read(name)).hash! } })
const reason = (call: Promise<unknown>) =>
  call.then(
    () => 'It worked.',
    (error: unknown) => (error as Error).message,
  )

test('a new skill waits until a person enables exactly its files', async () => {
  const folder = await writeSkill(own(), 'minutes', { 'scripts/count.py': 'print(1)\n' })
  const found = await read('minutes')
  expect(found).toMatchObject({ status: 'unconfirmed', place: 'own', scripts: 1, files: 2, changes: null })
  expect(found.instructions).toContain('Be brief.')
  const wrong = service.client.skills.enable({ params: { name: 'minutes' }, body: { hash: '0'.repeat(64) } })
  expect(await reason(wrong)).toContain('changed since you looked at it')
  expect(await enable('minutes')).toMatchObject({ status: 'enabled' })

  await writeFile(join(folder, 'scripts/count.py'), 'print(2)\n')
  await writeFile(join(folder, 'more.md'), 'More.\n')
  const changed = await read('minutes')
  expect(changed).toMatchObject({ status: 'unconfirmed', was_enabled: true })
  expect(changed.changes).toEqual([
    { path: 'more.md', change: 'added', diff: expect.stringContaining('+More.') },
    { path: 'scripts/count.py', change: 'changed', diff: expect.stringContaining('-print(1)\n+print(2)') },
  ])

  await writeFile(join(folder, 'scripts/count.py'), 'print(1)\n')
  await rm(join(folder, 'more.md'))
  expect((await read('minutes')).status).toBe('enabled')
})

test('a change is noticed without anybody looking', async () => {
  await writeSkill(own(), 'watched')
  await expect
    .poll(
      async () =>
        (await service.client.notifications.list({ query: {} })).notifications.map(({ title }) => title),
      {
        timeout: 30_000,
      },
    )
    .toContain('The skill watched is waiting for you')
})

test('what was decided stays after a restart, and a lost copy is made again', async () => {
  await writeSkill(own(), 'kept')
  await writeSkill(own(), 'off')
  await enable('kept')
  await enable('off')
  await service.client.skills.disable({ params: { name: 'off' } })
  await rm(join(own(), '.enabled'), { recursive: true })
  await service.restart()
  expect((await list()).skills.map(({ name, status }) => [name, status])).toEqual([
    ['kept', 'enabled'],
    ['off', 'disabled'],
  ])
  expect(await readdir(join(own(), '.enabled'))).toEqual([expect.stringMatching(/^kept-[0-9a-f]{64}$/)])
})

test('the folder of other hosts is read too, and folders that the person names', async () => {
  await writeSkill(shared(), 'shared-one')
  const named = join(home(), '.claude', 'skills')
  await writeSkill(named, 'named-one')
  await service.client.settings.update({ body: { SKILL_FOLDERS: ['~/.claude/skills', '/nowhere/at-all'] } })
  const { skills, problems } = await list()
  expect(skills.map(({ name, place }) => [name, place])).toEqual([
    ['named-one', 'other'],
    ['shared-one', 'shared'],
  ])
  expect(problems).toEqual(['There is no folder /nowhere/at-all. Correct SKILL_FOLDERS in the settings.'])
  const removed = service.client.skills.remove({ params: { name: 'shared-one' } })
  expect(await reason(removed)).toContain('where other programs use it too')
  expect(await readdir(shared())).toEqual(['shared-one'])
})

test('two of one name: the first keeps it, and the other is refused', async () => {
  await writeSkill(shared(), 'twin', { 'SKILL.md': skillText('twin', { description: 'The first.' }) })
  await enable('twin')
  await writeSkill(own(), 'twin', { 'SKILL.md': skillText('twin', { description: 'An impostor.' }) })
  const { skills } = await list()
  const known = Object.fromEntries(skills.map(({ status, description }) => [description, status]))
  expect(known).toEqual({ 'The first.': 'enabled', 'An impostor.': 'refused' })
  expect(skills.find(({ status }) => status === 'refused')!.problem).toContain('has the same name')
  // When the first is gone, the other is not what the person enabled.
  await rm(join(shared(), 'twin'), { recursive: true })
  const left = (await list()).skills.map(({ status, place }) => `${status} ${place}`)
  expect(left).toEqual(['unconfirmed own'])
})

test('hostile skills are refused, each with its sentence, and the others go on', async () => {
  await writeSkill(own(), 'good')
  const link = await writeSkill(own(), 'linked')
  await symlink('/etc/passwd', join(link, 'secret.md'))
  await writeSkill(own(), 'hidden', {
    'SKILL.md': skillText('hidden', { description: 'Nice\u{E0041}\u{202E}' }),
  })
  await symlink('/etc', join(own(), 'elsewhere'))
  await writeSkill(own(), 'раypal')
  await writeSkill(own(), 'huge', { 'a.bin': Buffer.alloc(1_048_577) })
  const { skills } = await list()
  const problems = Object.fromEntries(skills.map(({ name, problem }) => [name, problem]))
  expect(problems).toEqual({
    good: null,
    linked: expect.stringMatching(/secret\.md is a link/),
    hidden: expect.stringMatching(/its description has characters that can't be seen/),
    elsewhere: expect.stringMatching(/elsewhere is a link/),
    раypal: expect.stringMatching(/may only have the letters a to z/),
    huge: expect.stringMatching(/a\.bin is larger than 1 MB/),
  })
  const hash = '0'.repeat(64)
  const enabling = service.client.skills.enable({ params: { name: 'linked' }, body: { hash } })
  expect(await reason(enabling)).toContain('is a link')
})

test('no path leads out of a skill', async () => {
  await writeSkill(own(), 'inside', { 'references/a.md': 'A.' })
  const file = (path: string) =>
    service.client.skills.readFile({ params: { name: 'inside' }, query: { path } })
  expect(await file('references/a.md')).toEqual({ path: 'references/a.md', bytes: 2, text: 'A.' })
  for (const path of ['../kept/SKILL.md', '/etc/passwd', 'references/../SKILL.md', '..', 'SKILL.md\u0000'])
    expect(await reason(file(path))).toMatch(/has no file|control character|must/)
  expect(await reason(service.client.skills.read({ params: { name: '../../etc' } }))).toContain('No skill')
})

test('one notice tells of all new skills, and it is settled once they are reviewed', async () => {
  await writeSkill(own(), 'news-a')
  await writeSkill(own(), 'news-b')
  const notices = async () =>
    (await service.client.notifications.list({ query: { unread: true } })).notifications.filter(
      ({ type }) => type === 'skill',
    )
  await expect
    .poll(async () => (await notices()).map(({ title }) => title))
    .toEqual(['2 skills are waiting for you'])
  await enable('news-a')
  await enable('news-b')
  expect(await notices()).toEqual([])
})

test('a program has no say: enabling is for a person', async () => {
  await writeSkill(own(), 'asked')
  const { hash } = await read('asked')
  const response = await fetch(`${service.address}/api/skills/asked/enable`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ hash }),
  })
  expect(response.status).toBe(403)
  expect((await read('asked')).status).toBe('unconfirmed')
})

test('a skill of ours is removed for good, and one that comes back asks again', async () => {
  const folder = await writeSkill(own(), 'gone')
  await enable('gone')
  expect(await service.client.skills.remove({ params: { name: 'gone' } })).toEqual({
    name: 'gone',
    deleted: true,
  })
  expect((await list()).skills).toEqual([])
  await writeSkill(own(), 'gone')
  expect((await read('gone')).status).toBe('unconfirmed')
  expect(await readFile(join(folder, 'SKILL.md'), 'utf8')).toContain('name: gone')
})

test('an enabled skill is a prompt for clients of MCP, and no other', async () => {
  await writeSkill(own(), 'minutes', { 'SKILL.md': skillText('minutes', {}, 'List decisions first.') })
  await writeSkill(own(), 'unseen')
  await enable('minutes')
  await using client = await connectMcp(service.address)
  const { prompts } = await client.listPrompts()
  expect(prompts.filter(({ name }) => name.startsWith('skill-'))).toMatchObject([
    { name: 'skill-minutes', description: 'What minutes is for.' },
  ])
  const { messages } = await client.getPrompt({
    name: 'skill-minutes',
    arguments: { task: 'For notes.txt.' },
  })
  const { text } = messages[0]!.content as { text: string }
  expect(text).toContain('<skill_content name="minutes">\nList decisions first.\n</skill_content>')
  expect(text).toContain('For notes.txt.')
  await expect(client.getPrompt({ name: 'skill-unseen' })).rejects.toThrow('skill-unseen')
})
