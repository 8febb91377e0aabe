import { expect } from 'vitest'
import type { WorkflowStep } from '../src/features/workflows/schemas.ts'
import { planOf } from '../src/features/workflows/validate-steps.ts'
import { statuses, step, type Behaviours, type Stage } from './workflow-stage.ts'

async function waiting(stage: Stage, more: Partial<WorkflowStep> = {}) {
  const { id } = await stage.create([
    step('a', 'GIVE', { args: { data: { name: 'x' } } }),
    step('b', 'SEND', {
      depends_on: ['a'],
      args: { to: '$a.name' },
      needs_human: true,
      outputs: ['to'],
      ...more,
    }),
    step('c', 'ECHO', { depends_on: ['b'], args: { text: 'sent to $to' } }),
  ])
  return { id, record: await stage.until(id, 'waiting') }
}

/** Decisions of people: every one counts once. */
export const people: Behaviours = {
  async 'a step that needs a person shows what it would run with, and runs with exactly that'(stage) {
    const { id, record } = await waiting(stage)
    const [confirmation] = stage.openConfirmations()
    expect(record.steps[1]!.waiting).toEqual({
      reason: 'needs_human',
      confirmation_id: confirmation!.confirmation_id,
      args: { to: 'x' },
    })
    expect(confirmation).toMatchObject({ workflow_id: id, step_id: 'b', action: 'SEND', args: { to: 'x' } })
    expect(stage.puppets.ran('SEND')).toBe(0)
    await expect
      .poll(() => stage.notifications.list().notifications[0])
      .toMatchObject({ type: 'workflow_waiting' })
    await stage.intervene(id, { decision: 'approve', comment: 'Looks right.' })
    const done = await stage.until(id, 'completed')
    expect(done.results['c']!.data).toMatchObject({ text: 'sent to x' })
    expect(done.interventions).toMatchObject([
      { step_id: 'b', decision: 'approve', comment: 'Looks right.', by: 'local-client' },
    ])
    expect(done.steps[1]!.waiting).toBeNull()
    expect(stage.openConfirmations()).toEqual([])
  },

  async 'what is not seen in an argument is shown, and the step runs with the argument as it was'(stage) {
    const plan = planOf(
      { steps: [step('a', 'SEND', { args: { to: 'a\u202eb' } })], variables: {} },
      { catalog: stage.catalog },
    )
    const id = (await stage.workflows.engine.create(plan, { source: 'chat', provenance: 'model' }))!
    await stage.until(id, 'waiting')
    const [question] = stage.openConfirmations()
    expect(question).toMatchObject({
      title: String.raw`SEND “a\u{202E}b”?`,
      args: { to: String.raw`a\u{202E}b` },
    })
    await stage.confirm(question!.confirmation_id, true)
    await stage.until(id, 'completed')
    expect(stage.puppets.calls).toMatchObject([{ args: { to: 'a\u202eb' } }])
  },

  async 'what comes with a yes and belongs to another decision is refused, not left out'(stage) {
    const { id } = await stage.create([step('a', 'SEND', { args: { to: 'x' }, needs_human: true })])
    await stage.until(id, 'waiting')
    for (const [wish, member] of [
      [{ decision: 'approve', args: { to: 'y' } }, 'args'],
      [{ approved: true, outputs: { to: 'y' } }, 'outputs'],
      [{ decision: 'skip', input: 'y' }, 'input'],
    ] as const)
      await expect(stage.intervene(id, wish)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(`"${member}" goes with the decision`),
      })
    expect(stage.puppets.ran('SEND')).toBe(0)
    expect((await stage.read(id)).status).toBe('waiting')
  },

  async 'the confirmation and intervene are two ways to one decision, and the first answer counts'(stage) {
    const first = await waiting(stage)
    const question = first.record.steps[1]!.waiting!.confirmation_id!
    await stage.confirm(question, true)
    await expect(stage.intervene(first.id, { step_id: 'b', decision: 'approve' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(stage.confirm(question, false)).rejects.toMatchObject({ code: 'conflict' })
    await stage.until(first.id, 'completed')

    const second = await waiting(stage)
    await stage.intervene(second.id, { approved: true })
    const other = second.record.steps[1]!.waiting!.confirmation_id!
    await expect(stage.confirm(other, true)).rejects.toMatchObject({ code: 'conflict' })
    await stage.until(second.id, 'completed')
    expect(stage.puppets.ran('SEND')).toBe(2)
  },

  async 'of two decisions at the same moment one counts and one is refused'(stage) {
    const { id, record } = await waiting(stage)
    const question = record.steps[1]!.waiting!.confirmation_id!
    const answers = await Promise.allSettled([
      stage.intervene(id, { decision: 'approve' }),
      stage.confirm(question, true),
      stage.intervene(id, { decision: 'approve' }),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await stage.until(id, 'completed')
    expect(stage.puppets.ran('SEND')).toBe(1)
  },

  async 'rejecting fails the step, and what depends on it is skipped'(stage) {
    const { id } = await waiting(stage)
    await stage.intervene(id, { step_id: 'b', approved: false, comment: 'Not now.' })
    const record = await stage.until(id, 'failed')
    expect(statuses(record)).toEqual({ a: 'completed', b: 'failed', c: 'skipped' })
    expect(record.steps[1]!.error).toEqual({ code: 'rejected', message: 'Not now.' })
    expect(stage.puppets.ran('SEND')).toBe(0)
    await stage.call('retry', { params: { workflow_id: id }, body: {} })
    const again = await stage.until(id, 'waiting')
    expect(again.steps[1]!.waiting!.reason).toBe('needs_human')
    await stage.confirm(again.steps[1]!.waiting!.confirmation_id!, false)
    await stage.until(id, 'failed')
  },

  async 'editing replaces the arguments, approves, and changes the idempotency key'(stage) {
    const { id } = await waiting(stage)
    await expect(stage.intervene(id, { decision: 'edit', args: { to: '$nobody' } })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ path: '/body/args/to', message: expect.stringContaining('$nobody') as string }],
    })
    await expect(stage.intervene(id, { decision: 'edit', args: { too: 'y' } })).rejects.toMatchObject({
      errors: [
        { path: '/body/args/too', message: expect.stringContaining('did you mean `to`') as string },
        { path: '/body/args/to', message: 'is required' },
      ],
    })
    await stage.intervene(id, { decision: 'edit', args: { to: 'y and $a.name' } })
    const record = await stage.until(id, 'completed')
    expect(record.results['b']!.message).toBe('Sent to y and x.')
    expect(stage.puppets.calls.find(({ action }) => action === 'SEND')!.key).toBe(`${id}/b/1`)
    expect(record.steps[1]!.args).toEqual({ to: 'y and $a.name' })
  },

  async 'a person can give the result of a step in place of running it'(stage) {
    const { id } = await waiting(stage)
    await expect(stage.intervene(id, { decision: 'input' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await expect(stage.intervene(id, { decision: 'input', outputs: { wrong: 1 } })).rejects.toMatchObject({
      errors: [{ path: '/body/outputs/to' }, { path: '/body/outputs/wrong' }],
    })
    await stage.intervene(id, { decision: 'input', input: 'z' })
    const record = await stage.until(id, 'completed')
    expect(record.results['b']).toEqual({ success: true, message: 'Given by a person.', data: { to: 'z' } })
    expect(record.results['c']!.data).toMatchObject({ text: 'sent to z' })
    expect(stage.puppets.ran('SEND')).toBe(0)
  },

  async 'a step can be left out; whoever needs its value says so'(stage) {
    const { id } = await waiting(stage)
    await stage.intervene(id, { decision: 'skip' })
    const record = await stage.until(id, 'failed')
    expect(statuses(record)).toEqual({ a: 'completed', b: 'skipped', c: 'failed' })
    expect(record.steps[2]!.error!.message).toBe('$to has no value, because step "b" was skipped.')
    await stage.intervene(id, { step_id: 'c', decision: 'edit', args: { text: 'nothing sent' } })
    expect((await stage.until(id, 'completed')).results['c']!.data).toMatchObject({ text: 'nothing sent' })
  },

  async 'a step may wait for arguments that only a person knows'(stage) {
    const { id, record } = await waiting(stage, { args: {} })
    expect(record.steps[1]!.message).toBe('Waiting for you: to is required.')
    await expect(stage.intervene(id, { decision: 'approve' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const question = record.steps[1]!.waiting!.confirmation_id!
    await expect(stage.confirm(question, true)).rejects.toMatchObject({ code: 'invalid_request' })
    // The question was used up by that answer, but the step still waits: there is a new one.
    expect(stage.openConfirmations().map(({ confirmation_id }) => confirmation_id)).not.toContain(question)
    const renewed = (await stage.read(id)).steps[1]!.waiting!.confirmation_id
    expect(stage.openConfirmations().map(({ confirmation_id }) => confirmation_id)).toEqual([renewed])
    await stage.intervene(id, { decision: 'edit', args: { to: 'w' } })
    await stage.until(id, 'completed')
  },

  async 'only human steps left means that the workflow waits'(stage) {
    const { id } = await stage.create([
      step('a', 'HOLD', { args: { gate: 'a' } }),
      step('b', 'ECHO', { needs_human: true }),
      step('c', 'ECHO', { needs_human: true }),
    ])
    const both = await stage.until(
      id,
      (record) => record.steps.filter(({ status }) => status === 'waiting').length === 2,
    )
    expect(both.status).toBe('running')
    stage.puppets.open('a')
    await stage.until(id, 'waiting')
    await expect(stage.intervene(id, { decision: 'approve' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('b, c') as string,
    })
    const summary = (await stage.call('list', { query: { status: 'waiting' } })).workflows[0]!
    expect(summary).toMatchObject({ id, step_count: 3, completed_count: 1, waiting_count: 2 })
    await stage.intervene(id, { step_id: 'b', decision: 'approve' })
    await stage.intervene(id, { decision: 'approve' })
    await stage.until(id, 'completed')
    await expect(stage.intervene(id, { decision: 'approve' })).rejects.toMatchObject({ code: 'conflict' })
  },

  async 'what a model planned asks before it sends; the same step of a client does not'(stage) {
    const { engine } = stage.workflows
    const steps = [step('send', 'SEND', { args: { to: 'x' } })]
    const plan = planOf({ steps, variables: {} }, { catalog: stage.catalog })
    const id = (await engine.create(plan, { source: 'generated', provenance: 'model' }))!
    const record = await stage.until(id, 'waiting')
    expect(record.steps[0]!.waiting).toMatchObject({ reason: 'approval', args: { to: 'x' } })
    expect(stage.puppets.ran('SEND')).toBe(0)
    await stage.confirm(record.steps[0]!.waiting!.confirmation_id!, true)
    await stage.until(id, 'completed')
    expect(stage.puppets.ran('SEND')).toBe(1)
    const again = await stage.call('rerun', { params: { workflow_id: id }, body: {} })
    await stage.until(again.id, 'waiting')
    const direct = await stage.create(steps)
    await stage.until(direct.id, 'completed')
  },

  async 'a question that has expired is asked anew as long as the step waits'(stage) {
    const { id, record } = await waiting(stage)
    const first = record.steps[1]!.waiting!.confirmation_id!
    stage.setClock(new Date(Date.now() + 8 * 86_400_000).toISOString())
    await expect(stage.confirm(first, true)).rejects.toMatchObject({ code: 'gone' })
    await stage.workflows.engine.renewQuestions()
    const second = (await stage.read(id)).steps[1]!.waiting!.confirmation_id!
    expect(second).not.toBe(first)
    await stage.confirm(second, true)
    await stage.until(id, 'completed')
  },
}
