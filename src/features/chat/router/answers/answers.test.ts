import { expect, test } from 'vitest'
import type { Component } from '../../../../contract/component-schema.ts'
import type { Provenance } from '../../../../contract/endpoint.ts'
import type { ActPort } from '../act-port.ts'
import type { ActWriter } from '../held-writer.ts'
import { declaredIntents } from '../declared-intents.ts'
import { whenOf } from '../readers/reader.ts'
import type { Act, Understood } from './act.ts'
import type { StoredValues } from './stored.ts'
import { webActs } from './web.ts'
import type { ScheduleSummary, WorkflowPort, WorkflowSummary } from '../intents/workflows/workflow-port.ts'
import type { ToolRequest } from '../../../tools/tool-request.ts'

const now = new Date('2026-11-15T12:00:00Z')

/** The act of an intent that is declared in one file, with the port that it uses. */
function declared(intent: string, port: Partial<ActPort>): Act {
  return (understood) => declaredIntents.get(intent)!.act(understood, port as ActPort)
}

/** What one act says and shows. */
async function heard(
  act: Act | undefined,
  intent: string,
  { provenance = 'local-client', ...slots }: Record<string, unknown>,
) {
  const [said, shown]: [string[], Component[]] = [[], []]
  const writer: ActWriter = {
    say: (text) => void said.push(text),
    decline: (text = '') => void said.push(text),
    add: (component) => void shown.push(component),
    toolStart() {},
    toolProgress() {},
    toolEnd() {},
    askApproval() {},
  }
  const signal = new AbortController().signal
  const asked = {
    message: '',
    session_id: 's',
    run_id: 'r',
    earlier: [],
    attachments: [],
    context: {},
    signal,
    mayDecide: provenance === 'local-client',
  }
  const when = whenOf({ now, timeZone: 'Europe/Oslo' })
  await act!({
    intent,
    slots,
    asked: { ...asked, provenance: provenance as Provenance },
    writer,
    when,
  })
  return { text: said.join(' '), shown }
}

/** Tools by what they answer with; what was called is kept. */
function tools(answers: Record<string, (args: Record<string, unknown>) => unknown>) {
  const calls: Pick<ToolRequest, 'action' | 'args' | 'askBecause'>[] = []
  return {
    calls,
    describeTool: () => ({ agent: 'test', risk: 'write' as const }),
    run({ action, args, askBecause }: ToolRequest) {
      calls.push({ action, args, ...(askBecause !== undefined && { askBecause }) })
      const data = answers[action]?.(args)
      const success = data !== undefined
      return Promise.resolve({ success, message: success ? 'Done.' : 'No.', data: data ?? null })
    },
  }
}

function run(name: string, status: string): WorkflowSummary {
  return { workflow_id: `wf_${name}`, name, status, created_at: '2026-11-15T08:00:00Z' }
}

function schedule(name: string, more: Partial<ScheduleSummary> = {}): ScheduleSummary {
  const times = { cron: '0 9 * * *', every: null, timezone: 'Europe/Oslo', next_run_at: null, next_runs: [] }
  const last = { last_run_at: null, last_status: null }
  return { schedule_id: `sch_${name}`, name, enabled: true, ...times, ...last, steps: [], ...more }
}

function port(
  { runs = [], schedules = [] }: { runs?: WorkflowSummary[]; schedules?: ScheduleSummary[] },
  made: unknown[] = [],
): WorkflowPort & { moved: string[] } {
  const moved: string[] = []
  const note = (verb: string) => (id: string) => Promise.resolve(void moved.push(`${verb} ${id}`))
  return {
    moved,
    list: () => Promise.resolve(runs),
    schedules: () => Promise.resolve(schedules),
    pause: note('pause'),
    resume: note('resume'),
    rerun: (id) => Promise.resolve(id),
    remove: note('remove'),
    switchSchedule: note('switch'),
    removeSchedule: note('removeSchedule'),
    runSchedule: note('run'),
    readTimes: () => ({ wish: { cron: '0 21 * * *' } }),
    plan: () => Promise.reject(new Error('not asked for')),
    schedule(wish) {
      made.push(wish)
      return Promise.resolve(schedule(wish.name ?? ''))
    },
  }
}

test('a run that only mentions the name is left alone when another one has it', async () => {
  const two = port({ runs: [run('photo backup', 'running'), run('backup', 'completed')] })
  const { text } = await heard(declared('workflow.pause', { workflows: two }), 'workflow.pause', {
    name: 'backup',
  })
  expect(two.moved).toEqual([])
  expect(text).toBe('Nothing to pause: backup is completed.')
  const off = port({
    runs: [run('photo backup', 'running')],
    schedules: [schedule('Backup', { enabled: false })],
  })
  await heard(declared('workflow.pause', { workflows: off }), 'workflow.pause', { name: 'backup' })
  expect(off.moved).toEqual([])
  const only = port({ runs: [run('photo backup', 'running')] })
  await heard(declared('workflow.pause', { workflows: only }), 'workflow.pause', { name: 'backup' })
  expect(only.moved).toEqual(['pause wf_photo backup'])
})

