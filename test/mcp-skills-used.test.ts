import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { served, skillStage, stateOf } from './mcp-skills-stage.ts'
import { needBubblewrap } from './plugins.ts'
import { startTestService, type TestService } from './service.ts'
import { skillText, writeSkill } from './skill-folders.ts'

const slow = { timeout: 120_000 }

let service: TestService
let stage: ReturnType<typeof skillStage>
beforeAll(async () => {
  service = await startTestService()
  stage = skillStage(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const refunds = (files: Readonly<Record<string, string>> = {}) =>
  served('acme/refunds', { 'references/limits.md': 'Up to 50.\n', 'scripts/sum.py': 'print(1)\n', ...files })
const reason = (call: Promise<unknown>) =>
  call.then(
    () => 'It worked.',
    (error: unknown) => (error as Error).message,
  )

test(
  'the skills of a server wait for a person, and are used from the copy that was enabled',
  slow,
  async () => {
    await stage.add('docs', stateOf(refunds()))
    await expect.poll(() => stage.status('docs:refunds')).toBe('unconfirmed')
    expect(await stage.find('docs:refunds')).toMatchObject({
      place: 'server',
      server: 'docs',
      path: 'skill://acme/refunds/SKILL.md',
      files: 3,
      scripts: 1,
    })
    expect(await stage.call('USE_SKILL', { name: 'docs:refunds' })).toMatchObject({ success: false })

    const shown = await stage.read('docs:refunds')
    expect(shown.instructions).toContain('Be brief.')
    expect(shown.file_list.map(({ path }) => path)).toEqual([
      'SKILL.md',
      'references/limits.md',
      'scripts/sum.py',
    ])
    const other = service.client.skills.enable({
      params: { name: 'docs:refunds' },
      body: { hash: '0'.repeat(64) },
    })
    expect(await reason(other)).toContain('changed since you looked at it')
    expect(await stage.enable('docs:refunds')).toMatchObject({ status: 'enabled' })

    const used = await stage.call('USE_SKILL', { name: 'docs:refunds' })
    expect(used).toMatchObject({
      success: true,
      message: expect.stringContaining('from the MCP server docs'),
    })
    const { instructions } = used.data as { instructions: string }
    expect(instructions).toMatch(
      /^<skill_content name="docs:refunds">\n\(This skill comes from the MCP server docs\./,
    )
    expect(
      await stage.call('READ_SKILL_FILE', { name: 'docs:refunds', path: 'references/limits.md' }),
    ).toMatchObject({
      message: 'Read references/limits.md from the MCP server docs.',
      data: { text: 'Up to 50.\n' },
    })
  },
)

test('a changed digest takes the approval back, and shows what changed', slow, async () => {
  await stage.change('docs', stateOf(refunds({ 'references/limits.md': 'Up to 5,000.\n' })))
  await expect.poll(() => stage.status('docs:refunds')).toBe('unconfirmed')
  expect(await stage.call('USE_SKILL', { name: 'docs:refunds' })).toMatchObject({ success: false })
  const { was_enabled, changes } = await stage.read('docs:refunds')
  expect(was_enabled).toBe(true)
  expect(changes).toEqual([
    {
      path: 'references/limits.md',
      change: 'changed',
      diff: expect.stringContaining('-Up to 50.\n+Up to 5,000.'),
    },
  ])
  await stage.enable('docs:refunds')
  expect(
    await stage.call('READ_SKILL_FILE', { name: 'docs:refunds', path: 'references/limits.md' }),
  ).toMatchObject({
    data: { text: 'Up to 5,000.\n' },
  })
  // A file more is another skill too.
  await stage.change('docs', stateOf(refunds({ 'more.md': 'More.\n' })))
  await expect.poll(() => stage.status('docs:refunds')).toBe('unconfirmed')
})

test('a script runs in the sandbox once the skill is enabled, and not before', slow, async (context) => {
  await needBubblewrap(context)
  const run = { name: 'docs:refunds', path: 'scripts/sum.py' }
  expect(await stage.call('RUN_SKILL_SCRIPT', run)).toMatchObject({ success: false })
  await stage.enable('docs:refunds')
  expect(await stage.call('RUN_SKILL_SCRIPT', run)).toMatchObject({ success: true, data: { stdout: '1\n' } })
  await stage.disable('docs:refunds')
})

test('a server that changed without a word is asked when somebody looks', slow, async () => {
  await stage.serve('docs', stateOf(refunds({ 'more.md': 'Even more.\n' })))
  const { file_list } = await stage.read('docs:refunds')
  expect(file_list.find(({ path }) => path === 'more.md')!.bytes).toBe(11)
  await stage.enable('docs:refunds')
})

test('an enabled skill works after its server and the service ended', slow, async () => {
  await stage.call('DOCS_END')
  expect(await stage.call('USE_SKILL', { name: 'docs:refunds' })).toMatchObject({ success: true })
  await stage.until('docs', 'running')
  await service.restart()
  expect(await stage.status('docs:refunds')).toBe('enabled')
  expect(await stage.call('USE_SKILL', { name: 'docs:refunds' })).toMatchObject({ success: true })
  expect((await stage.read('docs:refunds')).instructions).toContain('Be brief.')
  await stage.until('docs', 'running')
  expect(await stage.status('docs:refunds')).toBe('enabled')
})

test('an approval that was taken back stays so after a restart, also without its server', slow, async () => {
  await stage.change('docs', stateOf(refunds({ 'more.md': 'Other.\n' })))
  await expect.poll(() => stage.status('docs:refunds')).toBe('unconfirmed')
  await service.client.settings.update({ body: { MCP_SERVERS: { docs: { url: 'http://127.0.0.1:1' } } } })
  await service.restart()
  expect(await stage.find('docs:refunds')).toMatchObject({ status: 'unconfirmed', was_enabled: true })
  expect(await reason(stage.read('docs:refunds'))).toContain("the MCP server docs isn't connected")
})

test('with the server go its skills and their copies', slow, async () => {
  await stage.remove('docs')
  await expect.poll(() => stage.find('docs:refunds')).toBeUndefined()
  const copies = async () =>
    (await readdir(join(service.folder.skills, '.enabled'))).filter((one) => one.includes(':'))
  await expect.poll(copies).toEqual([])
  // One of the same name is asked about anew.
  await stage.add('docs', stateOf(refunds({ 'more.md': 'Even more.\n' })))
  await expect
    .poll(() => stage.find('docs:refunds'))
    .toMatchObject({ status: 'unconfirmed', was_enabled: false })
  await stage.remove('docs')
})

test('no skill of a server has the place of another of its name', slow, async () => {
  await writeSkill(service.folder.skills, 'refunds', { 'SKILL.md': skillText('refunds', {}, 'Mine.') })
  await stage.enable('refunds')
  await stage.add('one', stateOf(served('refunds')))
  await stage.add('two', stateOf(served('a/refunds'), served('b/c/refunds')))
  await expect
    .poll(async () => (await stage.all('two')).map(({ name }) => name))
    .toEqual(['two:a.refunds', 'two:b.c.refunds'])
  await expect.poll(() => stage.status('one:refunds')).toBe('unconfirmed')
  await stage.enable('two:b.c.refunds')
  const used = await stage.call('USE_SKILL', { name: 'refunds' })
  expect((used.data as { instructions: string }).instructions).toBe(
    '<skill_content name="refunds">\nMine.\n</skill_content>',
  )
  expect(await stage.status('two:a.refunds')).toBe('unconfirmed')
  const removed = service.client.skills.remove({ params: { name: 'one:refunds' } })
  expect(await reason(removed)).toBe(
    'one:refunds belongs to the MCP server one. Disable it, or remove the server.',
  )
  await stage.disable('two:b.c.refunds')
  expect(await stage.status('two:b.c.refunds')).toBe('disabled')
  await Promise.all([stage.remove('one'), stage.remove('two')])
  await rm(join(service.folder.skills, 'refunds'), { recursive: true })
})

test('an enabled skill that is no longer listed is asked for by its address', slow, async () => {
  const quiet = served('quiet')
  await stage.add('docs', stateOf(quiet))
  await expect.poll(() => stage.status('docs:quiet')).toBe('unconfirmed')
  await stage.enable('docs:quiet')
  await stage.change('docs', {
    ...stateOf(served('loud')),
    contents: quiet.contents,
    unlisted: [quiet.skill],
  })
  await expect.poll(() => stage.status('docs:loud')).toBe('unconfirmed')
  expect(await stage.status('docs:quiet')).toBe('enabled')
  await stage.change('docs', stateOf(served('loud')))
  await expect.poll(() => stage.status('docs:quiet')).toBeUndefined()
  await stage.remove('docs')
})
