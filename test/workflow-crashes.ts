import { expect } from 'vitest'
import { statuses, step, type Behaviours } from './workflow-stage.ts'

const chain = (action: string) => [
  step('a', 'ECHO'),
  step('b', action, { depends_on: ['a'], args: { gate: 'b' } }),
  step('c', 'ECHO', { depends_on: ['b'] }),
]

/** What becomes of workflows when the service ends in the middle of them, in every state. */
export const crashes: Behaviours = {
  async 'a running step whose tool is idempotent runs again with the same key; what had ended does not'(
    stage,
  ) {
    const { id } = await stage.create(chain('HOLD'))
    await stage.untilStep(id, 'b', 'running')
    await stage.crash()
    await stage.untilStep(id, 'b', 'running')
    stage.puppets.open('b')
    const record = await stage.until(id, 'completed')
    expect(record.steps.map(({ attempts }) => attempts)).toEqual([1, 2, 1])
    expect(stage.puppets.ran('ECHO')).toBe(2)
    const keys = stage.puppets.calls.filter(({ action }) => action === 'HOLD').map(({ key }) => key)
    expect(keys).toEqual([`${id}/b/0`, `${id}/b/0`])
  },

  async 'a running step whose tool is not idempotent waits for a person'(stage) {
    const { id } = await stage.create(chain('SIGN'))
    await stage.untilStep(id, 'b', 'running')
    await stage.crash()
    const record = await stage.until(id, ({ steps }) => steps[1]!.waiting?.confirmation_id != null)
    expect(record.status).toBe('waiting')
    expect(record.steps[1]).toMatchObject({
      status: 'waiting',
      waiting: { reason: 'outcome_unknown', args: { gate: 'b' } },
    })
    expect(stage.puppets.ran('SIGN')).toBe(1)
    await expect(stage.intervene(id, { decision: 'approve' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('retry') as string,
    })
    stage.puppets.open('b')
    await stage.intervene(id, { decision: 'retry' })
    await stage.until(id, 'completed')
    expect(stage.puppets.ran('SIGN')).toBe(2)
  },

  async 'whether it took effect can be settled by giving the result, by skipping, or by the confirmation'(
    stage,
  ) {
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.push((await stage.create(chain('SIGN'))).id)
    for (const id of ids) await stage.untilStep(id, 'b', 'running')
    await stage.crash()
    const [given, skipped, confirmed] = ids as [string, string, string]
    for (const id of ids) await stage.until(id, ({ steps }) => steps[1]!.waiting?.confirmation_id != null)
    await stage.intervene(given, { decision: 'input', input: { signed: true } })
    await stage.intervene(skipped, { decision: 'skip' })
    stage.puppets.open('b')
    await stage.confirm((await stage.read(confirmed)).steps[1]!.waiting!.confirmation_id!, true)
    expect((await stage.until(given, 'completed')).results['b']!.data).toEqual({ signed: true })
    expect(statuses(await stage.until(skipped, 'completed'))['b']).toBe('skipped')
    await stage.until(confirmed, 'completed')
    expect(stage.puppets.ran('SIGN')).toBe(4)
  },

  async 'a step during which the service ends three times is not run a fourth time'(stage) {
    const { id } = await stage.create(chain('HOLD'))
    for (let crash = 0; crash < 3; crash += 1) {
      await stage.untilStep(id, 'b', 'running')
      await stage.crash()
    }
    const record = await stage.until(id, 'failed')
    expect(record.steps[1]).toMatchObject({ attempts: 3, error: { code: 'crashed' } })
    expect(statuses(record)).toEqual({ a: 'completed', b: 'failed', c: 'skipped' })
    stage.puppets.open('b')
    await stage.call('retry', { params: { workflow_id: id }, body: {} })
    await stage.until(id, 'completed')
  },

  async 'a paused workflow stays paused'(stage) {
    const { id } = await stage.create(chain('HOLD'))
    await stage.untilStep(id, 'b', 'running')
    await stage.call('interrupt', { params: { workflow_id: id } })
    await stage.crash()
    const record = await stage.read(id)
    expect(record.status).toBe('paused')
    expect(statuses(record)).toEqual({ a: 'completed', b: 'pending', c: 'pending' })
    stage.puppets.open('b')
    await stage.call('resume', { params: { workflow_id: id } })
    await stage.until(id, 'completed')
  },

  async 'a waiting workflow waits on, with a question that can be answered'(stage) {
    const { id } = await stage.create([step('a', 'ECHO', { needs_human: true })])
    const before = await stage.until(id, 'waiting')
    await stage.crash()
    const after = await stage.read(id)
    expect(after.steps).toEqual(before.steps)
    await stage.confirm(after.steps[0]!.waiting!.confirmation_id!, true)
    await stage.until(id, 'completed')
  },

  async 'an answer that was taken but not carried out is asked for again'(stage) {
    const { id } = await stage.create([step('a', 'ECHO', { needs_human: true })])
    const before = (await stage.until(id, 'waiting')).steps[0]!.waiting!.confirmation_id!
    await stage.approvals.decide(before, true)
    await stage.crash()
    const after = await stage.until(id, ({ steps }) => steps[0]!.waiting!.confirmation_id !== before)
    await stage.confirm(after.steps[0]!.waiting!.confirmation_id!, true)
    await stage.until(id, 'completed')
    expect(stage.puppets.ran('ECHO')).toBe(1)
  },

  async 'a question of a step that never came to wait is taken back'(stage) {
    const { id } = await stage.create([step('a', 'ECHO')], { start: false })
    const act = { agent: 'puppet', action: 'ECHO', args: {}, risk: 'read', provenance: 'model' } as const
    await stage.approvals.request({ ...act, workflow_id: id, step_id: 'a' }, { title: '?', message: '?' })
    await stage.crash()
    expect(stage.openConfirmations()).toEqual([])
  },

  async 'what is stored, completed, failed or between two tries stays so'(stage) {
    const stored = await stage.create([step('a', 'ECHO')], { start: false })
    const done = await stage.create([step('a', 'ECHO')])
    await stage.until(done.id, 'completed')
    stage.puppets.failures = 1
    const broken = await stage.create([step('a', 'FLAKY')])
    await stage.until(broken.id, 'failed')
    const records = [stored.id, done.id, broken.id].map((id) => stage.read(id))
    const before = await Promise.all(records)
    // Long enough to be seen between two tries, however slow the looking is.
    stage.firstRetryMs = 3_000
    await stage.restart()
    stage.puppets.failures = 1
    const retrying = await stage.create([step('a', 'FLAKY', { retry: 1 })])
    await stage.until(retrying.id, ({ steps }) => steps[0]!.attempts === 1 && steps[0]!.status === 'pending')
    await stage.crash()
    expect((await stage.until(retrying.id, 'completed')).steps[0]!.attempts).toBe(2)
    const after = await Promise.all([stored.id, done.id, broken.id].map((id) => stage.read(id)))
    expect(after).toEqual(before)
  },

  async 'a deletion that had begun is brought to its end'(stage) {
    const { id } = await stage.create([step('a', 'RUDE')])
    await stage.untilStep(id, 'a', 'running')
    // Whoever asked may hear of it or not.
    const removing = Promise.allSettled([stage.call('remove', { params: { workflow_id: id } })])
    await expect.poll(() => stage.read(id).catch((error: { code: string }) => error.code)).toBe('not_found')
    await stage.crash()
    expect((await stage.call('list', {})).workflows).toEqual([])
    await removing
  },

  async 'stopping in good order lets what runs go on later, without counting it as failed'(stage) {
    const safe = await stage.create(chain('HOLD'))
    const unsafe = await stage.create(chain('SIGN'))
    for (const { id } of [safe, unsafe]) await stage.untilStep(id, 'b', 'running')
    await expect.poll(() => stage.puppets.ran('HOLD') + stage.puppets.ran('SIGN')).toBe(2)
    await stage.workflows.close({ graceMs: 0 })
    expect(stage.puppets.aborted).toEqual(['b', 'b'])
    await stage.restart()
    await stage.untilStep(safe.id, 'b', 'running')
    const waiting = await stage.until(unsafe.id, 'waiting')
    expect(waiting.steps[1]!.waiting!.reason).toBe('outcome_unknown')
    stage.puppets.open('b')
    await stage.until(safe.id, 'completed')
  },

  async 'one step that ends the service again and again does not take its neighbours down'(stage) {
    const neighbours = ['b', 'c', 'd']
    const { id } = await stage.create(
      ['a', ...neighbours].map((name) => step(name, 'HOLD', { args: { gate: name } })),
    )
    const running = (names: string[]) =>
      stage.until(id, (record) => names.every((name) => statuses(record)[name] === 'running'))
    for (let crash = 0; crash < 2; crash += 1) {
      await running(['a', ...neighbours])
      await stage.crash()
    }
    // From here on they run one by one, so that the next crash has one culprit.
    await running(['a'])
    expect(statuses(await stage.read(id))).toEqual({ a: 'running', b: 'pending', c: 'pending', d: 'pending' })
    for (const name of neighbours) stage.puppets.open(name)
    await stage.crash()
    const record = await stage.until(id, 'failed')
    expect(statuses(record)).toEqual({ a: 'failed', b: 'completed', c: 'completed', d: 'completed' })
  },
}
