import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await writeFile(file('notes.txt'), 'what was noted\n')
})
afterAll(() => service[Symbol.asyncDispose]())

const file = (name: string) => join(service.folder.root, '..', name)

// oxlint-disable-next-line no-explicit-any -- a test reads whatever the wire brings
async function send(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
  const response = await fetch(service.address + path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const start = async (goal?: string) =>
  (await send('POST', '/api/workflows/wizard/start', goal === undefined ? {} : { goal })).body
const back = async (session_id: string) =>
  (await send('POST', '/api/workflows/wizard/back', { session_id })).body

/** Gives the answers one after another; what the last one brings. */
async function answer(session_id: string, ...messages: string[]) {
  const replies = []
  for (const message of messages) {
    const { status, body } = await send('POST', '/api/workflows/wizard/chat', { session_id, message })
    expect(status, JSON.stringify(body)).toBe(200)
    replies.push(body)
  }
  return replies.at(-1)
}

test('a goal becomes a workflow by answers, over a restart in the middle', async () => {
  const { session_id, ...first } = await start('read ~/notes.txt, then write its text to a file')
  expect(first.message).toContain('Which tool should do step 1, "read ~/notes.txt"?')
  expect(first.suggestions[0]).toBe('READ_FILE — Read a file')
  expect(first).toMatchObject({ done: false, draft: { name: null, steps: [] } })

  const path = await answer(session_id, first.suggestions[0])
  expect(path.message).toMatch(/needs path \(a path\)/)
  const optional = await answer(session_id, '~/notes.txt')
  expect(optional.message).toContain('Anything else to set')
  const limited = await answer(session_id, 'limit = many')
  expect(limited.message).toContain('limit must be a number')
  const second = await answer(session_id, 'no', 'no', 'yes')
  expect(second.message).toContain('step 2, "write its text to a file"')
  expect(second.draft.steps).toMatchObject([
    { id: 'read', action: 'READ_FILE', args: { path: '~/notes.txt' }, depends_on: [] },
  ])

  await service.restart()
  const target = await answer(session_id, 'WRITE_FILE')
  expect(target.draft.steps[1]).toMatchObject({ id: 'write', args: {}, depends_on: ['read'] })
  const content = await answer(session_id, '~/wizard.txt')
  expect(content.suggestions).toContainEqual(expect.stringMatching(/^\$read\.content — /))
  const chosen = content.suggestions.find((one: string) => one.startsWith('$read.content'))
  const end = await answer(session_id, chosen, 'no', 'No', "No, that's all", 'no')
  expect(end.message).toContain('What should it be called?')
  const kept = await answer(session_id, 'Copy the notes')
  expect(kept.draft.name).toBe('Copy the notes')
  const done = await answer(session_id, 'yes')
  expect(done).toMatchObject({ done: true, workflow_id: expect.stringMatching(/^wf_/) })

  for (;;) {
    const { body } = await send('GET', `/api/workflows/${done.workflow_id}`)
    if (body.status === 'running') {
      await sleep(10)
      continue
    }
    expect(body).toMatchObject({ status: 'completed', source: 'wizard', name: 'Copy the notes' })
    break
  }
  expect(await readFile(file('wizard.txt'), 'utf8')).toBe('what was noted\n')
  const over = await send('POST', '/api/workflows/wizard/chat', { session_id, message: 'yes' })
  expect(over).toMatchObject({ status: 409, body: { detail: expect.stringContaining(done.workflow_id) } })
  expect((await send('POST', '/api/workflows/wizard/back', { session_id })).status).toBe(409)
})

test('every answer can be taken back, up to the first question', async () => {
  const { session_id, message } = await start()
  expect(message).toContain('What should the workflow do?')
  const answers = [
    'write hello to ~/hello.txt',
    'WRITE_FILE',
    '~/hello.txt',
    'hello',
    'no',
    'yes',
    'no',
    'every weekday at 9',
    'yes',
  ]
  const asked = [message]
  for (const one of answers) asked.push((await answer(session_id, one)).message)
  expect(asked.at(-1)).toContain('called')
  for (const expected of asked.slice(0, -1).toReversed())
    expect((await back(session_id)).message).toBe(expected)
  const first = await back(session_id)
  expect(first).toMatchObject({ message, draft: { name: null, steps: [] }, done: false })
})

test('an answer that does not fit is told why, and asked again', async () => {
  const { session_id } = await start('draw a bar chart')
  const asked = await answer(session_id, 'GENERATE_CHART_IMAGE', '~/sales.csv', '~/sales.png')
  expect(asked.suggestions).toEqual(expect.arrayContaining(['bar', 'line', 'pie']))
  const wrong = await answer(session_id, 'donut')
  expect(wrong.message).toMatch(/must be one of bar, line[^]*needs chart_type/)
  expect(wrong.draft.steps[0].args).not.toHaveProperty('chart_type')
  const unknown = await answer(session_id, 'bar', 'title = Sales of $region')
  expect(unknown.message).toContain('$region is not a variable or the output')
})

test('arguments can be left for the run, and a schedule is read back and made', async () => {
  const { session_id } = await start('write a file')
  const later = await answer(session_id, 'WRITE_FILE', '~/daily.txt', 'ask me when it runs')
  expect(later.message).toContain('You will be asked for content when the step runs')
  const asked = await answer(session_id, 'no', 'no', 'sometimes')
  expect(asked.message).toContain(`I don't understand "sometimes"`)
  const read = await answer(session_id, 'every weekday at 9 in UTC')
  expect(read.message).toMatch(/next: \w+day[^]*09:00[^]*\(UTC\)\. Is that right\?/)
  expect(read.draft.schedule).toEqual({ cron: '0 9 * * 1-5', timezone: 'UTC' })
  const done = await answer(session_id, 'yes', 'Daily')
  expect(done).toMatchObject({ done: true, schedule_id: expect.stringMatching(/^sch_/) })
  expect(done).not.toHaveProperty('workflow_id')
  const { body } = await send('GET', `/api/workflows/recurring/${done.schedule_id}`)
  expect(body).toMatchObject({ name: 'Daily', cron: '0 9 * * 1-5', timezone: 'UTC', enabled: true })
  expect(body.steps).toMatchObject([
    { action: 'WRITE_FILE', args: { path: '~/daily.txt' }, needs_human: true },
  ])
})

test('a session can be cancelled, and an unknown one is not found', async () => {
  const { session_id } = await start('list the files in ~')
  expect(await answer(session_id, 'cancel')).toMatchObject({
    done: true,
    message: expect.stringContaining('Cancelled. Nothing was created.'),
  })
  const again = await send('POST', '/api/workflows/wizard/chat', { session_id, message: '1' })
  expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining('cancelled') } })
  const unknown = await send('POST', '/api/workflows/wizard/chat', { session_id: 'wiz_none', message: '1' })
  expect(unknown.status).toBe(404)
})

test('an answer that was carried out but not noted makes no second workflow', async () => {
  const { session_id } = await start('list the files in ~')
  await answer(session_id, 'LIST_FILES', 'no', 'no', 'no', 'no', 'List')
  const { workflow_id } = await answer(session_id, 'no')
  // As if the service had ended between the two: the session does not know that it is over.
  using database = new DatabaseSync(service.folder.database)
  const state = {
    goal: null,
    name: 'List',
    current: null,
    later: [],
    schedule: null,
    question: { kind: 'start' },
    steps: [{ id: 'list', agent: 'file_manager', action: 'LIST_FILES', args: {}, depends_on: [] }],
  }
  database
    .prepare('UPDATE wizard_sessions SET outcome = NULL, workflow_id = NULL WHERE id = ?')
    .run(session_id)
  database.prepare('INSERT INTO wizard_turns VALUES (?, 1, ?)').run(session_id, JSON.stringify(state))
  expect(await answer(session_id, 'no')).toMatchObject({ done: true, workflow_id })
})
