import { expect } from 'vitest'
import { statuses, step, type Behaviours, type Stage } from './workflow-stage.ts'

const give = (id: string, data: unknown, more = {}) => step(id, 'GIVE', { args: { data }, ...more })
const fails = (id: string, more = {}) => step(id, 'FAIL', more)
const historyOf = async (stage: Stage, id: string) =>
  (await stage.call('history', { params: { workflow_id: id } })).events

/** Steps that run only when something is true. */
export const conditions: Behaviours = {
  async 'a step runs when its condition is true, and is skipped when it is false'(stage) {
    const { id } = await stage.create([
      give('mail', { subject: 'Invoice 7', bytes: 2000 }),
      step('file', 'ECHO', { depends_on: ['mail'], when: 'like(lower($mail.subject), "*invoice*")' }),
      step('shrink', 'ECHO', { depends_on: ['mail'], when: '$mail.bytes > 5000' }),
    ])
    const record = await stage.until(id, 'completed')
    expect(statuses(record)).toEqual({ mail: 'completed', file: 'completed', shrink: 'skipped' })
    expect(record.steps[2]).toMatchObject({
      skipped_because: 'condition',
      message: 'Skipped because its condition was false.',
      attempts: 0,
      error: null,
    })
    expect(record.steps[1]).not.toHaveProperty('skipped_because')
    expect(stage.puppets.ran('ECHO')).toBe(1)
    const skipped = (await historyOf(stage, id)).filter(({ type }) => type === 'step.skipped')
    expect(skipped).toMatchObject([{ step_id: 'shrink', data: { because: 'condition' } }])
  },

  async 'a step is skipped too when all before it were, and goes on when one ran'(stage) {
    const { id } = await stage.create([
      give('a', 1),
      step('no', 'ECHO', { depends_on: ['a'], when: '$a == 2' }),
      step('nor', 'ECHO', { depends_on: ['a'], when: '$a == 3' }),
      step('yes', 'ECHO', { depends_on: ['a'], when: '$a == 1' }),
      step('behind', 'ECHO', { depends_on: ['no', 'nor'] }),
      step('further', 'ECHO', { depends_on: ['behind'] }),
      step('joined', 'ECHO', { depends_on: ['behind', 'yes'] }),
    ])
    const record = await stage.until(id, 'completed')
    expect(statuses(record)).toEqual({
      a: 'completed',
      no: 'skipped',
      nor: 'skipped',
      yes: 'completed',
      behind: 'skipped',
      further: 'skipped',
      joined: 'completed',
    })
    expect(record.steps.map(({ skipped_because }) => skipped_because ?? null)).toEqual([
      null,
      'condition',
      'condition',
      null,
      'condition',
      'condition',
      null,
    ])
  },

  async 'branches publish one name, and the one that ran counts'(stage) {
    const branches = (value: number) =>
      stage.create([
        give('a', value),
        give('small', { size: 'S' }, { depends_on: ['a'], when: '$a < 10', outputs: ['size'] }),
        give('large', { size: 'L' }, { depends_on: ['a'], when: '$a >= 10', outputs: ['size'] }),
        step('say', 'ECHO', { depends_on: ['small', 'large'], args: { text: 'Size $size' } }),
      ])
    for (const [value, size] of [
      [3, 'S'],
      [30, 'L'],
    ] as const) {
      const { id } = await branches(value)
      const { results } = await stage.until(id, 'completed')
      expect(results['say']!.data).toMatchObject({ text: `Size ${size}` })
    }
  },

  async 'what a branch replaces counts where the branch is skipped'(stage) {
    const replaced = (value: number) =>
      stage.create([
        give('first', { size: 'M' }, { outputs: ['size'] }),
        give('better', { size: 'XL' }, { depends_on: ['first'], when: `${value} > 1`, outputs: ['size'] }),
        step('say', 'ECHO', { depends_on: ['better', 'first'], args: { text: '$size' } }),
      ])
    for (const [value, size] of [
      [1, 'M'],
      [2, 'XL'],
    ] as const) {
      const { results } = await stage.until((await replaced(value)).id, 'completed')
      expect(results['say']!.data).toMatchObject({ text: size })
    }
  },

  async 'a condition can ask whether an earlier step gave anything'(stage) {
    const { id } = await stage.create([
      give('maybe', 1, { when: 'false' }),
      give('other', 1),
      step('default', 'ECHO', { depends_on: ['maybe', 'other'], when: '$maybe == null' }),
      step('use', 'ECHO', { depends_on: ['maybe', 'other'], when: '$maybe != null' }),
    ])
    const record = await stage.until(id, 'completed')
    expect(statuses(record)).toMatchObject({ default: 'completed', use: 'skipped' })
  },

  async 'a condition without an answer fails the step'(stage) {
    const { id } = await stage.create([
      give('a', { name: 'Ada' }),
      step('b', 'ECHO', { depends_on: ['a'], when: '$a.name > 3', retry: 3 }),
      step('c', 'ECHO', { depends_on: ['a'], when: '$a.name' }),
    ])
    const record = await stage.until(id, 'failed')
    expect(record.steps[1]).toMatchObject({
      status: 'failed',
      attempts: 0,
      error: { code: 'bad_condition', message: expect.stringContaining('column 9') as string },
    })
    expect(record.steps[2]!.error).toMatchObject({ code: 'bad_condition' })
    expect(stage.puppets.ran('ECHO')).toBe(0)
  },

  async 'a step that asks a person is skipped before it asks'(stage) {
    const { id } = await stage.create([
      give('a', 1),
      step('b', 'ECHO', { depends_on: ['a'], needs_human: true, when: '$a == 2' }),
      step('c', 'ECHO', { depends_on: ['a'], needs_human: true, when: '$a == 1' }),
    ])
    const record = await stage.until(id, 'waiting')
    expect(statuses(record)).toEqual({ a: 'completed', b: 'skipped', c: 'waiting' })
    expect(stage.openConfirmations()).toHaveLength(1)
    await stage.intervene(id, { decision: 'approve' })
    expect(statuses(await stage.until(id, 'completed'))).toMatchObject({ b: 'skipped', c: 'completed' })
  },

  async 'a condition that cannot be read, or has a name that nobody gives, is refused'(stage) {
    const refusal = stage.create([
      step('a', 'ECHO', { when: '$x >' }),
      step('b', 'ECHO', { when: '$nobody == 1' }),
      step('c', 'ECHO', { after: 'failure' }),
    ])
    await expect(refusal).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [
        { path: '/body/steps/0/when', message: expect.stringContaining('column') as string },
        { path: '/body/steps/1/when', message: expect.stringContaining('$nobody is not') as string },
        { path: '/body/steps/2/after', message: expect.stringContaining('depends_on') as string },
      ],
    })
  },

  async 'a chain of a thousand steps is skipped at once'(stage) {
    const chain = Array.from({ length: 1000 }, (_, index) =>
      step(`s${index}`, 'ECHO', index === 0 ? { when: 'false' } : { depends_on: [`s${index - 1}`] }),
    )
    const { id } = await stage.create(chain)
    const record = await stage.until(id, 'completed')
    expect(new Set(Object.values(statuses(record)))).toEqual(new Set(['skipped']))
  },
}

