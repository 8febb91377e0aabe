import { expect } from 'vitest'
import { all } from '../src/features/workflows/engine/statement.ts'
import { statuses, step, type Behaviours, type Stage } from './workflow-stage.ts'

const give = (id: string, data: unknown, more = {}) => step(id, 'GIVE', { args: { data }, ...more })
const each = (list: unknown, more: object = {}) => ({ in: list as string, as: 'it', ...more })
const itemsOf = async (stage: Stage, id: string, step_id: string) =>
  (await stage.call('items', { params: { workflow_id: id, step_id } })).items

/** Steps that run once for each item of a list. */
export const items: Behaviours = {
  async 'a step runs for each item, in order, and its outputs are lists'(stage) {
    const { id } = await stage.create([
      give('find', { results: [{ path: 'a' }, { path: 'b' }, { path: 'c' }] }),
      step('read', 'ECHO', {
        depends_on: ['find'],
        args: { text: '$index: $it.path', value: '$it' },
        for_each: each('$find.results'),
        outputs: ['text', 'value'],
      }),
      step('use', 'ECHO', { depends_on: ['read'], args: { value: ['$text', '$read.completed'] } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toMatchObject({ value: [['0: a', '1: b', '2: c'], 3] })
    expect(record.steps[1]).toMatchObject({
      attempts: 1,
      message: '3 of 3 items completed.',
      items: { total: 3, completed: 3, failed: 0 },
    })
    expect(record.results['read']!.data).toMatchObject({ completed: 3, failed: 0 })
    expect(await itemsOf(stage, id, 'read')).toMatchObject([
      { step_id: 'read[0]', index: 0, status: 'completed', args: { text: '0: a' } },
      { step_id: 'read[1]', index: 1 },
      { step_id: 'read[2]', index: 2, data: { text: '2: c' } },
    ])
    expect(stage.puppets.calls.filter(({ action }) => action === 'ECHO').map(({ key }) => key)).toEqual([
      `${id}/read[0]/0`,
      `${id}/read[1]/0`,
      `${id}/read[2]/0`,
      `${id}/use/0`,
    ])
    const { nodes } = await stage.call('graph', { params: { workflow_id: id } })
    expect(nodes.map(({ items: counts }) => counts?.total ?? null)).toEqual([null, 3, null])
  },

  async 'an empty list completes at once'(stage) {
    const { id } = await stage.create([
      step('none', 'ECHO', { for_each: each([]), outputs: ['value'] }),
      step('use', 'ECHO', { depends_on: ['none'], args: { value: '$value' } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toMatchObject({ value: [] })
  },

  async 'so many items run side by side as it says'(stage) {
    const { id } = await stage.create([
      step('hold', 'HOLD', {
        args: { gate: 'g$it' },
        for_each: each([0, 1, 2, 3, 4], { concurrency: 2 }),
      }),
    ])
    const running = async () =>
      (await itemsOf(stage, id, 'hold'))
        .filter(({ status }) => status === 'running')
        .map(({ index }) => index)
    await expect.poll(running).toEqual([0, 1])
    stage.puppets.open('g1')
    await expect.poll(running).toEqual([0, 2])
    expect(await stage.read(id)).toMatchObject({ status: 'running' })
    for (const gate of ['g0', 'g2', 'g3', 'g4']) stage.puppets.open(gate)
    await stage.until(id, 'completed')
    expect(stage.puppets.ran('HOLD')).toBe(5)
  },

  async 'an item that fails fails the step, the rest is left out, and a retry runs only what is missing'(
    stage,
  ) {
    const { id } = await stage.create([
      step('send', 'PICKY', { args: { word: '$it' }, for_each: each(['a', 'bad', 'c', 'd']) }),
      step('after', 'ECHO', { depends_on: ['send'] }),
    ])
    const failed = await stage.until(id, 'failed')
    expect(statuses(failed)).toEqual({ send: 'failed', after: 'skipped' })
    expect(failed.steps[0]!.error).toEqual({
      code: 'items_failed',
      message: '1 of 4 items failed. Item 1: bad is refused.',
    })
    expect((await itemsOf(stage, id, 'send')).map(({ status }) => status)).toEqual([
      'completed',
      'failed',
      'skipped',
      'skipped',
    ])
    stage.puppets.refused.clear()
    await stage.call('retry', { params: { workflow_id: id }, body: { step_id: 'send' } })
    const done = await stage.until(id, 'completed')
    expect(done.steps[0]).toMatchObject({ items: { total: 4, completed: 4, failed: 0 } })
    expect(stage.puppets.calls.flatMap(({ args }) => args['word'] ?? [])).toEqual([
      'a',
      'bad',
      'bad',
      'c',
      'd',
    ])
  },

  async 'as many items may fail as it says'(stage) {
    const { id } = await stage.create([
      step('send', 'PICKY', {
        args: { word: '$it' },
        for_each: each(['bad', 'b', 'bad', 'd'], { failures: 2 }),
        outputs: ['word'],
      }),
      step('use', 'ECHO', { depends_on: ['send'], args: { value: '$word' } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toMatchObject({ value: [null, 'b', null, 'd'] })
    expect(record.results['send']!.data).toMatchObject({
      completed: 2,
      failed: 2,
      items: [{ index: 0, status: 'failed', error: { code: 'upstream_failed' } }, {}, {}, {}],
    })
  },

  async 'an item without a value fails alone, and runs when its step is edited'(stage) {
    const { id } = await stage.create([
      give('find', [{ word: 'a' }, {}, { word: 'c' }]),
      step('send', 'PICKY', {
        depends_on: ['find'],
        args: { word: '$it.word' },
        for_each: each('$find', { concurrency: 3 }),
      }),
    ])
    await stage.until(id, 'failed')
    expect((await itemsOf(stage, id, 'send'))[1]).toMatchObject({
      status: 'failed',
      error: { code: 'unresolved_reference' },
    })
    await stage.intervene(id, { step_id: 'send', decision: 'edit', args: { word: 'n$index' } })
    const record = await stage.until(id, 'completed')
    expect(record.results['send']!.data).toMatchObject({ completed: 3 })
    const words = (await itemsOf(stage, id, 'send')).map(({ args }) => args['word'])
    expect(words[1]).toBe('n1')
  },

  async 'a condition about the item is asked for each, another one once'(stage) {
    const { id } = await stage.create([
      give('find', { go: true, all: [1, 5, 9] }),
      step('some', 'ECHO', {
        depends_on: ['find'],
        when: '$it > 3 and $find.go',
        args: { value: '$it' },
        for_each: each('$find.all'),
        outputs: ['value'],
      }),
      step('none', 'ECHO', { depends_on: ['find'], when: 'not $find.go', for_each: each('$find.all') }),
      step('use', 'ECHO', { depends_on: ['some'], args: { value: '$value' } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toMatchObject({ value: [null, 5, 9] })
    expect(record.steps[2]).toMatchObject({ status: 'skipped', skipped_because: 'condition' })
    expect((await itemsOf(stage, id, 'some'))[0]).toMatchObject({ status: 'skipped' })
  },

  async 'what is not a list fails the step'(stage) {
    const { id } = await stage.create([
      give('find', { results: 'none' }),
      step('a', 'ECHO', { depends_on: ['find'], for_each: each('$find.results') }),
      step('b', 'ECHO', { depends_on: ['find'], for_each: each('$find.nothing') }),
    ])
    const record = await stage.until(id, 'failed')
    expect(record.steps.slice(1).map(({ error }) => error!.code)).toEqual(['not_a_list', 'not_a_list'])
  },

  async 'a person is asked about each item, and can change one'(stage) {
    const { id } = await stage.create([
      step('send', 'SEND', {
        args: { to: '$it' },
        needs_human: true,
        for_each: each(['ann', 'bob', 'cy'], { concurrency: 3 }),
      }),
    ])
    await expect.poll(() => stage.openConfirmations().map(({ step_id }) => step_id)).toHaveLength(3)
    await stage.until(id, 'waiting')
    await stage.intervene(id, { step_id: 'send[0]', decision: 'approve' })
    await stage.intervene(id, { step_id: 'send[1]', decision: 'edit', args: { to: 'B. $it' } })
    await stage.intervene(id, { step_id: 'send[2]', decision: 'skip' })
    const record = await stage.until(id, 'completed')
    const sent = stage.puppets.calls.filter(({ action }) => action === 'SEND').map(({ args }) => args['to'])
    expect(new Set(sent)).toEqual(new Set(['B. bob', 'ann']))
    expect(record.interventions.map(({ step_id }) => step_id)).toEqual(['send[0]', 'send[1]', 'send[2]'])
    expect(stage.openConfirmations()).toEqual([])
  },

  async 'a single failed item can be retried, given a value or left out'(stage) {
    stage.puppets.refused.add('worse')
    const { id } = await stage.create([
      step('send', 'PICKY', {
        args: { word: '$it' },
        for_each: each(['bad', 'worse', 'bad'], { failures: 2 }),
        outputs: ['word'],
      }),
      step('use', 'ECHO', { depends_on: ['send'], args: { value: '$word' } }),
    ])
    await stage.until(id, 'failed')
    await stage.intervene(id, { step_id: 'send[0]', decision: 'input', input: 'good' })
    await stage.until(id, 'completed')
    expect((await stage.read(id)).results['use']!.data).toMatchObject({ value: ['good', null, null] })
    await expect(stage.intervene(id, { step_id: 'send[1]', decision: 'retry' })).rejects.toMatchObject({
      code: 'conflict',
    })
  },

  async 'items outlive a crash, and none that may have taken effect runs twice'(stage) {
    const { id } = await stage.create([
      step('look', 'HOLD', { args: { gate: 'l$it' }, for_each: each([0, 1], { concurrency: 2 }) }),
      step('sign', 'SIGN', { args: { gate: 's$it' }, for_each: each([0, 1], { concurrency: 1 }) }),
    ])
    const running = async (of: string) =>
      (await itemsOf(stage, id, of)).filter(({ status }) => status === 'running').length
    await expect.poll(() => running('look')).toBe(2)
    await expect.poll(() => running('sign')).toBe(1)
    await expect.poll(() => stage.puppets.calls.length).toBe(3)
    await stage.crash()
    for (const gate of ['l0', 'l1', 's0', 's1']) stage.puppets.open(gate)
    await stage.untilStep(id, 'look', 'completed')
    const waiting = await stage.until(id, 'waiting')
    expect(statuses(waiting)).toEqual({ look: 'completed', sign: 'running' })
    expect((await itemsOf(stage, id, 'sign')).map(({ status }) => status)).toEqual(['waiting', 'pending'])
    await stage.intervene(id, { step_id: 'sign[0]', decision: 'input', input: {} })
    await stage.until(id, 'completed')
    const signed = stage.puppets.calls
      .filter(({ action }) => action === 'SIGN')
      .map(({ args }) => args['gate'])
    expect(signed).toEqual(['s0', 's1'])
  },

  async 'a paused workflow starts no further item'(stage) {
    const { id } = await stage.create([
      step('hold', 'HOLD', { args: { gate: 'g$it' }, for_each: each([0, 1, 2]) }),
    ])
    await expect.poll(() => stage.puppets.ran('HOLD')).toBe(1)
    await stage.call('interrupt', { params: { workflow_id: id } })
    for (const gate of ['g0', 'g1', 'g2']) stage.puppets.open(gate)
    await expect
      .poll(async () => (await itemsOf(stage, id, 'hold')).map(({ status }) => status))
      .toEqual(['completed', 'pending', 'pending'])
    await stage.call('resume', { params: { workflow_id: id } })
    await stage.until(id, 'completed')
  },

  async 'a deleted workflow takes its items along'(stage) {
    const { id } = await stage.create([
      step('hold', 'HOLD', { args: { gate: 'g$it' }, for_each: each([0, 1, 2], { concurrency: 2 }) }),
    ])
    await expect.poll(() => stage.puppets.ran('HOLD')).toBe(2)
    await stage.call('remove', { params: { workflow_id: id } })
    const rows = await stage.workflows.engine.backend.read(all('SELECT key FROM workflow_steps'))
    expect(rows).toEqual([])
    expect(stage.puppets.aborted.toSorted()).toEqual(['g0', 'g1'])
  },

  async 'a thousand items are no trouble'(stage) {
    const { id } = await stage.create([
      step('many', 'ECHO', {
        args: { value: '$it' },
        for_each: each(
          Array.from({ length: 1000 }, (_, index) => index),
          { concurrency: 8 },
        ),
        outputs: ['value'],
      }),
      step('use', 'ECHO', { depends_on: ['many'], args: { value: '$value' } }),
    ])
    const record = await stage.until(id, 'completed')
    expect((record.results['use']!.data as { value: number[] }).value).toEqual(
      Array.from({ length: 1000 }, (_, index) => index),
    )
    expect(stage.puppets.ran('ECHO')).toBe(1001)
    // Not one event for each item.
    expect(stage.events.filter(({ type }) => type === 'step.updated').length).toBeLessThan(120)
  },
}

/** Steps that run again until something is true. */
export const turns: Behaviours = {
  async 'a step repeats until it is done, and knows its turn'(stage) {
    stage.puppets.counter = 0
    const { id } = await stage.create([
      step('poll', 'COUNT', { repeat: { until: '$result.count >= 3', most: 10, every_s: 0.01 } }),
      step('use', 'ECHO', { depends_on: ['poll'], args: { value: '$poll.count' } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toMatchObject({ value: 3 })
    expect(record.steps[0]).toMatchObject({ items: { total: 3, completed: 3 } })
    expect((await itemsOf(stage, id, 'poll')).map(({ step_id }) => step_id)).toEqual([
      'poll[0]',
      'poll[1]',
      'poll[2]',
    ])
  },

  async 'a turn can go on from the one before'(stage) {
    const { id } = await stage.create([
      step('next', 'ECHO', {
        args: { value: { at: '$index', before: '$result' } },
        repeat: { until: '$result.value.at == 2', most: 5 },
      }),
    ])
    const { results } = await stage.until(id, 'completed')
    expect(results['next']!.data).toMatchObject({
      value: { at: 2, before: { value: { at: 1, before: { value: { at: 0, before: null } } } } },
    })
  },

  async 'a step that is never done fails, and a retry begins anew'(stage) {
    stage.puppets.counter = 0
    const { id } = await stage.create([
      step('poll', 'COUNT', { repeat: { until: '$result.count >= 5', most: 3 } }),
    ])
    const failed = await stage.until(id, 'failed')
    expect(failed.steps[0]!.error).toEqual({
      code: 'repeat_exhausted',
      message: 'It was not done after 3 turns.',
    })
    await stage.call('retry', { params: { workflow_id: id }, body: {} })
    const record = await stage.until(id, 'completed')
    expect(record.results['poll']!.data).toEqual({ count: 5 })
    expect(record.steps[0]).toMatchObject({ items: { total: 2 } })
  },

  async 'a turn that fails fails the step'(stage) {
    const { id } = await stage.create([step('poll', 'FAIL', { repeat: { until: 'true', most: 3 } })])
    expect((await stage.until(id, 'failed')).steps[0]!.error).toMatchObject({ code: 'upstream_failed' })
  },

  async 'the pause between turns spans a restart'(stage) {
    stage.puppets.counter = 0
    const { id } = await stage.create([
      step('poll', 'COUNT', { repeat: { until: '$result.count >= 2', most: 3, every_s: 1 } }),
    ])
    await expect
      .poll(async () => (await stage.read(id)).steps[0])
      .toMatchObject({ items: { total: 2, completed: 1 } })
    await stage.restart()
    await stage.until(id, 'completed')
    const [first, second] = await itemsOf(stage, id, 'poll')
    const pause = Date.parse(second!.started_at!) - Date.parse(first!.finished_at!)
    // PostgreSQL has a clock of its own, so a little less than the second is a second, too.
    expect(pause).toBeGreaterThan(900)
    expect(stage.puppets.ran('COUNT')).toBe(2)
  },

  async 'what contradicts itself is refused'(stage) {
    const repeat = { until: '$result >', most: 3 }
    await expect(
      stage.create([
        step('a', 'ECHO', { for_each: each('$nobody') }),
        step('b', 'ECHO', { repeat, for_each: each([1]) }),
        step('c', 'ECHO', { repeat: { until: 'true', most: 1 }, needs_human: true }),
        step('d', 'ECHO', { args: { value: '$it' } }),
        step('a[0]', 'ECHO'),
      ]),
    ).rejects.toMatchObject({
      errors: [
        { path: '/body/steps/0/for_each/in' },
        { path: '/body/steps/1/repeat' },
        { path: '/body/steps/1/repeat/until' },
        { path: '/body/steps/2/needs_human' },
        { path: '/body/steps/3/args/value' },
        { path: '/body/steps/4/id' },
      ],
    })
  },
}
