import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { noSandbox } from '../../../test/launcher.ts'
import {
  copyExample,
  moduleOfTools,
  needBubblewrap,
  openTestPlugins,
  toolModule,
} from '../../../test/plugins.ts'
import { isForPersonOnly } from '../../contract/callers.ts'
import { pluginsContract } from './contract.ts'

beforeEach(needBubblewrap)

const greet = toolModule('GREET', "return { message: 'Hello ' + (args.value ?? 'you') + '.' }")
const keep = toolModule(
  'KEEP',
  "await host.store.set('k', args.value); return { message: 'kept', data: await host.store.get('k') }",
)

test('a new plugin can be called at once, but every call asks', async () => {
  await using service = await openTestPlugins()
  await service.write('greeter', { files: greet })
  await service.plugins.start()
  expect(await service.describe('greeter')).toMatchObject({ status: 'unconfirmed', always_asks: true })
  const asked = await service.run('GREET', {}, { approved: false, provenance: 'local-client' })
  expect(asked).toMatchObject({ success: false, code: 'approval_required' })
  expect(await service.run('GREET', { value: 'Ada' })).toMatchObject({ success: true, message: 'Hello Ada.' })
  expect(service.notifications.list().notifications).toMatchObject([
    { title: 'greeter is waiting for you', level: 'info' },
  ])
})

test('a new plugin that cannot be used says why, and does not wait to be enabled', async () => {
  await using service = await openTestPlugins()
  await service.write('broken', { files: 'export const tools = [' })
  await service.plugins.start()
  expect(await service.describe('broken')).toMatchObject({ status: 'refused' })
  expect(service.notifications.list().notifications).toMatchObject([
    { title: "Can't use broken", level: 'warning', message: expect.not.stringContaining('enable') },
  ])
})

test('a safe plugin that was enabled runs without asking, and so it stays after a restart', async () => {
  await using service = await openTestPlugins()
  await service.write('greeter', { files: greet })
  await service.plugins.start()
  await service.enable('greeter')
  expect(await service.run('GREET', {}, { approved: false })).toMatchObject({ success: true })
  await service.reopen()
  expect(await service.describe('greeter')).toMatchObject({ status: 'enabled', always_asks: false })
  expect(await service.run('GREET', {}, { approved: false })).toMatchObject({ success: true })
})

test.each([{ is_safe: false }, { is_safe: undefined }])(
  'a plugin with $is_safe for is_safe asks every time, also when it was enabled',
  async (manifest) => {
    await using service = await openTestPlugins()
    await service.write('greeter', { manifest, files: greet })
    await service.plugins.start()
    expect(await service.enable('greeter')).toMatchObject({ status: 'enabled', always_asks: true })
    const asked = await service.run('GREET', {}, { approved: false, provenance: 'local-client' })
    expect(asked).toMatchObject({ code: 'approval_required' })
  },
)

test('permissions are granted to the files that were enabled, and taken back when one changes', async () => {
  await using service = await openTestPlugins()
  await service.write('keeper', { manifest: { permissions: { store: true } }, files: keep })
  await service.plugins.start()
  expect(await service.run('KEEP', { value: 'a' })).toMatchObject({ success: false, code: 'forbidden' })
  const { hash } = await service.enable('keeper')
  expect(await service.run('KEEP', { value: 'a' })).toMatchObject({ success: true, data: 'a' })
  expect(service.store.read('plugin/keeper/k')?.json).toBe('"a"')

  await service.write('keeper', { manifest: { permissions: { store: true } }, files: `${keep}\n// changed` })
  await expect
    .poll(() => service.describe('keeper'))
    .toMatchObject({ status: 'unconfirmed', always_asks: true })
  expect(await service.run('KEEP', { value: 'b' })).toMatchObject({ success: false, code: 'forbidden' })
  expect(service.store.read('plugin/keeper/k')?.json).toBe('"a"')
  await expect(service.plugins.enable('keeper', hash!)).rejects.toMatchObject({ code: 'conflict' })
  await service.enable('keeper')
  expect(await service.run('KEEP', { value: 'b' }, { approved: false })).toMatchObject({ data: 'b' })
})