test('a message from outside can pause what runs, and neither run nor delete it', async () => {
  const provenance = 'webhook:office-chat:29:ada'
  const there = port({ schedules: [schedule('Backup')] })
  const doorsThere = { workflows: there }
  const wish = { name: 'backup', provenance, confirmed: true }
  for (const intent of ['workflow.rerun', 'workflow.remove', 'workflow.resume']) {
    const { text } = await heard(declared(intent, doorsThere), intent, wish)
    expect(text).toContain('on the machine itself')
  }
  expect(there.moved).toEqual([])
  await heard(declared('workflow.pause', doorsThere), 'workflow.pause', wish)
  expect(there.moved).toHaveLength(1)
})

test('a schedule with new times is otherwise as it was', async () => {
  const made: unknown[] = []
  const there = port({ schedules: [schedule('Backup', { catch_up: 'skip', enabled: false })] }, made)
  const change = declared('schedule.change', { workflows: there })
  await heard(change, 'schedule.change', { name: 'backup', times: 'every day at 9pm' })
  expect(made).toEqual([
    {
      cron: '0 21 * * *',
      timezone: 'Europe/Oslo',
      name: 'Backup',
      same_as: 'sch_Backup',
      steps: [],
      enabled: false,
      catch_up: 'skip',
    },
  ])
})

test('what can be shown is told at its times, with the figures where they say it all', async () => {
  const made: { name: string; steps: { action: string; args: object; depends_on: string[] }[] }[] = []
  const shown = [{ intent: 'live_weather', slots: { focus: 'current' }, score: 1, by: 'grammar' } as const]
  const wish = { command: 'tell me the weather', times: 'every day at 8' }
  for (const city of ['Oslo', null]) {
    const add = declared('schedule.add', {
      ...tools({}),
      workflows: port({}, made),
      shownBy: async () => shown,
      homeCity: () => city,
    })
    const { text } = await heard(add, 'schedule.add', wish)
    expect(text).toContain('you get a notification')
  }
  expect(
    made.map(({ name, steps }) => [name, ...steps.map(({ action, args }) => ({ action, args }))]),
  ).toEqual([
    [
      'Tell me the weather',
      { action: 'GET_LIVE_DATA', args: { kind: 'weather', arguments: { city: 'Oslo' } } },
      {
        action: 'NOTIFY_USER',
        args: { title: 'Tell me the weather', message: '$look.summary', ask: 'tell me the weather' },
      },
    ],
    [
      'Tell me the weather',
      {
        action: 'NOTIFY_USER',
        args: { title: 'Tell me the weather', message: 'Open this to see it.', ask: 'tell me the weather' },
      },
    ],
  ])
})

test('two folders of one name do not write over the backups of each other', async () => {
  const made: { steps: { args: { to: string } }[] }[] = []
  const add = declared('schedule.add', { workflows: port({}, made), ...tools({ FILE_INFO: () => ({}) }) })
  for (const folder of ['~/office/docs', '~/home/docs', '~/Documents'])
    await heard(add, 'schedule.add', {
      command: `zip ${folder}`,
      times: 'every day at 9',
      folder,
    })
  expect(made.map(({ steps }) => steps[0]!.args.to)).toEqual([
    '~/Backups/office-docs-$today.zip',
    '~/Backups/home-docs-$today.zip',
    '~/Backups/Documents-$today.zip',
  ])
})

test('what a link leads to is not replaced before a person has said yes', async () => {
  const linked = tools({
    FILE_INFO: () => ({ type: 'link', bytes: 12 }),
    WRITE_FILE: ({ path }) => ({ path, created: false }),
  })
  const slots = { path: { path: '~/link.txt' }, content: 'hello' }
  await heard(declared('WRITE_FILE', linked), 'WRITE_FILE', slots)
  expect(linked.calls.at(-1)).toMatchObject({
    action: 'WRITE_FILE',
    askBecause: '~/link.txt already exists and will be replaced.',
  })
})

test('it is said when not all of a folder or of a file is shown', async () => {
  const entries = Array.from({ length: 40 }, (_, index) => ({ path: `/home/ada/${index}.txt` }))
  const many = tools({
    LIST_FILES: () => ({ path: '/home/ada', entries }),
    FILE_INFO: () => ({ type: 'file', bytes: 30_000 }),
    READ_FILE: ({ path }) => ({ path, content: 'x'.repeat(30_000) }),
  })
  const folder = await heard(declared('LIST_FILES', many), 'LIST_FILES', { path: '~' })
  expect(folder.text).toBe('Showing the first 30 of 40.')
  const file = await heard(declared('file.open', many), 'file.open', { path: '~/long.txt' })
  expect(file.text).toBe('This is only the beginning of the file.')
})

