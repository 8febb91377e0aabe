import { expect } from 'vitest'
import { statuses, step, type Behaviours } from './workflow-stage.ts'

const held = (id: string, more = {}) => step(id, 'HOLD', { args: { gate: id }, ...more })

/** What becomes of a workflow when something goes wrong, and how it goes on. */
export const failing: Behaviours = {
  async 'a failed step fails the workflow once the others have ended'(stage) {
    stage.puppets.failures = 1
    const { id } = await stage.create([
      step('a', 'FLAKY'),
      step('b', 'ECHO', { depends_on: ['a'] }),
      step('c', 'ECHO', { depends_on: ['b'] }),
      held('d'),
      step('e', 'ECHO', { depends_on: ['d'] }),
    ])
    const going = await stage.until(id, (record) => {
      const { a, d } = statuses(record)
      return a === 'failed' && d === 'running'
    })
    expect(going.status).toBe('running')
    expect(statuses(going)).toMatchObject({
      a: 'failed',
      b: 'skipped',
      c: 'skipped',
      d: 'running',
      e: 'pending',
    })
    stage.puppets.open('d')
    const record = await stage.until(id, 'failed')
    expect(statuses(record)).toEqual({
      a: 'failed',
      b: 'skipped',
      c: 'skipped',
      d: 'completed',
      e: 'completed',
    })
    expect(record.steps[0]!.error).toEqual({ code: 'upstream_failed', message: 'It did not work this time.' })
    await expect
      .poll(() => stage.notifications.list().notifications[0])
      .toMatchObject({ type: 'workflow_failed', level: 'error' })

    const retried = await stage.call('retry', { params: { workflow_id: id }, body: { step_id: 'a' } })
    expect(retried).toMatchObject({ status: 'running', finished_at: null })
    const done = await stage.until(id, 'completed')
    expect(Object.values(statuses(done))).toEqual(Array(5).fill('completed'))
    expect(done.steps.map(({ attempts }) => attempts)).toEqual([2, 1, 1, 1, 1])
    await expect(stage.call('retry', { params: { workflow_id: id }, body: {} })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('completed') as string,
    })
  },

  async 'a step with retry is tried again by itself, with the same idempotency key'(stage) {
    stage.puppets.failures = 2
    const { id } = await stage.create([step('a', 'FLAKY', { retry: 2 })])
    const record = await stage.until(id, 'completed')
    expect(record.steps[0]!.attempts).toBe(3)
    expect(new Set(stage.puppets.calls.map(({ key }) => key))).toEqual(new Set([`${id}/a/0`]))
    stage.puppets.failures = 2
    const second = await stage.create([step('a', 'FLAKY', { retry: 1 })])
    expect((await stage.until(second.id, 'failed')).steps[0]!.attempts).toBe(2)
  },

  async 'arguments that turn out wrong are not tried again'(stage) {
    const { id } = await stage.create([
      step('a', 'GIVE', { args: { data: { word: 5 } } }),
      step('b', 'ECHO', { depends_on: ['a'], args: { text: '$a.word' }, retry: 5 }),
    ])
    const record = await stage.until(id, 'failed')
    expect(record.steps[1]).toMatchObject({ attempts: 1, error: { code: 'invalid_arguments' } })
  },

  async 'a step that takes too long is stopped'(stage) {
    const { id } = await stage.create([held('a', { timeout_s: 0.05 })])
    const record = await stage.until(id, 'failed')
    expect(record.steps[0]!.error!.code).toBe('timeout')
    expect(stage.puppets.aborted).toEqual(['a'])
  },

  async 'what was skipped because of two failed steps comes back when both are mended'(stage) {
    stage.puppets.failures = 2
    const { id } = await stage.create([
      step('a', 'FLAKY'),
      step('b', 'FLAKY'),
      step('c', 'ECHO', { depends_on: ['a', 'b'] }),
    ])
    await stage.until(id, 'failed')
    await stage.intervene(id, { step_id: 'a', decision: 'retry' })
    const half = await stage.until(id, 'failed')
    expect(statuses(half)).toEqual({ a: 'completed', b: 'failed', c: 'skipped' })
    await stage.intervene(id, { step_id: 'b', decision: 'input', input: 'mine' })
    expect(statuses(await stage.until(id, 'completed'))).toEqual({
      a: 'completed',
      b: 'completed',
      c: 'completed',
    })
  },

  async 'a failed step of a paused workflow can be retried, and starts when it goes on'(stage) {
    stage.puppets.failures = 1
    const { id } = await stage.create([step('a', 'FLAKY'), held('b')])
    await stage.untilStep(id, 'a', 'failed')
    await stage.call('interrupt', { params: { workflow_id: id } })
    const edited = await stage.intervene(id, { step_id: 'a', decision: 'retry' })
    expect(edited.status).toBe('paused')
    expect(statuses(edited)['a']).toBe('pending')
    await stage.call('resume', { params: { workflow_id: id } })
    stage.puppets.open('b')
    await stage.until(id, 'completed')
  },
}
