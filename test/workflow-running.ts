import { expect } from 'vitest'
import { statuses, step, type Behaviours, type WorkflowRecord } from './workflow-stage.ts'

const held = (id: string, more = {}) => step(id, 'HOLD', { args: { gate: id }, ...more })

/** How steps follow each other. */
export const running: Behaviours = {
  async 'steps run when everything before them has ended, side by side where they can'(stage) {
    const { id } = await stage.create([
      step('a', 'ECHO'),
      held('b', { depends_on: ['a'] }),
      held('c', { depends_on: ['a'] }),
      step('d', 'ECHO', { depends_on: ['b', 'c'] }),
    ])
    const both = await stage.until(
      id,
      (record) => statuses(record)['b'] === 'running' && statuses(record)['c'] === 'running',
    )
    expect(statuses(both)).toEqual({ a: 'completed', b: 'running', c: 'running', d: 'pending' })
    stage.puppets.open('b')
    const one = await stage.untilStep(id, 'b', 'completed')
    expect(statuses(one)['d']).toBe('pending')
    stage.puppets.open('c')
    const record = await stage.until(id, 'completed')
    expect(statuses(record)).toEqual({ a: 'completed', b: 'completed', c: 'completed', d: 'completed' })
    expect(record.results['b']).toEqual({ success: true, message: 'b is open.', data: { gate: 'b' } })
    expect(record.steps.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1])
    expect(record.finished_at).not.toBeNull()
  },

  async 'no more steps of a workflow run side by side than the setting says'(stage) {
    stage.values['WORKFLOW_CONCURRENCY'] = 2
    const ids = ['a', 'b', 'c', 'd', 'e']
    const { id } = await stage.create(ids.map((name) => held(name)))
    const isRunning = (record: WorkflowRecord) =>
      record.steps.filter(({ status }) => status === 'running').map((s) => s.id)
    await stage.until(id, (record) => isRunning(record).length === 2)
    expect(isRunning(await stage.read(id))).toEqual(['a', 'b'])
    stage.puppets.open('b')
    await stage.untilStep(id, 'c', 'running')
    expect(isRunning(await stage.read(id))).toEqual(['a', 'c'])
    for (const name of ids) stage.puppets.open(name)
    await stage.until(id, 'completed')
  },

  async 'a workflow that is only stored begins when it is resumed'(stage) {
    const stored = await stage.create([step('a', 'ECHO')], { start: false, name: 'Later' })
    expect(stored).toMatchObject({ status: 'pending', name: 'Later', started_at: null, source: 'api' })
    await expect(stage.call('interrupt', { params: { workflow_id: stored.id } })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('pending') as string,
    })
    await stage.call('resume', { params: { workflow_id: stored.id } })
    const record = await stage.until(stored.id, 'completed')
    expect(record.started_at).not.toBeNull()
    expect(stage.puppets.ran('ECHO')).toBe(1)
  },

  async 'the bare list of steps is a workflow too'(stage) {
    const { id } = await stage.call('create', { body: [step('a', 'ECHO')] })
    expect((await stage.until(id, 'completed')).name).toBeNull()
  },

  async 'deleting stops what runs and leaves nothing behind'(stage) {
    const { id } = await stage.create([held('a'), step('b', 'ECHO', { depends_on: ['a'] })])
    await stage.untilStep(id, 'a', 'running')
    await expect.poll(() => stage.puppets.ran('HOLD')).toBe(1)
    expect(await stage.call('remove', { params: { workflow_id: id } })).toEqual({
      workflow_id: id,
      deleted: true,
    })
    expect(stage.puppets.aborted).toEqual(['a'])
    await expect(stage.read(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(stage.call('remove', { params: { workflow_id: id } })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await stage.call('list', {})).workflows).toEqual([])
    await expect.poll(() => stage.events.at(-1)).toEqual({ type: 'workflow.deleted', workflow_id: id })
    expect(stage.puppets.ran('ECHO')).toBe(0)
  },

  async 'deleting a workflow that waits takes its question back'(stage) {
    const { id } = await stage.create([step('a', 'ECHO', { needs_human: true })])
    await stage.until(id, 'waiting')
    expect(stage.openConfirmations()).toHaveLength(1)
    await stage.call('remove', { params: { workflow_id: id } })
    await expect.poll(() => stage.openConfirmations()).toEqual([])
  },
}

