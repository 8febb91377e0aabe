import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownServer, sse } from './models-stage.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await mkdir(file('Documents'))
  await writeFile(file('Documents/invoice-7.pdf'), 'x')
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

const generate = (prompt: string, start = false) => send('POST', '/api/workflows/generate', { prompt, start })

async function until(id: string, ...statuses: string[]) {
  for (;;) {
    const { body } = await send('GET', `/api/workflows/${id}`)
    if (statuses.includes(body.status)) return body
    await sleep(10)
  }
}

test('a sentence is planned, stored, run, and its results go from step to step', async () => {
  const prompt = 'search my Documents for invoice, then write the result to ~/invoices.txt'
  const { status, body } = await generate(prompt, true)
  expect(status).toBe(200)
  expect(body.steps).toMatchObject([
    { id: 'search', action: 'SEARCH_FILES', args: { query: 'invoice', path: '~/Documents' }, depends_on: [] },
    {
      id: 'write',
      action: 'WRITE_FILE',
      args: { content: '$search.results[*].path\n' },
      depends_on: ['search'],
    },
  ])
  const record = await until(body.workflow_id, 'completed', 'failed')
  expect(record).toMatchObject({ status: 'completed', source: 'generated', name: prompt })
  expect(await readFile(file('invoices.txt'), 'utf8')).toBe(`${file('Documents/invoice-7.pdf')}\n`)
})

test('text, tables and files of earlier steps arrive with their types', async () => {
  const copied = await generate('read ~/notes.txt then write its text to ~/copy.txt', true)
  await until(copied.body.workflow_id, 'completed')
  expect(await readFile(file('copy.txt'), 'utf8')).toBe('what was noted\n')
  const listed = await generate(
    'list the files in ~/Documents and then create a spreadsheet ~/list.xlsx from it',
    true,
  )
  const { results } = await until(listed.body.workflow_id, 'completed')
  expect(results.write.data).toMatchObject({ rows: 1 })
  const placed = await generate('first make a folder ~/new then copy ~/notes.txt into it', true)
  await until(placed.body.workflow_id, 'completed')
  expect(await readFile(file('new/notes.txt'), 'utf8')).toBe('what was noted\n')
})

test('a plan without start is only shown, and can be sent as it is', async () => {
  const before = (await send('GET', '/api/workflows')).body.workflows.length
  const { body } = await generate('delete ~/copy.txt')
  expect(body).not.toHaveProperty('workflow_id')
  expect((await send('GET', '/api/workflows')).body.workflows).toHaveLength(before)
  const sent = await send('POST', '/api/workflows', body.steps)
  expect(sent.status).toBe(201)
  expect((await until(sent.body.id, 'waiting')).steps[0].waiting.reason).toBe('needs_human')
})

test('what is missing is asked for when the step runs, and given by an edit', async () => {
  const { body } = await generate('write a poem to ~/poem.txt', true)
  expect(body.explanation).toContain('content is missing')
  const waiting = await until(body.workflow_id, 'waiting')
  expect(waiting.steps[0]).toMatchObject({ needs_human: true, args: { path: '~/poem.txt' } })
  const approve = await send('POST', `/api/workflows/${body.workflow_id}/intervene`, { decision: 'approve' })
  expect(approve.status).toBe(400)
  await send('POST', `/api/workflows/${body.workflow_id}/intervene`, {
    decision: 'edit',
    args: { path: '~/poem.txt', content: 'Roses are red.' },
  })
  await until(body.workflow_id, 'completed')
  expect(await readFile(file('poem.txt'), 'utf8')).toBe('Roses are red.')
})

test('parts that cannot be planned are named, and the rest is not started behind your back', async () => {
  const { body } = await generate('read ~/notes.txt, then brew coffee', true)
  expect(body.unplanned).toEqual(['brew coffee'])
  expect(body.explanation).toMatch(/Not planned: "brew coffee"[^]*stored but not started/)
  expect((await send('GET', `/api/workflows/${body.workflow_id}`)).body.status).toBe('pending')
})

test('a sentence that says when is saved as an automation, and nothing runs now', async () => {
  const before = (await send('GET', '/api/workflows')).body.workflows.length
  const { status, body } = await generate(
    'when a PDF lands in Downloads, copy it to ~/Backup and tell me',
    true,
  )
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('workflow_id')
  expect(body.automation).toMatchObject({
    triggers: [{ id: 't1', type: 'file', path: '~/Downloads' }],
    steps: [{ action: 'COPY_FILE' }, { action: 'NOTIFY_USER' }],
  })
  expect((await send('GET', `/api/automations/${body.automation_id}`)).body).toMatchObject({
    enabled: true,
    version: 1,
  })
  expect((await send('GET', '/api/workflows')).body.workflows).toHaveLength(before)
  const asked = await generate('when my landlord emails me, tell me', true)
  expect(asked.body).not.toHaveProperty('automation_id')
  expect(asked.body.automation.questions).toEqual(['From which address does "my landlord" write?'])
})