test('a change that nobody has noticed yet does not run with the old permissions', async () => {
  await using service = await openTestPlugins()
  const late = (key: string) => `export const act = (host: any) => host.store.set('${key}', 1)`
  const files = toolModule('ACT', "await (await import('./late.ts')).act(host); return { message: 'done' }")
  await service.write('keeper', {
    manifest: { permissions: { store: true } },
    files: { 'plugin.ts': files, 'late.ts': late('kept') },
  })
  await service.plugins.start()
  await service.enable('keeper')
  // Its process is not there yet, and starts from the copy and not from the folder.
  await service.write('keeper', {
    manifest: { permissions: { store: true } },
    files: { 'late.ts': late('stolen') },
  })
  await service.run('ACT')
  expect(service.store.read('plugin/keeper/stolen')).toBeUndefined()
})

test('folders that come, change and go are noticed', async () => {
  await using service = await openTestPlugins()
  await service.plugins.start()
  await service.write('greeter', { files: greet })
  await expect.poll(() => service.catalog.find('GREET')?.agent).toBe('greeter')
  await service.write('greeter', { files: greet.replace('GREET', 'SALUTE') })
  await expect.poll(() => service.catalog.find('SALUTE')?.agent).toBe('greeter')
  expect(service.catalog.find('GREET')).toBeUndefined()
  await service.write('greeter', { files: { 'plugin.ts': greet, 'lib/more.ts': 'export const more = 1' } })
  await expect.poll(() => service.catalog.find('GREET')?.agent).toBe('greeter')
  await rm(join(service.folder.plugins, 'greeter'), { recursive: true })
  await expect.poll(() => service.catalog.find('GREET')).toBeUndefined()
  expect((await service.plugins.list()).plugins).toEqual([])
})

test('a plugin that was disabled is not run, through changes and restarts, until it is enabled', async () => {
  await using service = await openTestPlugins()
  await service.write('greeter', { files: greet })
  await service.plugins.start()
  expect(await service.plugins.disable('greeter')).toMatchObject({ status: 'disabled', tools: [] })
  expect(await service.run('GREET')).toMatchObject({ code: 'unknown_tool' })
  await service.write('greeter', { files: `${greet}\n// changed` })
  await service.reopen()
  expect(await service.describe('greeter')).toMatchObject({ status: 'disabled', tools: [] })
  await service.enable('greeter')
  expect(await service.run('GREET')).toMatchObject({ success: true })
})

test('what cannot be used is listed with its reason, and the rest is there', async () => {
  await using service = await openTestPlugins()
  const { plugins } = service.folder
  await mkdir(plugins, { mode: 0o700 })
  await service.write('greeter', { files: greet })
  await service.write('built_in', { files: greet.replace('GREET', 'OTHER') })
  await service.write('copycat', { files: greet.replace('GREET', 'BUILT_IN') })
  await service.write('no_tools', { files: 'export const tools = []' })
  await service.write('pattern', {
    files: greet.replace(
      "{ type: 'string' }",
      () => "{ type: 'string', pattern: '(a+)+$', default: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' }",
    ),
  })
  await service.write('misnamed', { manifest: { agent: 'other_name' }, files: greet })
  await service.write('greedy', { manifest: { permissions: { read: ['~/.ssh'] } }, files: greet })
  await service.write('curious', { manifest: { permissions: { read: [service.folder.root] } }, files: greet })
  await service.write('shared', { files: greet })
  await chmod(join(plugins, 'shared', 'plugin.ts'), 0o666)
  await service.write('linked', { files: greet })
  await symlink('/etc/passwd', join(plugins, 'linked', 'data.txt'))
  await symlink('/etc', join(plugins, 'elsewhere'))
  await mkdir(join(plugins, 'empty'), { mode: 0o700 })
  await service.plugins.start()
  const { plugins: list } = await service.plugins.list()
  const problems = Object.fromEntries(list.map(({ agent, problem }) => [agent, problem]))
  expect(problems).toEqual({
    greeter: null,
    built_in: 'built_in is already the name of an agent. Choose another.',
    copycat: 'copycat adds the tool BUILT_IN, which built_in already has.',
    no_tools: expect.stringContaining('the list of tools must NOT have fewer than 1 items'),
    pattern: expect.stringContaining('params of GREET can\'t use "pattern": check it in run'),
    misnamed: expect.stringContaining('the folder is named misnamed, but its agent is other_name'),
    greedy: expect.stringContaining("A plugin can't have ~/.ssh."),
    curious: expect.stringContaining("belongs to the service's own data"),
    shared: expect.stringContaining('chmod -R go-w'),
    linked: expect.stringContaining('data.txt is a link'),
    elsewhere: expect.stringContaining('is a link: put a real folder there'),
    empty: expect.stringContaining('it has no plugin.json'),
  })
  expect(list.filter(({ status }) => status !== 'refused').map(({ agent }) => agent)).toEqual(['greeter'])
  expect(await service.run('BUILT_IN')).toMatchObject({ success: true, message: 'I am still here.' })
  expect(await service.run('GREET')).toMatchObject({ success: true })
})