/** What a `$name` becomes. */
export const variables: Behaviours = {
  async 'a whole $name takes the value with its type, one in a text is written out'(stage) {
    const { id } = await stage.create(
      [
        step('find', 'GIVE', {
          args: { data: { files: [{ name: 'a.txt' }], count: 2 } },
          outputs: ['files', 'count'],
        }),
        step('all', 'GIVE', { args: { data: 'only' }, outputs: ['word'] }),
        step('use', 'ECHO', {
          depends_on: ['find', 'all'],
          args: {
            value: {
              list: '$files',
              first: '$files[0].name',
              deep: '$find.files[0]',
              word: '$word',
              city: '$city',
            },
            text: '$count files, $files, $word for $user_name: $$5 in $home',
          },
        }),
      ],
      { variables: { city: { name: 'Paris' } } },
    )
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toEqual({
      value: {
        list: [{ name: 'a.txt' }],
        first: 'a.txt',
        deep: { name: 'a.txt' },
        word: 'only',
        city: { name: 'Paris' },
      },
      text: `2 files, [{"name":"a.txt"}], only for Ada: $5 in ${stage.folder}`,
      count: 3,
    })
  },

  async 'a name without a value fails the step and says why'(stage) {
    const { id } = await stage.create([
      step('a', 'GIVE', { args: { data: { x: 1 } }, outputs: ['x', 'y'] }),
      step('b', 'ECHO', { depends_on: ['a'], args: { text: '$y' } }),
      step('c', 'ECHO', { depends_on: ['a'], args: { text: '$a.z' } }),
      step('d', 'ECHO', { args: { text: 'to $user_email' } }),
    ])
    const record = await stage.until(id, 'failed')
    const errors = Object.fromEntries(record.steps.map((each) => [each.id, each.error?.message]))
    expect(errors).toEqual({
      a: undefined,
      b: '$y has no value: the result of step "a" has no member "y".',
      c: '$a has no member "z".',
      d: '$user_email has no value: set USER_EMAIL in the settings.',
    })
    expect(record.steps[1]!.error!.code).toBe('unresolved_reference')
  },
}

/** What pausing holds up, and what it does not. */
export const pausing: Behaviours = {
  async 'pausing keeps what runs, starts nothing new, and resuming goes on from there'(stage) {
    const { id } = await stage.create([
      held('a'),
      step('b', 'ECHO', { depends_on: ['a'] }),
      step('c', 'ECHO'),
    ])
    await stage.untilStep(id, 'c', 'completed')
    await stage.untilStep(id, 'a', 'running')
    const paused = await stage.call('interrupt', { params: { workflow_id: id } })
    expect(paused.status).toBe('paused')
    expect(statuses(paused)['a']).toBe('running')
    stage.puppets.open('a')
    const still = await stage.untilStep(id, 'a', 'completed')
    expect(still.status).toBe('paused')
    expect(statuses(still)).toEqual({ a: 'completed', b: 'pending', c: 'completed' })
    await expect(stage.call('interrupt', { params: { workflow_id: id } })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('paused') as string,
    })
    await stage.call('resume', { params: { workflow_id: id } })
    await stage.until(id, 'completed')
    expect(stage.puppets.ran('HOLD')).toBe(1)
    expect(stage.puppets.ran('ECHO')).toBe(2)
    await expect(stage.call('resume', { params: { workflow_id: id } })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('completed') as string,
    })
  },

  async 'a step that needs a person is not asked about while the workflow is paused'(stage) {
    const { id } = await stage.create([
      held('a'),
      step('b', 'ECHO', { depends_on: ['a'], needs_human: true }),
    ])
    await stage.untilStep(id, 'a', 'running')
    await stage.call('interrupt', { params: { workflow_id: id } })
    stage.puppets.open('a')
    expect(statuses(await stage.untilStep(id, 'a', 'completed'))['b']).toBe('pending')
    await stage.call('resume', { params: { workflow_id: id } })
    await stage.until(id, 'waiting')
  },

  async 'on a paused workflow steps that have not started can be edited or left out'(stage) {
    const { id } = await stage.create([
      held('a'),
      step('b', 'ECHO', { depends_on: ['a'] }),
      step('c', 'ECHO', { depends_on: ['b'] }),
      step('d', 'ECHO', { depends_on: ['c'], args: { text: 'old' } }),
    ])
    await stage.untilStep(id, 'a', 'running')
    await expect(stage.intervene(id, { step_id: 'd', decision: 'skip' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await stage.call('interrupt', { params: { workflow_id: id } })
    await stage.intervene(id, { step_id: 'c', decision: 'skip' })
    await stage.intervene(id, { step_id: 'd', decision: 'edit', args: { text: 'new $a.gate' } })
    await expect(stage.intervene(id, { step_id: 'a', decision: 'skip' })).rejects.toMatchObject({
      message: expect.stringContaining('"a" is running') as string,
    })
    await stage.call('resume', { params: { workflow_id: id } })
    // What was left out still keeps the order: d does not run before a and b.
    expect(statuses(await stage.read(id))).toMatchObject({
      a: 'running',
      b: 'pending',
      c: 'skipped',
      d: 'pending',
    })
    stage.puppets.open('a')
    const record = await stage.until(id, 'completed')
    expect(statuses(record)).toEqual({ a: 'completed', b: 'completed', c: 'skipped', d: 'completed' })
    expect(record.results['d']!.data).toMatchObject({ text: 'new a' })
  },
}
