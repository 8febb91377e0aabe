import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import { silentLog } from '../../../contract/log.ts'
import { migrations } from '../../../migrations/migrations.ts'
import type { Database } from '../../../platform/database/database.ts'
import { plugins } from '../../../plugins/registry.ts'
import type { LanguageModels, ModelRequest } from '../../models/language-model.ts'
import { rankTools } from '../../tools/rank-tools.ts'
import { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { Workflows } from '../workflows.ts'
import type { AutomationPort } from './ask-question.ts'
import { Wizard } from './wizard.ts'
import { openDatabase } from '../../../platform/database/open-database.ts'

let folder: string
let database: Database
let clock = new Date('2026-03-02T09:30:00Z')
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-wizard-'))
  const now = () => clock
  database = await openDatabase({
    path: join(folder, 'x.db'),
    backupFolder: join(folder, 'b'),
    migrations,
    now,
    log: silentLog,
  })
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const catalog = new ToolCatalog({ builtIn: plugins, edition: 'linux' })
const call = { signal: new AbortController().signal, provenance: 'local-client' } as Call

/** Nothing is made in these tests: test/workflow-wizard.test.ts does that with everything that belongs to it. */
function open({
  models,
  tools = catalog,
  automations,
}: { models?: LanguageModels; tools?: ToolCatalog; automations?: AutomationPort } = {}): Wizard {
  const workflows = {} as Pick<Workflows, 'engine' | 'schedules'>
  return new Wizard({
    database,
    now: () => clock,
    catalog: tools,
    rank: rankTools,
    workflows,
    models,
    automations,
  })
}

function modelThat(ask: (request: ModelRequest) => unknown): LanguageModels {
  return {
    choice: () => ({ provider: 'test', model: 'test', contextTokens: null }),
    stream: () => {
      throw new Error('Nobody streams here.')
    },
    ask: async (request) => {
      const usage = { input_tokens: null, output_tokens: null, total_tokens: null }
      const object = ask(request)
      return { model: '', provider: '', usage, finish_reason: 'stop', calls: [], text: '', object }
    },
  }
}

test('a second answer while the first is on its way is refused', async () => {
  const wizard = open()
  const { session_id } = await wizard.start({ goal: 'list the files in ~' }, call)
  const first = wizard.chat(session_id, 'LIST_FILES', call)
  await expect(wizard.chat(session_id, 'READ_FILE', call)).rejects.toMatchObject({ code: 'conflict' })
  expect((await first).draft.steps).toMatchObject([{ action: 'LIST_FILES' }])
})

test('sessions are kept for 30 days and then forgotten', async () => {
  const wizard = open()
  const { session_id } = await wizard.start({ goal: 'list the files in ~' }, call)
  clock = new Date(clock.getTime() + 29 * 86_400_000)
  expect((await wizard.chat(session_id, 'help', call)).message).toContain('Which tool')
  await wizard.chat(session_id, '1', call)
  clock = new Date(clock.getTime() + 29 * 86_400_000)
  expect((await open().chat(session_id, '?', call)).done).toBe(false)
  clock = new Date(clock.getTime() + 2 * 86_400_000)
  await expect(wizard.chat(session_id, '1', call)).rejects.toMatchObject({ code: 'not_found' })
  await wizard.start({}, call)
  const left = database
    .prepare('SELECT count(*) AS count FROM wizard_turns WHERE session = ?')
    .get(session_id)
  expect(left).toEqual({ count: 0 })
})

test('a goal that no tool fits is asked for again', async () => {
  const { message, draft } = await open().start({ goal: 'xyzzy plugh' }, call)
  expect(message).toMatch(/^No tool fits that[^]*What should the workflow do\?/)
  expect(draft.steps).toEqual([])
})

test('tools are chosen by number, by name, by title, or found by other words', async () => {
  const wizard = open()
  for (const answer of ['1', '2.', 'read_file', 'Read a file', 'READ_FILE — Read a file']) {
    const { session_id, suggestions } = await wizard.start({ goal: 'read ~/a.txt' }, call)
    const { draft } = await wizard.chat(session_id, answer, call)
    const number = /^(\d)/.exec(answer)?.[1]
    const action = number === undefined ? 'READ_FILE' : suggestions![Number(number) - 1]!.split(' — ')[0]
    expect(draft.steps).toMatchObject([{ action }])
  }
  const { session_id } = await wizard.start({ goal: 'read ~/a.txt' }, call)
  const other = await wizard.chat(session_id, 'a pie chart of expenses', call)
  expect(other.suggestions![0]).toMatch(/^GENERATE_CHART_IMAGE/)
  expect((await wizard.chat(session_id, '99', call)).message).toMatch(/No tool fits|Which tool/)
})

test('results of earlier steps are offered where they fit, and written as text where text is wanted', async () => {
  const wizard = open()
  const { session_id } = await wizard.start({ goal: 'list the files in ~, then write a spreadsheet' }, call)
  for (const answer of ['LIST_FILES', 'no', 'no', 'yes', 'WRITE_XLSX'])
    await wizard.chat(session_id, answer, call)
  const data = await wizard.chat(session_id, '~/list.xlsx', call)
  expect(data.suggestions).toContainEqual(expect.stringMatching(/^\$list\.entries — /))
  expect(data.suggestions).not.toContainEqual(expect.stringMatching(/^\$list\.total/))
  const set = await wizard.chat(session_id, '$list.entries', call)
  expect(set.draft.steps[1]!.args).toEqual({ path: '~/list.xlsx', data: '$list.entries' })
  for (const answer of ['no', 'yes', 'write a text file', 'WRITE_FILE', '~/list.txt'])
    await wizard.chat(session_id, answer, call)
  const wrong = await wizard.chat(session_id, '$lists.entries', call)
  expect(wrong.message).toContain('did you mean "list"?')
  const text = await wizard.chat(session_id, '$list.entries — whatever', call)
  expect(text.draft.steps[2]).toMatchObject({ args: { content: '$list.entries\n' }, depends_on: ['write'] })
  expect(text.draft.steps[1]).toMatchObject({ needs_human: true })
})

test('a number out of its range is refused, and the question says the range', async () => {
  const wizard = open()
  const { session_id } = await wizard.start({ goal: 'duplicate a slide' }, call)
  const asked = await wizard.chat(session_id, 'DUPLICATE_SLIDE_PPTX', call)
  expect(asked.message).toContain('needs path')
  const low = await wizard.chat(session_id, '~/d.pptx', call).then(() => wizard.chat(session_id, '0', call))
  expect(low.message).toMatch(
    /slide_number must be >= 1[^]*needs slide_number \(a whole number, at least 1\)/,
  )
})

const lastOffered = ({ schema }: ModelRequest) =>
  (
    schema as never as { properties: { actions: { items: { enum: string[] } } } }
  ).properties.actions.items.enum.at(-1)!

test('a model may reorder what is offered, and nothing else', async () => {
  const asked: ModelRequest[] = []
  const models = modelThat((request) => {
    asked.push(request)
    return { actions: [lastOffered(request), 'SHELL', 7] }
  })
  const { suggestions } = await open({ models }).start({ goal: 'read the file ~/a.txt' }, call)
  expect(suggestions![0]).toContain(`${lastOffered(asked[0]!)} — `)
  expect(suggestions![1]).toMatch(/^READ_FILE/)
  expect(suggestions!.join()).not.toContain('SHELL')
  expect(suggestions!.length).toBeLessThanOrEqual(5)
  expect(asked[0]!.system!.split('\n').length).toBeLessThanOrEqual(13)
})

test.each([
  [
    'fails',
    () => {
      throw new AppError('upstream_failed', 'No.')
    },
  ],
  [
    'is slow',
    () => {
      throw new DOMException('', 'TimeoutError')
    },
  ],
  ['talks nonsense', () => 'hm'],
])('when the model %s, the ranking is enough', async (_, ask) => {
  const { suggestions } = await open({ models: modelThat(ask) }).start(
    { goal: 'read the file ~/a.txt' },
    call,
  )
  expect(suggestions![0]).toMatch(/^READ_FILE/)
})

test('a session goes on when its tool is gone, and can be taken back', async () => {
  const wizard = open()
  const { session_id } = await wizard.start({ goal: 'read ~/a.txt' }, call)
  await wizard.chat(session_id, 'READ_FILE', call)
  const later = open({ tools: new ToolCatalog({ builtIn: [], edition: 'linux' }) })
  expect((await later.chat(session_id, '~/a.txt', call)).message).toContain('The tool no longer takes path')
  expect((await wizard.back(session_id)).message).toContain('Which tool')
})

test('a name may be left to the wizard', async () => {
  const wizard = open()
  const { session_id } = await wizard.start({ goal: 'list the files in ~' }, call)
  for (const answer of ['LIST_FILES', 'no', 'no', 'no', 'no']) await wizard.chat(session_id, answer, call)
  const { draft, message } = await wizard.chat(session_id, 'ok', call)
  expect(draft.name).toBe('list the files in ~')
  expect(message).toContain('All set. Start it now, or just save it?')
})

test('what starts it is read from the goal, and its steps know the event', async () => {
  const made: unknown[] = []
  const automations: AutomationPort = {
    create: async (definition) => {
      made.push(definition)
      return { automation_id: 'aut_1' }
    },
  }
  const wizard = open({ automations })
  const { session_id, draft } = await wizard.start({ goal: 'when a PDF lands in Downloads, copy it' }, call)
  expect(draft.triggers).toMatchObject([{ id: 't1', type: 'file', path: '~/Downloads' }])
  const say = (message: string) => wizard.chat(session_id, message, call)
  await say('COPY_FILE')
  await say('$event.path')
  await say('~/Backup')
  await say('no')
  await say('no')
  const check = await say('no')
  expect(check.message).toContain('when something is added to ~/Downloads')
  await say('yes')
  const end = await say('Keep PDFs')
  expect(end).toMatchObject({ done: true, automation_id: 'aut_1' })
  expect(made).toMatchObject([
    { name: 'Keep PDFs', steps: [{ action: 'COPY_FILE', args: { path: '$event.path', to: '~/Backup' } }] },
  ])
  await expect(say('more')).rejects.toMatchObject({ message: expect.stringContaining('an automation') })
})

test('what starts it can be said where times are asked for, if it can be stored', async () => {
  const toTheEnd = async (wizard: Wizard) => {
    const { session_id } = await wizard.start({ goal: 'list the files in ~' }, call)
    const say = (message: string) => wizard.chat(session_id, message, call)
    for (const answer of ['LIST_FILES', 'no', 'no', 'no']) await say(answer)
    return say
  }
  const create = () => Promise.resolve({ automation_id: 'aut_2' })
  const say = await toTheEnd(open({ automations: { create } }))
  expect((await say('when my boss emails me')).message).toContain('From which address')
  expect((await say('whenever I get mail from anna@example.org')).draft.triggers).toMatchObject([
    { type: 'mail' },
  ])
  expect((await say('no')).message).toContain('When should it run?')
  expect((await say('every weekday at 9')).draft.schedule).toEqual({ cron: '0 9 * * 1-5' })
  const other = await toTheEnd(open())
  expect((await other('when I get mail')).message).toContain("I don't understand")
})