test('a tool whose name another plugin took first is refused, and the first one stays', async () => {
  await using service = await openTestPlugins()
  await service.write('first', { files: greet })
  await service.plugins.start()
  await service.write('second', { files: greet })
  await expect
    .poll(() => service.describe('second'))
    .toMatchObject({ status: 'refused', problem: 'second adds the tool GREET, which first already has.' })
  expect(service.catalog.find('GREET')?.agent).toBe('first')
})

test('a plugin gets its own settings once it is enabled, and no other', async () => {
  await using service = await openTestPlugins()
  const setting = (name: string) => ({ name, type: 'string', description: 'A text.', default: 'none' })
  const read = (action: string, name: string) =>
    toolModule(action, `return { message: 'read', data: host.settings.get('${name}') }`)
  await service.write('mail_box', {
    manifest: { settings: [{ ...setting('KEY'), default: undefined, secret: true }, setting('HOST')] },
    files: read('READ_BOX', 'HOST'),
  })
  await service.write('other', {
    manifest: { settings: [setting('HOST')] },
    files: read('READ_OTHER', 'KEY'),
  })
  await service.plugins.start()
  expect(service.settings.view()).toEqual({})
  await service.enable('mail_box')
  await service.enable('other')
  await service.settings.update(
    { PLUGIN_MAIL_BOX_HOST: 'mail.example.com', PLUGIN_MAIL_BOX_KEY: 'secret' },
    'local-client',
  )
  expect(service.settings.view()).toEqual({
    PLUGIN_MAIL_BOX_HOST: 'mail.example.com',
    PLUGIN_MAIL_BOX_KEY: expect.not.stringContaining('secret'),
    PLUGIN_OTHER_HOST: 'none',
  })
  expect(await service.run('READ_BOX')).toMatchObject({ data: 'mail.example.com' })
  expect(await service.run('READ_OTHER')).toMatchObject({
    success: false,
    message: "plugin.json doesn't declare a setting KEY.",
  })
  await service.write('mail_box', {
    manifest: { version: '2', settings: [setting('HOST')] },
    files: read('READ_BOX', 'HOST'),
  })
  await expect.poll(() => service.describe('mail_box')).toMatchObject({ version: '2' })
  expect(await service.run('READ_BOX')).toMatchObject({ data: 'none' })

  // PLUGIN_MAIL_BOX_KEY would be BOX_KEY of a plugin named mail.
  await service.write('mail', {
    manifest: { settings: [setting('BOX_KEY')] },
    files: read('STEAL', 'BOX_KEY'),
  })
  await expect
    .poll(() => service.describe('mail'))
    .toMatchObject({
      status: 'refused',
      problem: 'The setting PLUGIN_MAIL_BOX_KEY belongs to the plugin mail_box. Rename it.',
    })
})

