import { expect } from 'vitest'
import { statuses, step, type Behaviours, type Stage, type WorkflowRecord } from './workflow-stage.ts'

const undo = (value: unknown) => ({ agent: 'puppet', action: 'ECHO', args: { value } })

/** The workflow that undoes another one, once it is over. */
async function undone(stage: Stage, id: string): Promise<WorkflowRecord> {
  const { undone_by } = await stage.until(id, (record) => record.undone_by !== undefined)
  return stage.until(undone_by!, ({ status }) => status === 'completed' || status === 'failed')
}

const echoed = ({ results }: WorkflowRecord) =>
  Object.values(results).map(({ data }) => (data as { value: unknown }).value)

/** What takes the effects of a failed workflow back. */
export const undoing: Behaviours = {
  async 'a failure takes back what was done, the last first, with what the steps gave'(stage) {
    const { id } = await stage.create([
      step('a', 'GIVE', {
        args: { data: { path: 'x', note: 'costs $5' } },
        undo: undo(['$a.path', '$a.note']),
      }),
      step('b', 'GIVE', {
        depends_on: ['a'],
        args: { data: { to: 'y' } },
        outputs: ['to'],
        undo: undo(['$to', '$a.path', '$today']),
      }),
      step('c', 'FAIL', { depends_on: ['b'], undo: undo('never') }),
    ])
    await stage.until(id, 'failed')
    const record = await undone(stage, id)
    expect(record.name).toBe(`Undo: ${id}`)
    expect(record.steps.map((each) => each.id)).toEqual(['undo b', 'undo a'])
    const [b, a] = echoed(record) as [unknown[], unknown[]]
    expect(b.slice(0, 2)).toEqual(['y', 'x'])
    expect(a).toEqual(['x', 'costs $5'])
    await expect(stage.call('retry', { params: { workflow_id: id }, body: {} })).rejects.toMatchObject({
      code: 'conflict',
    })
  },

  async 'a failure that is handled takes nothing back, and a person can do it later'(stage) {
    const { id } = await stage.create([
      step('a', 'ECHO', { undo: undo('back') }),
      step('b', 'FAIL', { depends_on: ['a'], on_error: 'continue' }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.undone_by).toBeUndefined()
    const { id: undoing } = await stage.call('undo', { params: { workflow_id: id } })
    expect(echoed(await stage.until(undoing, 'completed'))).toEqual(['back'])
    // Twice is the same as once.
    expect((await stage.call('undo', { params: { workflow_id: id } })).id).toBe(undoing)
  },

  async 'each item is taken back by itself, and a failure keeps none of the others'(stage) {
    stage.puppets.refused.clear()
    stage.puppets.refused.add('b')
    const { id } = await stage.create([
      step('each', 'ECHO', {
        args: { value: '$item' },
        for_each: { in: ['a', 'b', 'c'] },
        undo: { agent: 'puppet', action: 'PICKY', args: { word: '$each.value' } },
      }),
      step('last', 'FAIL', { depends_on: ['each'] }),
    ])
    await stage.until(id, 'failed')
    const record = await undone(stage, id)
    expect(record.status).toBe('failed')
    expect(statuses(record)).toEqual({
      'undo each[2]': 'completed',
      'undo each[1]': 'failed',
      'undo each[0]': 'completed',
    })
  },

  async 'undoing asks like anything else, and is started once over a crash'(stage) {
    const steps = [
      step('a', 'ECHO', { undo: { agent: 'puppet', action: 'SEND', args: { to: 'x' } } }),
      step('hold', 'HOLD', { depends_on: ['a'], args: { gate: 'g' } }),
      step('b', 'FAIL', { depends_on: ['hold'] }),
    ]
    const { id } = await stage.call('create', { body: { steps } }, 'model')
    await stage.untilStep(id, 'hold', 'running')
    stage.puppets.open('g')
    await stage.crash()
    await stage.until(id, 'failed')
    const { undone_by } = await stage.until(id, (record) => record.undone_by !== undefined)
    await stage.untilStep(undone_by!, 'undo a', 'waiting')
    await stage.intervene(undone_by!, { decision: 'approve' })
    await stage.until(undone_by!, 'completed')
    expect(stage.puppets.ran('SEND')).toBe(1)
    const { workflows } = await stage.call('list', {})
    expect(workflows.filter(({ name }) => name === `Undo: ${id}`)).toHaveLength(1)
  },

  async 'what cannot undo anything is refused'(stage) {
    const steps = [
      step('a', 'ECHO', { undo: { agent: 'puppet', action: 'PICKY', args: { word: '$later.x' } } }),
      step('b', 'ECHO', { undo: { agent: 'nobody', action: 'ECHO', args: {} } }),
    ]
    await expect(stage.create(steps)).rejects.toMatchObject({
      errors: [{ path: '/body/steps/0/undo/args/word' }, { path: '/body/steps/1/undo/agent' }],
    })
  },
}