test('an event of several whole days keeps them when it is moved', async () => {
  const event = { event_id: 'e', title: 'Holiday', start: '2026-12-01', end: '2026-12-03', all_day: true }
  const rest = { location: null, notes: null, repeats: false, reminder_minutes: null }
  const calendar = tools({
    CALENDAR_LIST: () => ({ events: [{ ...event, ...rest }] }),
    CALENDAR_ADD: () => ({}),
    CALENDAR_DELETE: () => ({}),
  })
  const { text } = await heard(declared('calendar.move', calendar), 'calendar.move', {
    title: 'Holiday',
    date: '2026-12-30',
  })
  expect(calendar.calls.find(({ action }) => action === 'CALENDAR_ADD')?.args).toMatchObject({
    start: '2026-12-30',
    end: '2027-01-01',
  })
  expect(text).toContain('to Wednesday, 30 December 2026, all day until Friday, 1 January 2027.')
})

test('an event is found behind five hundred others', async () => {
  const rest = { all_day: false, location: null, notes: null, repeats: false, reminder_minutes: null }
  const at = (day: number) => new Date(Date.UTC(2026, 10, 16 + Math.floor(day / 2), 9)).toISOString()
  const events = Array.from({ length: 700 }, (_, index) => ({
    event_id: `e${index}`,
    title: index === 650 ? 'Dentist' : 'Standup',
    start: at(index),
    end: at(index),
    ...rest,
  }))
  const calendar = tools({
    CALENDAR_LIST({ from, limit }) {
      const found = events.filter(({ start }) => start >= String(from))
      return { events: found.slice(0, Number(limit)), more: found.length > Number(limit) }
    },
    CALENDAR_DELETE: () => ({}),
  })
  await heard(declared('calendar.remove', calendar), 'calendar.remove', { title: 'dentist' })
  expect(calendar.calls.at(-1)).toMatchObject({ action: 'CALENDAR_DELETE', args: { event_id: 'e650' } })
})

test('the last time of something is found in a calendar of very many events', async () => {
  const at = (index: number) => new Date(now.getTime() - (700 - index) * 43_000_000).toISOString()
  const events = Array.from({ length: 700 }, (_, index) => ({
    id: `e${index}`,
    title: index === 100 || index === 690 ? 'Dentist' : 'Standup',
    start: at(index),
    end: at(index),
  }))
  const view = declared('calendar_view', {
    // As the service answers: the first five hundred.
    appointments: ({ from, to }) =>
      Promise.resolve(
        events.filter(({ start }) => start >= from.toISOString() && start < to.toISOString()).slice(0, 500),
      ),
  })
  const { text } = await heard(view, 'calendar_view', { title: 'dentist', is_past: true })
  expect(text).toContain('“Dentist” was on Tuesday, 10 November 2026')
})

test('mail goes to the address that a contact is kept with', async () => {
  const contacts = [
    { id: '1', name: 'Ada Lovelace', emails: ['ada@example.org'] },
    { id: '2', name: 'Bob' },
  ]
  const store = {
    read: () => ({ json: JSON.stringify({ contacts }), version: 1 }),
  } as unknown as StoredValues
  const mail = tools({ SEND_EMAIL: () => ({}) })
  const port = { ...mail, store, isSet: () => true } as unknown as ActPort
  const act: Act = (understood) => declaredIntents.get('mail.send')!.act(understood, port)
  await heard(act, 'mail.send', { person: 'ada', subject: 'Hi', body: 'Hello' })
  expect(mail.calls).toMatchObject([{ action: 'SEND_EMAIL', args: { to: ['ada@example.org'] } }])
})

test.each<[string, Understood['slots'], string]>([
  ['live_timer', { bare: 1 }, '1 minute or 1 second?'],
  [
    'date_sum',
    { asks: 'age', from: '2025-11-01', to: '2026-11-15' },
    'Born on Saturday, 1 November 2025: **1 year old**, 379 days.',
  ],
  [
    'date_sum',
    { asks: 'left', to: '2026-11-16', label: 'this week' },
    'After today **1 day** is left this week, until Monday, 16 November 2026.',
  ],
])('one is not said as many (%#)', async (intent, slots, told) => {
  const act: Act = (understood) => declaredIntents.get(intent)!.act(understood, {} as ActPort)
  expect((await heard(act, intent, slots)).text).toBe(told)
})

test('a page is shown letter by letter under its title, and a search as links', async () => {
  const deps = tools({
    FETCH_PAGE: () => ({ final_url: 'https://a.example/b', title: 'B', content: '# B', truncated: true }),
    WEB_SEARCH: () => ({ results: [{ title: 'B', url: 'https://a.example/b', snippet: 'About b' }] }),
  })
  const acts = webActs(deps)
  const page = await heard(acts['FETCH_PAGE'], 'FETCH_PAGE', { args: { url: 'https://a.example' } })
  expect(deps.calls[0]).toMatchObject({ args: { url: 'https://a.example', max_characters: 20_000 } })
  expect(page.shown).toEqual([
    { type: 'link', url: 'https://a.example/b', label: 'B' },
    { type: 'code', code: '# B', wrap: true },
  ])
  expect(page.text).toContain('only the beginning')
  const found = await heard(acts['WEB_SEARCH'], 'WEB_SEARCH', { args: { query: 'b' } })
  expect(found.shown).toEqual([
    { type: 'link', url: 'https://a.example/b', label: 'B', description: 'About b' },
  ])
})
