import { access, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { automationTemplates } from '../src/features/workflows/automations/templates/templates.ts'
import { pdfBytes } from './pdf-bytes.ts'
import { startTestService, type TestService } from './service.ts'

let service: TestService
let home: string
beforeAll(async () => {
  service = await startTestService({ environment: { TZ: 'UTC' } })
  home = join(service.folder.root, '..')
})
afterAll(() => service[Symbol.asyncDispose]())

// oxlint-disable-next-line no-explicit-any -- a test reads whatever the wire brings
type Json = any

async function send(method: string, path: string, body?: unknown): Promise<Json> {
  const response = await fetch(service.address + path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const answer = (await response.json()) as Json
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer
}

async function ended(id: string): Promise<Json> {
  for (;;) {
    const run = await send('GET', `/api/workflows/${id}`)
    if (!['pending', 'running'].includes(run.status)) return run
    await sleep(20)
  }
}

const path = (...names: string[]) => join(home, ...names)
const text = (...names: string[]) => readFile(path(...names), 'utf8')

async function put(name: string, content: string | Buffer, { daysOld = 0 } = {}): Promise<void> {
  await mkdir(dirname(path(name)), { recursive: true })
  await writeFile(path(name), content)
  const at = new Date(Date.now() - daysOld * 86_400_000)
  await utimes(path(name), at, at)
}

async function call(action: string, args: object): Promise<Json> {
  const { success, message, data } = await send('POST', '/execute_tool', { tool_name: action, args })
  expect(success, message).toBe(true)
  return data
}

async function told(): Promise<{ title: string; message: string; level: string }> {
  const { notifications } = await send('GET', '/api/notifications?limit=1')
  return notifications[0]
}

const fileEvent = (name: string) => ({
  path: path(name),
  name: name.split('/').at(-1),
  folder: dirname(path(name)),
  kind: 'created',
  size: 3,
  changed_at: '2026-03-02T10:00:00.000Z',
  extension: name.split('.').at(-1),
})

const mailEvent = (more: object = {}) => ({
  message_id: '<17@shop.example>',
  uid: 17,
  folder: 'INBOX',
  from: 'billing@shop.example',
  from_name: 'Shop',
  to: ['me@example.org'],
  subject: 'Your order 17',
  date: '2026-03-02T10:00:00.000Z',
  text: 'Thank you.',
  bytes: 900,
  attachments: [],
  ...more,
})

const feedEvent = (title: string) => ({
  id: title,
  title,
  link: 'https://blog.example.org/1',
  published_at: '2026-03-02T10:00:00.000Z',
  summary: 'Short',
  feed: 'Blog',
})

type Run = (wish: { inputs?: object; event?: unknown; pins?: object }) => Promise<Json>
const today = () => new Date().toISOString().slice(0, 10)

/** What each template does when what it waits for happens. */
const tries: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  async 'sort-downloads'(run) {
    for (const name of ['cat.jpg', 'paper.docx', 'song.mp3', 'old.zip', 'odd.xyz']) {
      await put(`Downloads/${name}`, name)
      await run({ event: fileEvent(`Downloads/${name}`) })
    }
    expect(await text('Pictures/cat.jpg')).toBe('cat.jpg')
    expect(await text('Documents/paper.docx')).toBe('paper.docx')
    expect(await text('Music/song.mp3')).toBe('song.mp3')
    expect(await text('Downloads/Archives/old.zip')).toBe('old.zip')
    expect(await text('Downloads/odd.xyz')).toBe('odd.xyz')
  },

  async 'file-invoices'(run) {
    await put('Downloads/a.pdf', pdfBytes([['Invoice 17', '12 EUR']]))
    await put('Downloads/b.pdf', pdfBytes([['A poem']]))
    await run({ event: fileEvent('Downloads/b.pdf') })
    await run({ event: fileEvent('Downloads/a.pdf') })
    expect(await readdir(path('Documents/Invoices'))).toEqual(['a.pdf'])
    await access(path('Downloads/b.pdf'))
    expect(await told()).toMatchObject({
      title: 'Invoice filed',
      message: 'a.pdf is now in ~/Documents/Invoices.',
    })
  },

  async 'tidy-screenshots'(run) {
    await put('Pictures/Screenshot from today.png', 'x')
    await run({ event: fileEvent('Pictures/Screenshot from today.png') })
    expect(await readdir(path('Pictures/Screenshots by day', today()))).toEqual(['Screenshot from today.png'])
  },

  async 'old-downloads'(run) {
    await put('Old/new.txt', 'new')
    await put('Old/old.txt', 'old', { daysOld: 31 })
    await put('Old/folder/inside.txt', 'inside', { daysOld: 40 })
    await run({ inputs: { from: '~/Old' } })
    expect((await readdir(path('Old'))).toSorted()).toEqual(['folder', 'new.txt'])
    expect(await text('Documents/Old downloads/old.txt')).toBe('old')
  },

  async 'weekly-backup'(run) {
    await put('Work/a.txt', 'a')
    await put('Work/deep/b.txt', 'b')
    await run({ inputs: { folder: '~/Work' } })
    expect(await told()).toMatchObject({ title: 'Backup done', level: 'success' })
    await call('EXTRACT_ARCHIVE', { path: path(`Backups/backup-${today()}.zip`), to: path('Restored') })
    expect(await text('Restored/Work/deep/b.txt')).toBe('b')
    await run({ inputs: { folder: '~/Nowhere' } })
    expect(await told()).toMatchObject({ title: 'Backup failed', level: 'error' })
  },

  async 'second-copy'(run) {
    for (const content of ['first', 'second']) {
      await put('Documents/plan.txt', content)
      await run({ event: fileEvent('Documents/plan.txt') })
    }
    expect(await text('Backups/Documents/plan.txt')).toBe('second')
  },

  async 'save-attachments'(run) {
    const saved = { count: 2, paths: ['/a', '/b'] }
    await run({ event: mailEvent(), pins: { save: saved } })
    expect(await told()).toMatchObject({ message: '2 from billing@shop.example: Your order 17' })
  },

  async 'mail-from'(run) {
    const skipped = await run({ event: mailEvent() })
    expect(skipped.steps[0]).toMatchObject({ status: 'skipped', skipped_because: 'condition' })
    await run({ event: mailEvent(), inputs: { sender: '@Shop.example' } })
    expect(await told()).toMatchObject({
      title: 'New email',
      message: 'billing@shop.example: Your order 17',
    })
  },

  async 'mail-to-todo'(run) {
    await run({ event: mailEvent({ subject: 'Todo by a stranger' }) })
    await run({ event: mailEvent({ from: 'Me@Example.org', subject: 'Todo: water the plants' }) })
    const { entries } = await call('TODO_LIST', {})
    expect(entries).toMatchObject([{ text: 'Todo: water the plants' }])
  },

  async 'log-orders'(run) {
    await run({ event: mailEvent() })
    await run({ event: mailEvent({ subject: '=1+1' }) })
    const { rows } = await call('READ_XLSX', { path: path('Documents/Orders/Orders.xlsx') })
    const row = { Date: today(), From: 'billing@shop.example' }
    expect(rows).toEqual([
      { ...row, Subject: 'Your order 17' },
      { ...row, Subject: '=1+1' },
    ])
  },

  async 'time-to-leave'(run) {
    await run({ event: { title: 'Dentist', location: 'Main Street', all_day: false } })
    expect(await told()).toMatchObject({
      title: 'Time to leave',
      message: 'Dentist begins in an hour: Main Street',
    })
  },

  async agenda(run) {
    await run({ event: { time: new Date().toISOString() } })
    expect(await told()).toMatchObject({ message: 'There is nothing on your calendar.' })
    await call('CALENDAR_ADD', { title: 'Lunch', start: today() })
    await run({ event: { time: new Date().toISOString() } })
    expect(await told()).toMatchObject({ title: 'Today', message: 'On your calendar today:\nLunch' })
  },

  async 'week-ahead'(run) {
    const start = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await call('CALENDAR_ADD', { title: 'Review', start })
    await run({ event: { time: new Date().toISOString() } })
    const file = path(`Documents/Weeks/Week from ${today()}.docx`)
    expect((await call('READ_DOCX', { path: file })).text).toContain(`${start} – Review`)
  },

  async 'feed-keyword'(run) {
    await run({ event: feedEvent('Nothing new') })
    await run({ event: feedEvent('The Climate in 2026') })
    expect(await told()).toMatchObject({ message: 'The Climate in 2026\nhttps://blog.example.org/1' })
  },

  async 'feed-reading-list'(run) {
    await run({ event: feedEvent('On lists') })
    const { entries } = await call('READING_LIST', {})
    expect(entries).toMatchObject([{ title: 'On lists', url: 'https://blog.example.org/1' }])
  },

  async 'feed-digest'(run) {
    await run({ event: feedEvent('On lists') })
    expect(await text(`Documents/News/${today()}.txt`)).toBe(`News of ${today()}\n\nOn lists\n`)
  },

  async 'disk-full'(run) {
    await put('Big/video.mp4', Buffer.alloc(10_000_001))
    await run({ event: { disk: { used_percent: 93 } }, inputs: { folder: '~/Big' } })
    expect(await told()).toMatchObject({
      message: '93 % are used. The largest files:\nvideo.mp4',
      level: 'warning',
    })
  },

  async 'battery-low'(run) {
    await run({ event: { battery: { percent: 12, state: 'discharging' } } })
    expect(await told()).toMatchObject({ title: 'Battery low', message: '12 % left. Plug it in.' })
  },

  async 'failed-work'(run) {
    await run({ event: { workflow_id: 'wf_1', name: 'Backup', status: 'failed' } })
    const { entries } = await call('TODO_LIST', { query: 'Backup' })
    expect(entries).toMatchObject([{ text: 'Look why “Backup” failed', priority: 'high' }])
  },

  async 'problem-log'(run) {
    const event = { level: 'error', title: 'Mail', message: 'The server is away' }
    await run({ event })
    await run({ event: { ...event, level: 'warning' } })
    expect(await text('Documents/problems.txt')).toMatch(
      /^\S+Z error: Mail\. The server is away\n\S+Z warning: Mail\. The server is away\n$/,
    )
  },

  async focus(run) {
    const { finished_at, created_at } = await run({ inputs: { minutes: 0.005 } })
    expect(Date.parse(finished_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(300)
    expect(await told()).toMatchObject({ title: 'Take a break', message: '0.005 minutes are over.' })
  },

  async 'todo-as-file'(run) {
    const { key } = await call('TODO_LIST', { add: [{ text: 'Call Anna' }] })
    expect(key).toBe('todo')
    await run({ event: { key, version: 2 } })
    expect((await text('Documents/todo.txt')).split('\n')).toContain('Call Anna')
  },

  async 'list-from-phone'(run) {
    await run({ event: { content_type: 'application/json', body: { text: 'Milk' } } })
    const { entries } = await call('TODO_LIST', { list: 'shopping' })
    expect(entries).toMatchObject([{ text: 'Milk' }])
  },

  async 'form-to-sheet'(run) {
    for (const name of ['Ada', 'Grace']) {
      const body = { name, email: `${name}@example.org`, message: 'Hello' }
      await run({ event: { content_type: 'application/json', body } })
      expect(await told()).toMatchObject({ message: `${name} wrote: Hello` })
    }
    const { rows } = await call('READ_XLSX', { path: path('Documents/Forms/Answers.xlsx') })
    expect(rows.map(({ Name }: { Name: string }) => Name)).toEqual(['Ada', 'Grace'])
  },
}

test('there are 24 templates, each tried here, and each input has a default for runs that a trigger starts', async () => {
  const { templates } = await send('GET', '/api/automations/templates')
  expect(templates).toEqual(automationTemplates)
  expect(templates).toHaveLength(24)
  expect(templates.map(({ id }: { id: string }) => id).toSorted()).toEqual(Object.keys(tries).toSorted())
  const inputs = automationTemplates.flatMap(({ definition }) =>
    Object.values((definition.inputs?.['properties'] ?? {}) as Record<string, object>),
  )
  for (const input of inputs) expect(input).toHaveProperty('default')
})

test.each(automationTemplates)('$id: $title', async ({ id, definition }) => {
  // Switched off, so that nothing but the made event starts it.
  const { automation_id } = await send('POST', '/api/automations', { ...definition, enabled: false })
  await tries[id]!(async ({ pins, ...wish }) => {
    const started = await (pins
      ? send('POST', `/api/automations/${automation_id}/try`, { ...wish, pins })
      : send('POST', `/api/automations/${automation_id}/run`, wish))
    const run = await ended(started.workflow_id)
    const failures = Object.entries(run.results).filter(([, result]) => !(result as Json).success)
    expect(run.status, JSON.stringify(failures)).toBe('completed')
    return run
  })
})
