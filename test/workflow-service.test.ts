import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

interface Answer {
  readonly status: number
  // oxlint-disable-next-line no-explicit-any -- a test reads whatever the wire brings
  readonly body: any
}

async function send(
  method: string,
  path: string,
  { body, key }: { body?: unknown; key?: string } = {},
): Promise<Answer> {
  const response = await fetch(service.address + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function until(id: string, status: string): Promise<Answer['body']> {
  for (;;) {
    const { body } = await send('GET', `/api/workflows/${id}`)
    if (body.status === status) return body
    await sleep(10)
  }
}

const file = (name: string) => join(service.folder.root, '..', name)
const write = (id: string, name: string, more = {}) => ({
  id,
  agent: 'file_manager',
  action: 'WRITE_FILE',
  args: { path: file(name), content: `from ${id}` },
  depends_on: [],
  ...more,
})

test('a workflow of real tools runs, waits for a person either way, and survives a restart', async () => {
  const steps = [
    write('draft', 'draft.txt', { outputs: ['path'] }),
    write('final', 'final.txt', {
      depends_on: ['draft'],
      needs_human: true,
      args: { path: file('final.txt'), content: 'after $path on $today' },
    }),
  ]
  const created = await send('POST', '/api/workflows', { body: { name: 'Write', steps }, key: 'write-1' })
  expect(created.status).toBe(201)
  const again = await send('POST', '/api/workflows', { body: { name: 'Write', steps }, key: 'write-1' })
  expect(again.body.id).toBe(created.body.id)
  const waiting = await until(created.body.id, 'waiting')
  expect(waiting.results.draft).toMatchObject({ success: true, data: { path: file('draft.txt') } })
  const { body: open } = await send('GET', '/api/confirmations')
  expect(open.confirmations).toMatchObject([
    { workflow_id: created.body.id, step_id: 'final', action: 'WRITE_FILE' },
  ])

  await service.restart()
  const { confirmation_id } = (await until(created.body.id, 'waiting')).steps[1].waiting
  const confirmed = await send('POST', '/api/confirm', { body: { confirmation_id, approved: true } })
  expect(confirmed).toMatchObject({ status: 200, body: { status: 'approved', result: null } })
  const done = await until(created.body.id, 'completed')
  expect(await readFile(file('final.txt'), 'utf8')).toMatch(/^after .*draft\.txt on \d{4}-\d\d-\d\d$/)
  expect(done.interventions).toMatchObject([{ step_id: 'final', decision: 'approve', by: 'local-client' }])
  const { status, body: problem } = await send('POST', `/api/workflows/${done.id}/intervene`, {
    body: { step_id: 'final', approved: true },
  })
  expect(status).toBe(409)
  expect(problem.detail).toContain('completed')
})

test('a refusal names every reason and where it stands, in both forms of the request', async () => {
  const steps = [
    write('a', 'a.txt', { agent: 'file_manger' }),
    write('b', 'b.txt', { depends_on: ['c'], args: {} }),
  ]
  const whole = await send('POST', '/api/workflows', { body: { steps } })
  expect(whole.status).toBe(400)
  expect(whole.body.code).toBe('invalid_request')
  expect(whole.body.errors.map(({ path }: { path: string }) => path)).toEqual([
    '/body/steps/0/agent',
    '/body/steps/1/args/path',
    '/body/steps/1/args/content',
    '/body/steps/1/depends_on/0',
  ])
  const bare = await send('POST', '/api/workflows', { body: steps })
  expect(bare.body.errors[0]).toEqual({
    path: '/body/0/agent',
    message: '"file_manger" is an unknown agent; did you mean "file_manager"?',
  })
})

test('the dashboard counts workflows and names the next schedules', async () => {
  const schedule = await send('POST', '/api/workflows/recurring', {
    body: { name: 'Daily', cron: '0 8 * * *', timezone: 'UTC', steps: [write('a', 'daily.txt')] },
  })
  expect(schedule.status).toBe(201)
  const { body } = await send('GET', '/api/dashboard')
  expect(body.workflows.total).toBeGreaterThan(0)
  expect(body.schedules).toMatchObject({
    enabled: 1,
    next: [{ name: 'Daily', next_run_at: schedule.body.next_run_at }],
  })
  const removed = await send('DELETE', `/api/workflows/recurring/${schedule.body.schedule_id}`)
  expect(removed.body).toEqual({ schedule_id: schedule.body.schedule_id, deleted: true })
})

test('the question before an imported workflow starts tells what a step has to be asked about by itself', async () => {
  const command = { command: 'true', rights: 'full' }
  const steps = [
    { id: 'run', agent: 'computer_control', action: 'RUN_TERMINAL', args: command, depends_on: [] },
    { ...write('plant', 'unused'), args: { path: '~/.vimrc\nAll is well.', content: 'x' } },
    { ...write('own', 'unused'), args: { path: join(service.folder.root, 'x'), content: 'x' } },
  ]
  const body = { format: 'deskhand.workflow', version: 1, name: 'Tidy', steps }
  const { confirmation } = (await send('POST', '/api/workflows/import?start=true', { body })).body
  const lines = confirmation.message.split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toBe('1. Run a command “true” (It would run with all your rights, outside the sandbox.)')
  expect(lines[2]).toContain(String.raw`("~/.vimrc\nAll is well." is hidden`)
  expect(lines[3]).toContain("belongs to the service's own data")
})
