import { expect } from 'vitest'
import type { Provenance, ResultOf } from '../src/contract/endpoint.ts'
import type { workflowsContract } from '../src/features/workflows/contract.ts'
import type { WorkflowStep } from '../src/features/workflows/schemas.ts'
import { planOf } from '../src/features/workflows/validate-steps.ts'
import { statuses, step, type Behaviours, type Stage } from './workflow-stage.ts'

type Exported = ResultOf<(typeof workflowsContract)['export']>

const send = (id: string, to: string, more: Partial<WorkflowStep> = {}) =>
  step(id, 'SEND', { args: { to }, ...more })

function document(steps: WorkflowStep[], more: Partial<Exported> = {}) {
  return { format: 'deskhand.workflow', version: 1, name: 'Greet', steps, ...more } as const
}

/** Made by somebody who is not the person, as a model's plan is. */
async function madeBy(stage: Stage, provenance: Provenance, steps: readonly WorkflowStep[]) {
  const plan = planOf({ steps, variables: {} }, { catalog: stage.catalog })
  return (await stage.workflows.engine.create(plan, { source: 'generated', provenance, start: false }))!
}

const exported = (stage: Stage, workflow_id: string) => stage.call('export', { params: { workflow_id } })

const startImport = (stage: Stage, body: ReturnType<typeof document>) =>
  stage.call('import', { body, query: { start: true } })