test('something for each of several files runs at once', async () => {
  const { body } = await generate('copy each pdf in ~/Documents to ~/Copies', true)
  expect(body).not.toHaveProperty('automation')
  await until(body.workflow_id, 'completed')
  expect(await readFile(file('Copies/invoice-7.pdf'), 'utf8')).toBe('x')
})

test('a sentence of which nothing can be planned is refused with the reason', async () => {
  const { status, body } = await generate('if it rains, delete ~/notes.txt')
  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_request', detail: expect.stringContaining('condition') })
  expect((await generate('sing me a song')).body.detail).toContain('"sing me a song"')
})

test('a generated workflow is held for a plan that nobody named tool by tool, and asks before it deletes', async () => {
  const { body } = await generate('delete ~/notes.txt', true)
  const { steps } = await until(body.workflow_id, 'waiting')
  expect(steps[0].waiting.reason).toBe('needs_human')
  using database = new DatabaseSync(service.folder.database, { readOnly: true })
  const row = database.prepare('SELECT provenance FROM workflows WHERE id = ?').get(body.workflow_id)
  expect(row).toEqual({ provenance: 'sentence' })
  const { body: history } = await send('GET', `/api/workflows/${body.workflow_id}/history`)
  expect(history.events[0]).toMatchObject({ type: 'workflow.created', by: 'local-client' })
})

test('a schedule with a sentence plans and runs it at its time', async () => {
  const { body: schedule } = await send('POST', '/api/workflows/recurring', {
    name: 'Copy',
    every: '1s',
    prompt: 'read ~/notes.txt then write its text to ~/scheduled.txt',
  })
  for (;;) {
    const { body } = await send('GET', `/api/workflows/recurring/${schedule.schedule_id}`)
    if (body.last_workflow_id !== null) {
      const record = await until(body.last_workflow_id, 'completed', 'failed')
      expect(record).toMatchObject({ status: 'completed', source: 'schedule', name: 'Copy' })
      break
    }
    await sleep(50)
  }
  await send('DELETE', `/api/workflows/recurring/${schedule.schedule_id}`)
  expect(await readFile(file('scheduled.txt'), 'utf8')).toBe('what was noted\n')
})

test('a schedule whose sentence cannot be planned whole runs nothing and says so', async () => {
  const { body: schedule } = await send('POST', '/api/workflows/recurring', {
    every: '1s',
    prompt: 'write "x" to ~/never.txt, then brew coffee',
  })
  for (;;) {
    const { body } = await send('GET', '/api/notifications')
    const told = body.notifications.find(({ type }: { type: string }) => type === 'schedule_failed')
    if (told) {
      expect(told.message).toContain('"brew coffee"')
      break
    }
    await sleep(50)
  }
  await send('DELETE', `/api/workflows/recurring/${schedule.schedule_id}`)
  await expect(readFile(file('never.txt'))).rejects.toThrow('ENOENT')
})

test('with a model set, its plan is checked, mended, stored and run', async () => {
  await mkdir(file('Documents'), { recursive: true })
  await copyFile(file('notes.txt'), file('Documents/notes.txt'))
  const plan = (content: string) => ({
    steps: [
      {
        id: 'look',
        action: 'READ_FILE',
        args: { path: '~/Documents/notes.txt' },
        depends_on: [],
        needs_human: false,
      },
      {
        id: 'keep',
        action: 'WRITE_FILE',
        args: { path: '~/Documents/by-model.txt', content },
        depends_on: ['look'],
        needs_human: false,
      },
    ],
    explanation: 'Copies the notes.',
    unplanned: [],
  })
  await using server = await ownServer((response, { path, body }) => {
    if (!path.endsWith('/chat/completions')) return response.writeHead(404).end()
    const isMended = JSON.stringify(body['messages']).includes('did you mean')
    sse(response, [{ content: JSON.stringify(plan(isMended ? '$look.content' : '$lok.content')) }])
    return undefined
  })
  const settings = { LLM_PROVIDER: 'openai_compatible', LLM_MODEL: 'small', LLM_BASE_URL: server.url }
  expect((await send('POST', '/api/settings', settings)).status).toBe(200)
  const { status, body } = await generate('take my notes and keep them in another file', true)
  const reset = Object.fromEntries(Object.keys(settings).map((name) => [name, null]))
  await send('POST', '/api/settings', reset)
  expect({ status, body }).toMatchObject({ status: 200, body: { explanation: 'Copies the notes.' } })
  await until(body.workflow_id, 'completed')
  expect(await readFile(file('Documents/by-model.txt'), 'utf8')).toBe('what was noted\n')
  const asked = server.received.filter(({ path }) => path.endsWith('/chat/completions'))
  expect(asked).toHaveLength(2)
  expect(JSON.stringify(asked[0]!.body)).not.toContain('CREATE_DCF_MODEL')
})
