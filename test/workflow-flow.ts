import { expect } from 'vitest'
import { statuses, step, type Behaviours } from './workflow-stage.ts'

const flow = (id: string, action: string, more: object = {}) => ({ ...step(id, action, more), agent: 'flow' })

/** Steps that steer the workflow itself. */
export const steering: Behaviours = {
  async 'values are set and worked out'(stage) {
    const { id } = await stage.create([
      step('a', 'GIVE', { args: { data: { price: 2, names: ['x', 'y'] } } }),
      flow('set', 'SET_VALUES', {
        depends_on: ['a'],
        args: {
          values: { note: 'Price $a.price' },
          compute: { total: '$a.price * 3', many: 'size($a.names) > 1' },
        },
        outputs: ['total', 'many', 'note'],
      }),
      step('use', 'ECHO', { depends_on: ['set'], args: { value: ['$total', '$many', '$note'] } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toMatchObject({ value: [6, true, 'Price 2'] })
    expect(record.steps[1]).toMatchObject({ attempts: 1, message: 'Set note, total, many.' })
  },

  async 'values are worked out for each item, and in each turn'(stage) {
    const { id } = await stage.create([
      step('a', 'GIVE', { args: { data: [{ n: 1 }, { n: 2 }] } }),
      flow('each', 'SET_VALUES', {
        depends_on: ['a'],
        for_each: { in: '$a', as: 'entry' },
        args: { values: { note: 'n is $entry.n' }, compute: { twice: '$entry.n * 2' } },
        outputs: ['twice', 'note'],
      }),
      flow('count', 'SET_VALUES', {
        repeat: { until: '$result.n == 3', most: 5 },
        args: { compute: { n: '$index + 1' } },
      }),
      step('use', 'ECHO', {
        depends_on: ['each', 'count'],
        args: { value: ['$twice', '$note', '$count.n'] },
      }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toMatchObject({ value: [[2, 4], ['n is 1', 'n is 2'], 3] })
  },

  async 'an expression without a value fails, and one that cannot be read is refused'(stage) {
    const { id } = await stage.create([
      step('a', 'GIVE', { args: { data: 'text' } }),
      flow('set', 'SET_VALUES', { depends_on: ['a'], args: { compute: { x: '$a * 2' } } }),
    ])
    expect((await stage.until(id, 'failed')).steps[1]!.error).toMatchObject({ code: 'unresolved_reference' })
    const refused = [flow('set', 'SET_VALUES', { args: { compute: { x: '1 +', y: '$nobody' } } })]
    await expect(stage.create(refused)).rejects.toMatchObject({
      errors: [{ path: '/body/steps/0/args/compute/x' }, { path: '/body/steps/0/args/compute/y' }],
    })
  },

  async 'a wait takes no place, says until when, and spans a crash'(stage) {
    stage.values['WORKFLOW_CONCURRENCY'] = 1
    const { id } = await stage.create([
      flow('wait', 'WAIT_FOR', { args: { for_s: 2 } }),
      step('beside', 'ECHO'),
      step('behind', 'ECHO', { depends_on: ['wait'] }),
    ])
    const going = await stage.until(id, ({ steps }) => steps[1]!.status === 'completed')
    const [wait] = going.steps
    expect(wait).toMatchObject({ status: 'running', waiting: { reason: 'time' } })
    const { until } = wait!.waiting!
    expect(Date.parse(until!) - Date.parse(wait!.started_at!)).toBe(2000)
    expect(going.status).toBe('running')
    await stage.crash()
    const record = await stage.until(id, 'completed')
    expect(record.steps[0]).toMatchObject({ attempts: 1, waiting: null })
    expect(record.results['wait']!.data).toEqual({ until })
    expect(Date.parse(record.steps[2]!.started_at!)).toBeGreaterThan(Date.parse(until!) - 100)
  },

  async 'a person can cut a wait short, and a moment that has passed is not waited for'(stage) {
    const { id } = await stage.create([
      flow('past', 'WAIT_FOR', { args: { until: '2020-01-01T00:00:00Z' } }),
      flow('long', 'WAIT_FOR', { args: { for_s: 86_400 }, depends_on: ['past'] }),
      step('behind', 'ECHO', { depends_on: ['long'] }),
    ])
    await stage.until(id, ({ steps }) => steps[1]!.waiting != null)
    await stage.intervene(id, { step_id: 'long', decision: 'skip' })
    expect(statuses(await stage.until(id, 'completed'))).toEqual({
      past: 'completed',
      long: 'skipped',
      behind: 'completed',
    })
  },

  async 'a wait of a paused workflow ends in its time, and what follows waits'(stage) {
    const { id } = await stage.create([
      flow('wait', 'WAIT_FOR', { args: { for_s: 0.3 } }),
      step('behind', 'ECHO', { depends_on: ['wait'] }),
    ])
    await stage.until(id, ({ steps }) => steps[0]!.waiting != null || steps[0]!.status === 'completed')
    await stage.call('interrupt', { params: { workflow_id: id } }).catch(() => {})
    await stage.untilStep(id, 'wait', 'completed')
    const { status } = await stage.read(id)
    if (status === 'paused') await stage.call('resume', { params: { workflow_id: id } })
    await stage.until(id, 'completed')
    expect(stage.puppets.ran('ECHO')).toBe(1)
  },

  async 'a workflow stops early, well or not'(stage) {
    const stopping = (outcome: string) => [
      step('a', 'ECHO'),
      flow('stop', 'STOP_WORKFLOW', { depends_on: ['a'], args: { outcome, message: 'Nothing to do.' } }),
      step('b', 'ECHO', { depends_on: ['a', 'stop'] }),
      step('c', 'ECHO', { depends_on: ['b'] }),
      step('clean', 'ECHO', { depends_on: ['c'], after: 'always' as const }),
    ]
    const well = await stage.create(stopping('completed'))
    const done = await stage.until(well.id, 'completed')
    expect(statuses(done)).toEqual({
      a: 'completed',
      stop: 'completed',
      b: 'skipped',
      c: 'skipped',
      clean: 'completed',
    })
    expect(done.steps[1]!.message).toBe('Nothing to do.')
    const badly = await stage.create(stopping('failed'))
    const failed = await stage.until(badly.id, 'failed')
    expect(failed.steps[1]!.error).toEqual({ code: 'stopped', message: 'Nothing to do.' })
    expect(statuses(failed)).toMatchObject({ b: 'skipped', c: 'skipped', clean: 'completed' })
  },

  async 'a stop leaves what has begun alone'(stage) {
    const { id } = await stage.create([
      step('held', 'HOLD', { args: { gate: 'held' } }),
      step('a', 'HOLD', { args: { gate: 'a' } }),
      flow('stop', 'STOP_WORKFLOW', { depends_on: ['a'] }),
      step('later', 'ECHO', { depends_on: ['held'] }),
    ])
    await stage.untilStep(id, 'held', 'running')
    stage.puppets.open('a')
    await stage.untilStep(id, 'stop', 'completed')
    stage.puppets.open('held')
    expect(statuses(await stage.until(id, 'completed'))).toMatchObject({
      held: 'completed',
      later: 'skipped',
    })
  },
}
