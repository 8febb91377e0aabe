import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOrganizer, type OrganizerStage } from '../../../test/organizer-stage.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import { questionTitle } from '../../contract/question-title.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { createOrganizer } from './plugin.ts'

let stage: OrganizerStage
beforeAll(async () => {
  stage = await openOrganizer()
  await stage.workflows.start()
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
})

const refusal = async (action: string, args: object, provenance?: Provenance) => {
  const { success, message } = await stage.run(action, args, provenance)
  expect(success).toBe(false)
  return message
}

const { tools } = createOrganizer({} as never)

test.each(tools)('$action is declared whole', ({ params, example, description }) => {
  expect(checkFor(params, 'body')(structuredClone(example.args))).toEqual([])
  // What a model is told of it is cut there.
  expect(description.length).toBeLessThan(400)
  const { properties } = params as { properties: Record<string, { description?: string }> }
  expect(Object.entries(properties).filter(([, member]) => !member.description)).toEqual([])
})

test.each([
  ['MEMORY', { remember: ['I am allergic to nuts'] }, 'Remember “I am allergic to nuts”?'],
  ['MEMORY', { forget: ['mem_1'] }, 'Forget “mem_1”?'],
  ['NOTES', { add: [{ title: 'Kite', text: 'Long' }] }, 'Add “Kite” to Notes?'],
  [
    'TODO_LIST',
    { list: 'packing', add: [{ text: 'Socks' }, { text: 'Map' }] },
    'Add “Socks, Map” to packing?',
  ],
  ['TODO_LIST', { list: 'packing', clear: 'all' }, 'Clear packing?'],
  ['NOTES', { remove: ['a', 'b'] }, 'Remove 2 entries from Notes?'],
  ['NOTES', { change: [{ id: 'a', text: 'x' }] }, 'Change one entry in Notes?'],
  [
    'SCHEDULES',
    { add: { name: 'Backup', when: 'every friday', steps: [] } },
    'Schedule “Backup” every friday?',
  ],
  ['SCHEDULES', { remove: ['Backup'] }, 'Delete the schedule “Backup”?'],
])('%s with %j asks: %s', (action, args, title) => {
  const tool = tools.find((one) => one.action === action)!
  expect(questionTitle(tool, args)).toBe(title)
})