test('a plugin reads and writes where it was granted, and nowhere beside it', async () => {
  await using service = await openTestPlugins()
  const notes = join(service.home, 'notes')
  await mkdir(join(notes, 'inbox'), { recursive: true })
  await mkdir(join(service.home, 'private'))
  await writeFile(join(notes, 'todo.md'), 'Buy milk')
  await writeFile(join(service.home, 'private', 'diary.md'), 'Dear diary')
  await symlink(join(service.home, 'private'), join(notes, 'shortcut'))
  const files = `import fs from 'node:fs'\n${toolModule(
    'TRY',
    `const home = args.value
     const attempt = (work) => { try { return work() ?? 'done' } catch (error) { return error.code } }
     return { message: 'tried', data: [
       attempt(() => fs.readFileSync(home + '/notes/todo.md', 'utf8')),
       attempt(() => fs.writeFileSync(home + '/notes/todo.md', 'x')),
       attempt(() => fs.writeFileSync(home + '/notes/inbox/new.md', 'Made by a plugin')),
       attempt(() => fs.readFileSync(home + '/private/diary.md', 'utf8')),
       attempt(() => fs.readFileSync(home + '/notes/../private/diary.md', 'utf8')),
       attempt(() => fs.readFileSync(home + '/notes/shortcut/diary.md', 'utf8')),
     ] }`,
  )}`
  await service.write('notes', {
    manifest: { permissions: { read: ['~/notes'], write: ['~/notes/inbox'] } },
    files,
  })
  await service.plugins.start()
  const before = await service.run('TRY', { value: service.home })
  expect(new Set(before.data as string[])).toEqual(new Set(['ERR_ACCESS_DENIED']))
  await service.enable('notes')
  const { data } = await service.run('TRY', { value: service.home })
  expect(data).toEqual([
    'Buy milk',
    'ERR_ACCESS_DENIED',
    'done',
    'ERR_ACCESS_DENIED',
    'ERR_ACCESS_DENIED',
    'ENOENT',
  ])
  expect(await readFile(join(notes, 'inbox', 'new.md'), 'utf8')).toBe('Made by a plugin')
  expect(await readFile(join(notes, 'todo.md'), 'utf8')).toBe('Buy milk')
})

test('a tool is told the granted paths as they are on this machine, and none before', async () => {
  await using service = await openTestPlugins()
  const permissions = { read: ['~/notes'], write: ['~/notes/inbox'] }
  const files = toolModule('PATHS', "return { message: 'paths', data: host.paths }")
  await service.write('notes', { manifest: { permissions }, files })
  await service.plugins.start()
  expect((await service.run('PATHS')).data).toEqual({ read: [], write: [] })
  await service.enable('notes')
  const notes = join(service.home, 'notes')
  expect((await service.run('PATHS')).data).toEqual({ read: [notes], write: [join(notes, 'inbox')] })
})

test('without a sandbox no plugin is loaded, not even one that was enabled, and the list says why', async () => {
  await using service = await openTestPlugins({ findSandbox: noSandbox })
  const mark = join(service.home, 'ran')
  // A plugin that asks for nothing, whose module acts while it loads: without a sandbox it would be the user.
  const head = `import fs from 'node:fs'\nfs.writeFileSync('${mark}', 'x')\n`
  await service.write('eager', { files: head + toolModule('EAGER', "return { message: 'here' }") })
  await service.plugins.start()
  const problem = "It isn't loaded, because bubblewrap is not installed. Install bubblewrap."
  expect(await service.describe('eager')).toMatchObject({ status: 'unconfirmed', tools: [], problem })
  expect(await service.enable('eager')).toMatchObject({ status: 'enabled', tools: [], problem })
  expect(await service.run('EAGER')).toMatchObject({ code: 'unknown_tool' })
  expect(existsSync(mark)).toBe(false)
  expect((await service.plugins.list()).isolation).toEqual({
    kind: 'none',
    detail: 'bubblewrap is not installed. Install bubblewrap.',
  })
})