/** What somebody else wrote down runs as theirs, and only after a person has seen it. */
export const imports: Behaviours = {
  async 'an import that is to start asks once, with everything it would do, and nothing has run'(stage) {
    const own = await stage.create([send('a', 'ada'), send('b', 'bob', { depends_on: ['a'] })], {
      name: 'Greet',
      start: false,
    })
    const answer = await startImport(stage, await exported(stage, own.id))
    expect(answer).toMatchObject({ status: 'pending', confirmation: { title: 'Start “Greet”?' } })
    const open = stage.openConfirmations()
    expect(open).toMatchObject([
      {
        workflow_id: answer.id,
        message: 'This workflow was imported. If you start it, it will:\n1. SEND “ada”\n2. SEND “bob”',
        risk: 'external',
        args: { steps: [{ id: 'a', args: { to: 'ada' }, provenance: 'import' }, { id: 'b' }] },
      },
    ])
    expect(stage.puppets.calls).toEqual([])

    // One yes for all that it showed.
    await stage.confirm(open[0]!.confirmation_id, true)
    await stage.until(answer.id, 'completed')
    expect(stage.puppets.calls).toMatchObject([
      { args: { to: 'ada' }, provenance: 'import' },
      { args: { to: 'bob' }, provenance: 'import' },
    ])
    expect(stage.openConfirmations()).toEqual([])
  },

  async 'a no leaves it where it was'(stage) {
    const { id, confirmation } = await startImport(stage, document([send('a', 'ada')]))
    await stage.confirm(confirmation!.confirmation_id, false)
    expect(await stage.read(id)).toMatchObject({ status: 'pending' })
    expect(stage.puppets.calls).toEqual([])
    expect(stage.openConfirmations()).toEqual([])
  },

  async 'steps that were changed after the question was asked are asked about anew'(stage) {
    const { id, confirmation } = await startImport(stage, document([send('a', 'ada')]))
    await stage.intervene(id, { step_id: 'a', decision: 'edit', args: { to: 'mallory' } })
    await expect(stage.confirm(confirmation!.confirmation_id, true)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed since'),
    })
    expect(stage.puppets.calls).toEqual([])
    const [again] = stage.openConfirmations()
    expect(again).toMatchObject({ args: { steps: [{ args: { to: 'mallory' } }] } })
    await stage.confirm(again!.confirmation_id, true)
    await stage.until(id, 'completed')
  },

  async 'a yes counts for the arguments it showed, not for what a person puts there later'(stage) {
    const { id, confirmation } = await startImport(
      stage,
      document([step('a', 'HOLD', { args: { gate: 'g' } }), send('b', 'bob', { depends_on: ['a'] })]),
    )
    await stage.confirm(confirmation!.confirmation_id, true)
    await stage.untilStep(id, 'a', 'running')
    await stage.call('interrupt', { params: { workflow_id: id } })
    await stage.intervene(id, { step_id: 'b', decision: 'edit', args: { to: 'carol' } })
    stage.puppets.open('g')
    await stage.call('resume', { params: { workflow_id: id } })
    const record = await stage.until(id, 'waiting')
    expect(record.steps[1]!.waiting).toMatchObject({ reason: 'approval', args: { to: 'carol' } })
    expect(stage.puppets.ran('SEND')).toBe(0)
  },

  async 'the question shows values, not the names of variables; what is not known yet asks later'(stage) {
    // Otherwise a result of an earlier step, such as a page, would choose what the yes was for.
    const { id, confirmation } = await startImport(
      stage,
      document(
        [
          send('a', '$who'),
          step('b', 'GIVE', { args: { data: { next: 'mallory' } } }),
          send('c', '$b.next', { depends_on: ['b'] }),
        ],
        { variables: { who: 'ada' } },
      ),
    )
    expect(confirmation!.message).toContain('1. SEND “ada”')
    expect(confirmation!.message).toContain('3. SEND “$b.next” (asks you again when it is up)')
    await stage.confirm(confirmation!.confirmation_id, true)
    const record = await stage.until(id, 'waiting')
    expect(statuses(record)).toEqual({ a: 'completed', b: 'completed', c: 'waiting' })
    expect(record.steps[2]!.waiting).toMatchObject({ args: { to: 'mallory' } })
  },

  async 'more than a person reads is not allowed by one yes'(stage) {
    const steps = Array.from({ length: 41 }, (_, index) => send(`s${index}`, `to ${index}`))
    const { id, confirmation } = await startImport(stage, document(steps))
    expect(confirmation!.message).toContain('… and 1 more')
    await stage.confirm(confirmation!.confirmation_id, true)
    const record = await stage.until(id, 'waiting')
    expect(record.steps.filter(({ status }) => status === 'waiting').map(({ id }) => id)).toEqual(['s40'])
  },

  async 'without start it is only stored; started by hand, what sends asks'(stage) {
    const imported = await stage.call('import', { body: document([step('a', 'ECHO'), send('b', 'bob')]) })
    expect(imported).toMatchObject({ status: 'pending', source: 'import' })
    expect(stage.openConfirmations()).toEqual([])
    await stage.call('resume', { params: { workflow_id: imported.id } })
    const record = await stage.until(imported.id, 'waiting')
    expect(statuses(record)).toEqual({ a: 'completed', b: 'waiting' })
  },

  async 'a question about a workflow that was started elsewhere, or is gone, is taken back'(stage) {
    const one = await startImport(stage, document([step('a', 'ECHO')]))
    await stage.call('resume', { params: { workflow_id: one.id } })
    await stage.until(one.id, 'completed')
    await expect.poll(() => stage.openConfirmations()).toEqual([])
    const other = await startImport(stage, document([step('a', 'ECHO')]))
    await stage.restart()
    await stage.call('remove', { params: { workflow_id: other.id } })
    await expect.poll(() => stage.openConfirmations()).toEqual([])
  },

  async 'the question outlives a restart'(stage) {
    const { id, confirmation } = await startImport(stage, document([send('a', 'ada')]))
    await stage.restart()
    await stage.confirm(confirmation!.confirmation_id, true)
    await stage.until(id, 'completed')
    expect(stage.puppets.ran('SEND')).toBe(1)
  },

  async 'what a model or a message from outside made stays theirs through export and import'(stage) {
    for (const provenance of ['model', 'plugin', 'webhook:grace'] as const) {
      const id = await madeBy(stage, provenance, [send('a', 'ada')])
      const written = await exported(stage, id)
      expect(written.provenance).toEqual({ a: provenance })
      const again = await stage.call('import', { body: written })
      expect((await exported(stage, again.id)).provenance).toEqual({ a: provenance })
      await stage.call('resume', { params: { workflow_id: again.id } })
      await stage.until(again.id, 'waiting')
    }
    expect(stage.puppets.ran('SEND')).toBe(0)
  },

  async 'a document cannot say that it is the person'(stage) {
    const steps = ['local-client', 'schedule', 'import', 'root', '__proto__'].map((id) => send(id, 'x'))
    const provenance = Object.fromEntries(steps.map(({ id }) => [id, id]))
    const imported = await stage.call('import', { body: document(steps, { provenance }) })
    const written = await exported(stage, imported.id)
    expect(new Set(Object.values(written.provenance))).toEqual(new Set(['import']))
    // An older document says nothing.
    const older = await stage.call('import', { body: document([send('a', 'x')]) })
    expect((await exported(stage, older.id)).provenance).toEqual({ a: 'import' })
  },

  async 'what a message from outside imports stays its own'(stage) {
    const body = document([send('a', 'x')], { provenance: { a: 'model' } })
    const imported = await stage.call('import', { body }, 'webhook:grace')
    expect((await exported(stage, imported.id)).provenance).toEqual({ a: 'webhook:grace' })
  },

  async 'running it again, editing it and scheduling it do not make it the person’s own'(stage) {
    const mixed = await stage.call('import', {
      body: document([send('a', 'x'), send('b', 'y')], { provenance: { b: 'model' } }),
    })
    const kept = { a: 'import', b: 'model' }
    await stage.intervene(mixed.id, { step_id: 'b', decision: 'edit', args: { to: 'z' } })
    expect((await exported(stage, mixed.id)).provenance).toEqual(kept)

    const again = await stage.call('rerun', {
      params: { workflow_id: mixed.id },
      body: { start: false },
    })
    expect((await exported(stage, again.id)).provenance).toEqual(kept)

    stage.setClock('2026-06-01T10:00:00.000Z')
    const { schedule_id } = await stage.call('createSchedule', {
      body: { every: '1h', workflow_id: again.id },
    })
    stage.setClock('2026-06-01T11:00:00.000Z')
    await stage.workflows.schedules.tick()
    const { last_workflow_id } = await stage.call('readSchedule', { params: { schedule_id } })
    expect((await exported(stage, last_workflow_id!)).provenance).toEqual(kept)
  },

  async 'a person’s own steps are theirs when they schedule them, and a planned sentence is the model’s'(
    stage,
  ) {
    stage.setClock('2026-06-01T10:00:00.000Z')
    const own = await stage.create([step('a', 'ECHO')], { start: false })
    await stage.call('createSchedule', { body: { every: '1h', workflow_id: own.id } })
    await stage.call('createSchedule', { body: { every: '1h', prompt: 'say hello' } })
    stage.setClock('2026-06-01T11:00:00.000Z')
    await stage.workflows.schedules.tick()
    await expect
      .poll(() => stage.puppets.calls.map((call) => call.provenance).toSorted())
      .toEqual(['model', 'schedule'])
  },

  async 'who is not the person cannot run the person’s steps again as the person, with other values'(stage) {
    const own = await stage.create([send('a', '$who')], { variables: { who: 'ada' }, start: false })
    const again = await stage.call(
      'rerun',
      { params: { workflow_id: own.id }, body: { variables: { who: 'mallory' } } },
      'plugin',
    )
    await stage.until(again.id, 'waiting')
    expect(stage.puppets.ran('SEND')).toBe(0)
    expect((await exported(stage, again.id)).provenance).toEqual({ a: 'plugin' })
  },
}