/** Steps that run because something went wrong, and failures that do not matter. */
export const handlers: Behaviours = {
  async 'a handler runs after a failure, knows what failed, and the workflow completes'(stage) {
    const { id } = await stage.create([
      fails('fetch'),
      step('use', 'ECHO', { depends_on: ['fetch'] }),
      step('tell', 'ECHO', {
        depends_on: ['fetch'],
        after: 'failure',
        args: { text: '$error.step_id: $error.message ($error.code)' },
      }),
      step('next', 'ECHO', { depends_on: ['tell'] }),
    ])
    const record = await stage.until(id, 'completed')
    expect(statuses(record)).toEqual({
      fetch: 'failed',
      use: 'skipped',
      tell: 'completed',
      next: 'completed',
    })
    expect(record.results['tell']!.data).toMatchObject({ text: 'fetch: It never works. (upstream_failed)' })
    expect((await historyOf(stage, id)).find(({ type }) => type === 'step.handled')).toMatchObject({
      step_id: 'fetch',
      data: { by: 'tell' },
    })
  },

  async 'a handler is skipped when nothing failed, and so is what depends on it'(stage) {
    const { id } = await stage.create([
      give('a', 1),
      step('tell', 'ECHO', { depends_on: ['a'], after: 'failure' }),
      step('more', 'ECHO', { depends_on: ['tell'] }),
      step('always', 'ECHO', { depends_on: ['a'], after: 'always', args: { value: '$error' } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(statuses(record)).toEqual({
      a: 'completed',
      tell: 'skipped',
      more: 'skipped',
      always: 'completed',
    })
    expect(record.results['always']!.data).toMatchObject({ value: null })
  },

  async 'a handler behind skipped steps sees the failure before them'(stage) {
    const { id } = await stage.create([
      fails('a'),
      step('b', 'ECHO', { depends_on: ['a'] }),
      step('c', 'ECHO', { depends_on: ['b'] }),
      step('tell', 'ECHO', { depends_on: ['c'], after: 'failure', args: { text: '$error.step_id' } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.results['tell']!.data).toMatchObject({ text: 'a' })
  },

  async 'cleaning up always runs, and does not make a failure good'(stage) {
    const { id } = await stage.create([
      fails('a'),
      give('b', 1),
      step('clean', 'ECHO', { depends_on: ['a', 'b'], after: 'always' }),
    ])
    const record = await stage.until(id, 'failed')
    expect(statuses(record)).toEqual({ a: 'failed', b: 'completed', clean: 'completed' })
  },

  async 'a handler waits until everything before it has ended'(stage) {
    const { id } = await stage.create([
      fails('a'),
      step('b', 'HOLD', { args: { gate: 'b' } }),
      step('tell', 'ECHO', { depends_on: ['a', 'b'], after: 'failure' }),
    ])
    const going = await stage.until(id, ({ steps }) => steps[0]!.status === 'failed')
    expect(statuses(going)).toMatchObject({ tell: 'pending' })
    stage.puppets.open('b')
    expect(statuses(await stage.until(id, 'completed'))).toMatchObject({ b: 'completed', tell: 'completed' })
  },

  async 'a handler that fails leaves the workflow failed'(stage) {
    const { id } = await stage.create([fails('a'), fails('tell', { depends_on: ['a'], after: 'failure' })])
    expect(statuses(await stage.until(id, 'failed'))).toEqual({ a: 'failed', tell: 'failed' })
  },

  async 'with on_error continue, the steps behind a failure run and the workflow completes'(stage) {
    const { id } = await stage.create([
      fails('a', { on_error: 'continue' }),
      step('b', 'ECHO', { depends_on: ['a'] }),
      step('tell', 'ECHO', { depends_on: ['a'], after: 'failure', args: { text: '$error.code' } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(statuses(record)).toEqual({ a: 'failed', b: 'completed', tell: 'completed' })
    expect(record.results['tell']!.data).toMatchObject({ text: 'upstream_failed' })
  },

  async 'a handled failure can still be retried, and what was skipped runs then'(stage) {
    stage.puppets.failures = 1
    const { id } = await stage.create([
      step('a', 'FLAKY'),
      step('b', 'ECHO', { depends_on: ['a'] }),
      step('tell', 'ECHO', { depends_on: ['a'], after: 'failure' }),
    ])
    expect(statuses(await stage.until(id, 'completed'))).toMatchObject({ a: 'failed', b: 'skipped' })
    await stage.call('retry', { params: { workflow_id: id }, body: {} })
    const record = await stage.until(id, ({ steps }) => steps[1]!.status === 'completed')
    expect(record.status).toBe('completed')
    expect(statuses(record)).toEqual({ a: 'completed', b: 'completed', tell: 'completed' })
    expect(record.steps[2]!.attempts).toBe(1)
  },

  async 'a retry while the handler waits puts it back, and it is skipped when the retry works'(stage) {
    stage.puppets.failures = 1
    const { id } = await stage.create([
      step('a', 'FLAKY'),
      step('hold', 'HOLD', { args: { gate: 'hold' } }),
      step('tell', 'ECHO', { depends_on: ['a', 'hold'], after: 'failure' }),
    ])
    await stage.untilStep(id, 'a', 'failed')
    await stage.call('retry', { params: { workflow_id: id }, body: { step_id: 'a' } })
    await stage.untilStep(id, 'a', 'completed')
    stage.puppets.open('hold')
    expect(statuses(await stage.until(id, 'completed'))).toEqual({
      a: 'completed',
      hold: 'completed',
      tell: 'skipped',
    })
  },

  async 'a step that a person left out does not keep a handler waiting'(stage) {
    const { id } = await stage.create(
      [
        fails('a'),
        step('b', 'ECHO', { depends_on: ['a'] }),
        step('c', 'ECHO', { depends_on: ['b'] }),
        step('tell', 'ECHO', { depends_on: ['b'], after: 'failure' }),
      ],
      { start: false },
    )
    await stage.intervene(id, { step_id: 'b', decision: 'skip' })
    await stage.call('resume', { params: { workflow_id: id } })
    expect(statuses(await stage.until(id, 'completed'))).toEqual({
      a: 'failed',
      b: 'skipped',
      c: 'skipped',
      tell: 'completed',
    })
  },

  async 'conditions and handlers outlive a crash'(stage) {
    const { id } = await stage.create([
      step('a', 'HOLD', { args: { gate: 'a' } }),
      fails('b', { depends_on: ['a'], when: '$a.gate == "a"' }),
      step('no', 'ECHO', { depends_on: ['a'], when: '$a.gate == "b"' }),
      step('tell', 'ECHO', { depends_on: ['b', 'no'], after: 'failure' }),
    ])
    await stage.untilStep(id, 'a', 'running')
    await stage.crash()
    stage.puppets.open('a')
    expect(statuses(await stage.until(id, 'completed'))).toEqual({
      a: 'completed',
      b: 'failed',
      no: 'skipped',
      tell: 'completed',
    })
  },
}