test('the example does what its page says', async () => {
  await using service = await openTestPlugins()
  await mkdir(service.folder.plugins, { mode: 0o700 })
  await copyExample('word_count', join(service.folder.plugins, 'word_count'))
  await service.plugins.start()
  await service.enable('word_count')
  const counted = await service.run('COUNT_WORDS', { text: 'One two. Three!' }, { approved: false })
  expect(counted).toMatchObject({ success: true, data: { words: 3, characters: 15, sentences: 2 } })
  const track = (text: string) =>
    service.run('TRACK_WRITING', { project: 'novel', text }, { approved: false })
  expect(await track('one two')).toMatchObject({ data: { words: 2, added: 2 } })
  expect(await track('one two three')).toMatchObject({ data: { words: 3, added: 1 } })
  await service.settings.update({ PLUGIN_WORD_COUNT_WORDS_PER_MINUTE: 1 }, 'local-client')
  expect(await service.run('COUNT_WORDS', { text: 'a b c' })).toMatchObject({ data: { reading_minutes: 3 } })
  expect(await service.run('COUNT_WORDS', { texte: 'a' })).toMatchObject({ code: 'invalid_arguments' })
})

test('one plugin cannot see, change or fill what another one keeps', async () => {
  await using service = await openTestPlugins()
  const manifest = { permissions: { store: true } }
  await service.write('keeper', { manifest, files: keep })
  await service.write('thief', {
    manifest,
    files: toolModule(
      'STEAL',
      `const keys = ['k', 'keeper/k', '../keeper/k', '/plugin/keeper/k', 'plugin/keeper/k']
       return { message: 'tried', data: await Promise.all(keys.map((key) => host.store.get(key))) }`,
    ),
  })
  await service.write('hoarder', {
    manifest,
    files: toolModule(
      'HOARD',
      "for (let n = 0; ; n += 1) await host.store.set('k' + n, 'x'.repeat(900_000))",
      'timeoutSeconds: 60,',
    ),
  })
  await service.plugins.start()
  for (const agent of ['keeper', 'thief', 'hoarder']) await service.enable(agent)
  await service.run('KEEP', { value: 'mine' })
  expect(await service.run('STEAL')).toMatchObject({ data: [null, null, null, null, null] })
  expect(await service.run('HOARD')).toMatchObject({
    code: 'storage_full',
    message: 'A plugin can store 1000 values and 16 MB in total. Delete some first.',
  })
})

test('only a person decides about plugins', () => {
  const { enable, disable, reload } = pluginsContract
  expect([enable, disable, reload].map(isForPersonOnly)).toEqual([true, true, true])
})

test('a name that is not a folder there is unknown, whatever it points to', async () => {
  await using service = await openTestPlugins()
  await service.plugins.start()
  for (const agent of ['nothing', '../plugins', '..', '.', '/etc'])
    await expect(service.plugins.reload(agent)).rejects.toMatchObject({ code: 'not_found' })
})

test('every decision and every load is in the audit log', async () => {
  await using service = await openTestPlugins()
  await service.write('greeter', { files: greet })
  await service.plugins.start()
  await service.enable('greeter')
  await service.plugins.disable('greeter')
  const records = await service.audit.tail(20)
  expect(records.map(({ kind, phase = '', subject }) => `${kind} ${phase} ${subject}`)).toEqual([
    'plugin.load  greeter',
    'plugin.enable intent greeter',
    'plugin.enable outcome greeter',
    'plugin.load  greeter',
    'plugin.disable intent greeter',
    'plugin.disable outcome greeter',
    'plugin.load  greeter',
  ])
})

test('several calls run side by side in one process, and an answer goes to the call it belongs to', async () => {
  await using service = await openTestPlugins()
  await service.write('echo', {
    files: toolModule(
      'ECHO',
      'await new Promise((resolve) => setTimeout(resolve, Math.random() * 50)); return { message: String(process.pid), data: args.value }',
    ),
  })
  await service.plugins.start()
  const values = Array.from({ length: 16 }, (_, index) => `value ${index}`)
  const answers = await Promise.all(values.map((value) => service.run('ECHO', { value })))
  expect(answers.map(({ data }) => data)).toEqual(values)
  expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
})

