import { expect } from 'vitest'
import { change } from '../src/features/workflows/engine/statement.ts'
import type { Trigger } from '../src/features/workflows/triggers/schemas.ts'
import { WorkflowSource, type WorkflowCursor } from '../src/features/workflows/triggers/sources/workflow.ts'
import { step, type Behaviours, type Stage } from './workflow-stage.ts'

/** Looks at the ends of workflows as the keeper of triggers does. */
class Looker {
  readonly #stage: Stage
  readonly #trigger: Trigger<'workflow'>
  cursor: WorkflowCursor | undefined

  constructor(stage: Stage, trigger: Partial<Trigger<'workflow'>> = {}) {
    this.#stage = stage
    this.#trigger = { id: 't1', type: 'workflow', ...trigger }
  }

  async events() {
    const { backend } = this.#stage.workflows.engine
    const source = new WorkflowSource({ backend, listen() {} })
    const cursor = this.cursor && (JSON.parse(JSON.stringify(this.cursor)) as WorkflowCursor)
    const found = await source.look(this.#trigger, cursor)
    this.cursor = found.cursor
    return found.events
  }

  async look(): Promise<unknown[]> {
    return (await this.events()).map(({ data }) => [data['status'], data['workflow_id']])
  }
}

const failing = [step('a', 'FAIL')]

/** Triggers that start when a workflow ends. */
export const ends: Behaviours = {
  async 'an end is told once, and not what had ended before'(stage) {
    const looker = new Looker(stage, { status: ['completed', 'failed'] })
    const { id: before } = await stage.create(failing)
    await stage.until(before, 'failed')
    expect(await looker.look()).toEqual([])
    const { id: good } = await stage.create([step('a', 'ECHO')], { name: 'Good' })
    await stage.until(good, 'completed')
    const [event, ...others] = await looker.events()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      key: expect.stringMatching(new RegExp(`^${good}@\\d+$`)),
      data: { workflow_id: good, name: 'Good', status: 'completed', automation_id: null },
    })
    const { id: bad } = await stage.create(failing)
    await stage.until(bad, 'failed')
    expect(await looker.look()).toEqual([['failed', bad]])
    const { cursor } = looker
    expect(await looker.look()).toEqual([])
    expect(looker.cursor).toEqual(cursor)
  },

  async 'only failures are told unless the trigger says so'(stage) {
    const looker = new Looker(stage)
    await looker.look()
    const { id: good } = await stage.create([step('a', 'ECHO')])
    await stage.until(good, 'completed')
    const { id: bad } = await stage.create(failing)
    await stage.until(bad, 'failed')
    expect(await looker.look()).toEqual([['failed', bad]])
    expect(await new Looker(stage, { automation: 'aut_1' }).look()).toEqual([])
  },

  async 'a step that waits for a person is told, one that waits for a time is not'(stage) {
    const looker = new Looker(stage, { status: ['waiting'] })
    await looker.look()
    const timed = { ...step('later', 'WAIT_FOR', { args: { for_s: 3_600 } }), agent: 'flow' }
    const { id } = await stage.create([timed, step('ask', 'ECHO', { needs_human: true })])
    await stage.untilStep(id, 'ask', 'waiting')
    const events = await looker.events()
    expect(events.map(({ data }) => data)).toEqual([
      { workflow_id: id, name: null, status: 'waiting', step_id: 'ask', automation_id: null },
    ])
  },

  async 'a look that was not stored tells the same again'(stage) {
    const looker = new Looker(stage)
    await looker.look()
    const { id } = await stage.create(failing)
    await stage.until(id, 'failed')
    const { cursor } = looker
    const events = await looker.events()
    looker.cursor = cursor
    expect(await looker.events()).toEqual(events)
    expect(events).toHaveLength(1)
  },

  async 'a workflow that fails after another was deleted is told, whatever its numbers'(stage) {
    const looker = new Looker(stage)
    await looker.look()
    const keys = new Set<string>()
    for (let turn = 0; turn < 3; turn += 1) {
      const { id } = await stage.create(failing)
      await stage.until(id, 'failed')
      for (const { key } of await looker.events()) keys.add(key)
      await stage.call('remove', { params: { workflow_id: id } })
    }
    expect(keys.size).toBe(3)
  },

  async 'what another process has committed late is told'(stage) {
    const looker = new Looker(stage)
    const { id } = await stage.create(failing)
    await stage.until(id, 'failed')
    await looker.look()
    const { seq } = looker.cursor!
    const number = Number(looker.cursor!.told.at(-1)!.split(':')[0])
    const write = (later: number) =>
      stage.workflows.engine.backend.transact(({ at }) =>
        change(
          `INSERT INTO workflow_events (seq, workflow, type, actor, at) VALUES (?1, ?2, 'workflow.failed', 'service', ?3)`,
          seq + later,
          number,
          at,
        ),
      )
    await write(20)
    expect(await looker.look()).toEqual([['failed', id]])
    await write(10)
    expect(await looker.look()).toEqual([['failed', id]])
    expect(await looker.look()).toEqual([])
  },

  async 'a thousand ends are told in parts, each once'(stage) {
    const looker = new Looker(stage)
    await looker.look()
    const { id } = await stage.create(failing)
    await stage.until(id, 'failed')
    await looker.look()
    const number = Number(looker.cursor!.told.at(-1)!.split(':')[0])
    await stage.workflows.engine.backend.transact(function* ({ at }) {
      for (let each = 0; each < 2_300; each += 1)
        yield* change(
          `INSERT INTO workflow_events (workflow, type, actor, at) VALUES (?1, 'workflow.failed', 'service', ?2)`,
          number,
          at,
        )
    })
    const keys: string[] = []
    for (let part = 0; part < 4; part += 1) keys.push(...(await looker.events()).map(({ key }) => key))
    expect(keys).toHaveLength(2_300)
    expect(new Set(keys).size).toBe(2_300)
  },
}