describe('MEMORY', () => {
  test('keeps, recalls and forgets, and says what was known already', async () => {
    expect((await stage.run('MEMORY', {})).message).toBe('No facts about the user yet.')
    const kept = await stage.run('MEMORY', { remember: ['I am allergic to nuts', 'Anna is my sister'] })
    expect(kept.message).toBe('Remembered: I am allergic to nuts; Anna is my sister.')
    expect((await stage.run('MEMORY', { remember: ['Anna is my sister'] })).message).toBe(
      '1 fact was already known.',
    )
    const found = await stage.data('MEMORY', { query: 'sister' })
    expect(found['facts']).toMatchObject([{ text: 'Anna is my sister' }])
    expect((await stage.run('MEMORY', { forget: ['anna is my sister'] })).message).toBe(
      'Forgot: Anna is my sister.',
    )
    expect(await stage.data('MEMORY', {})).toMatchObject({
      total: 1,
      facts: [{ text: 'I am allergic to nuts' }],
    })
  })

  test.each([
    [{ forget: ['the moon'] }, 'No fact “the moon”. Nothing was forgotten'],
    [{ remember: [' '] }, '`remember.0` must not be empty'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    expect(await refusal('MEMORY', args)).toContain(sentence)
  })

  test('forgetting many asks, and strangers learn and teach nothing', async () => {
    expect(await refusal('MEMORY', { forget: Array.from({ length: 6 }, () => 'x') })).toContain(
      'may be hard to undo',
    )
    expect(await refusal('MEMORY', {}, 'webhook:chat')).toContain(
      'is never run for someone outside this machine.',
    )
  })
})

describe('SCHEDULES', () => {
  const step = { action: 'TODO_LIST', args: { add: [{ text: 'Water the plants' }] } }

  test('are made, listed, paused, resumed, and deleted after a yes', async () => {
    const made = await stage.run('SCHEDULES', {
      add: { name: 'Plants', when: 'every friday at 17:00', steps: [step], time_zone: 'Europe/Oslo' },
    })
    expect(made.message).toBe(
      'Scheduled “Plants”: Fridays at 17:00 (Europe/Oslo), next 2026-03-06T16:00:00.000Z.',
    )
    expect(await refusal('SCHEDULES', { add: { name: 'plants', when: '2h', steps: [step] } })).toContain(
      'A schedule called “plants” already exists',
    )
    await stage.data('SCHEDULES', { pause: ['plants'] })
    expect(await stage.data('SCHEDULES', {})).toMatchObject({
      schedules: [{ enabled: false, next_run: null }],
    })
    await stage.data('SCHEDULES', { resume: ['Plants'] })
    expect((await stage.run('SCHEDULES', { remove: ['Plants'] })).data).toMatchObject({
      error: { code: 'approval_required' },
    })
    const [schedule] = await stage.workflows.schedules.list()
    // What a model wished for stays its wish when nobody looks.
    expect(await stage.workflows.schedules.planned(schedule!.schedule_id)).toMatchObject({
      provenance: { step_1: 'model' },
    })
    expect((await stage.run('SCHEDULES', { remove: ['Plants'] }, 'local-client')).message).toBe(
      'Deleted: Plants.',
    )
    expect((await stage.run('SCHEDULES', {})).message).toBe('Nothing is scheduled.')
  })

  test('run their steps one after another at their time, and what one found is told by the next', async () => {
    await stage.data('SCHEDULES', {
      add: {
        name: 'Morning',
        when: '0 7 * * *',
        time_zone: 'Europe/Oslo',
        steps: [
          { ...step, id: 'list' },
          { action: 'NOTIFY_USER', args: { title: 'Plants', message: 'On the list: $list.added[0].text' } },
        ],
      },
    })
    stage.clock.now = new Date('2026-03-03T06:00:01Z')
    await stage.workflows.schedules.tick()
    await expect
      .poll(() => stage.notifications.list({ limit: 5 }).notifications)
      .toMatchObject([{ title: 'Plants', message: 'On the list: Water the plants' }])
    expect(stage.kept('todo')).toMatchObject({ items: [{ text: 'Water the plants' }] })
  })

  test('only a person says what a notification asks when it is opened', async () => {
    const args = { title: 'Weather', message: 'Open this to see it.', ask: 'show me the weather' }
    expect(await refusal('NOTIFY_USER', args)).toContain('Leave out ask: only a person can set it.')
    expect(await stage.run('NOTIFY_USER', args, 'schedule')).toMatchObject({ success: true })
    const [newest] = stage.notifications.list({ limit: 1 }).notifications
    expect(newest).toMatchObject({
      title: 'Weather',
      action: { kind: 'chat', message: 'show me the weather' },
    })
  })

  test.each([
    [
      { name: 'x', when: 'sometimes', steps: [step] },
      `Nothing was scheduled. I don't understand "sometimes"`,
    ],
    [{ name: 'x', when: '0 25 * * *', steps: [step] }, 'cron'],
    [
      { name: 'x', when: 'never', steps: [step] },
      'Nothing was scheduled. Say in when how often it should run.',
    ],
    [{ name: 'x', when: '2h', steps: [] }, 'steps'],
    [{ name: ' ', when: '2h', steps: [step] }, '`add.name` must not be empty'],
    [
      { name: 'x', when: '2h', steps: [{ action: 'SCHEDULES', args: {} }] },
      "A schedule can't create or change schedules. Leave that step out.",
    ],
    [{ name: 'x', when: '2h', steps: [{ action: 'NO_SUCH_TOOL', args: {} }] }, 'NO_SUCH_TOOL'],
    [{ name: 'x', when: '2h', steps: [{ action: 'NOTIFY_USER', args: {} }] }, 'message'],
  ])('%j is refused with a sentence', async (add, sentence) => {
    const { success, message, data } = await stage.run('SCHEDULES', { add })
    expect(success).toBe(false)
    expect(`${message} ${JSON.stringify(data)}`).toContain(sentence)
  })

  test('of one that is not there', async () => {
    expect(await refusal('SCHEDULES', { pause: ['nothing'] })).toContain('No schedule called “nothing”.')
  })
})