test('a call that is running when its plugin changes ends as it began', async () => {
  await using service = await openTestPlugins()
  const slow = toolModule(
    'SLOW',
    `host.progress({ fraction: 0.5, message: 'half' })
     while ((await host.store.get('go')) === null) await new Promise((resolve) => setTimeout(resolve, 50))
     return { message: 'old' }`,
    'timeoutSeconds: 300,',
  )
  const manifest = { permissions: { store: true } }
  await service.write('slow', { manifest, files: slow })
  await service.plugins.start()
  await service.enable('slow')
  const call = service.run('SLOW')
  await expect
    .poll(() => service.progressed)
    .toMatchObject([{ fraction: 0.5, message: 'half', action: 'SLOW' }])
  await service.write('slow', { manifest, files: slow.replace("'old'", "'new'") })
  await service.load('slow')
  await service.store.write('plugin/slow/go', 'true', {})
  expect(await call).toMatchObject({ success: true, message: 'old' })
  expect(await service.run('SLOW')).toMatchObject({ success: true, message: 'new' })
  await expect.poll(() => readdir(join(service.folder.run, 'plugins'))).toHaveLength(1)
})

test('a plugin that is switched off stops at once, in the middle of a call', async () => {
  await using service = await openTestPlugins()
  const body = 'host.progress({ fraction: 0.1 }); await new Promise(() => setInterval(() => {}, 1000))'
  await service.write('endless', { files: toolModule('ENDLESS', body) })
  await service.plugins.start()
  const call = service.run('ENDLESS')
  await expect.poll(() => service.progressed).toHaveLength(1)
  await service.plugins.disable('endless')
  expect(await call).toMatchObject({ success: false, message: 'The plugin endless was stopped.' })
})

test('a failure that a plugin throws is told as it is, with a code of the service if it names one', async () => {
  await using service = await openTestPlugins()
  const body = "throw Object.assign(new Error('No such note.'), { code: args.value })"
  await service.write('failing', { files: toolModule('FAIL', body) })
  await service.plugins.start()
  const message = 'No such note.'
  expect(await service.run('FAIL', { value: 'not_found' })).toMatchObject({ code: 'not_found', message })
  expect(await service.run('FAIL', { value: 'internal' })).toMatchObject({ code: 'upstream_failed', message })
  expect(await service.run('FAIL')).toMatchObject({ code: 'upstream_failed', message })
})

test.each([
  ['a module with a default export', 'plugin.ts', `const own = {}; export default { tools: [TOOL] }`],
  ['plain JavaScript', 'plugin.js', 'export const tools = [TOOL]'],
  ['CommonJS', 'plugin.js', 'module.exports = { tools: [TOOL] }'],
])('%s is a plugin too', async (_what, name, text) => {
  await using service = await openTestPlugins()
  const tool = `{ action: 'GREET', title: 'Greet', description: 'Greets.', risk: 'read', idempotent: true,
    params: { type: 'object', properties: {} }, run: () => ({ message: 'Hello.' }) }`
  await service.write('greeter', { files: { [name]: text.replace('TOOL', tool) } })
  await service.plugins.start()
  expect(await service.run('GREET')).toMatchObject({ success: true, message: 'Hello.' })
})

test('an answer without a message is a failure that says what is missing', async () => {
  await using service = await openTestPlugins()
  const bodies = ["return 'done'", 'return { data: 1 }', 'return', 'return { message: 1 }', 'return null']
  const tools = bodies.map((body, index) => [`MUTE_${index}`, body] as const)
  await service.write('mute', { files: moduleOfTools(Object.fromEntries(tools)) })
  await service.plugins.start()
  for (const [action, body] of tools)
    expect(await service.run(action), body).toMatchObject({
      success: false,
      message: `${action} didn't answer with { message, data }, so it is unclear what it did.`,
    })
})
