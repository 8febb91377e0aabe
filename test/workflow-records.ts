import { expect } from 'vitest'
import { step, type Behaviours } from './workflow-stage.ts'

/** What is written down, and how it is read. */
export const records: Behaviours = {
  async 'the list is newest first, in pages, and by status'(stage) {
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1)
      ids.unshift((await stage.create([step('a', 'ECHO')], { start: false })).id)
    const first = await stage.call('list', { query: { limit: 2 } })
    expect(first.workflows.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    await stage.create([step('a', 'ECHO')], { start: false })
    const second = await stage.call('list', { query: { limit: 2, cursor: first.next_cursor! } })
    expect(second.workflows.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    const last = await stage.call('list', { query: { limit: 2, cursor: second.next_cursor! } })
    expect(last.workflows.map(({ id }) => id)).toEqual(ids.slice(4))
    expect(last.next_cursor).toBeNull()
    expect((await stage.call('list', { query: { status: 'completed' } })).workflows).toEqual([])
    await expect(stage.call('list', { query: { cursor: 'x' } })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  },

  async 'the history says who did what and when, in order'(stage) {
    const { id } = await stage.create([
      step('a', 'ECHO', { args: { text: 'hello' } }),
      step('b', 'ECHO', { depends_on: ['a'], needs_human: true }),
    ])
    await stage.until(id, 'waiting')
    await stage.intervene(id, { decision: 'approve' })
    await stage.until(id, 'completed')
    const { events } = await stage.call('history', { params: { workflow_id: id } })
    expect(events.map(({ type, step_id, by }) => [type, step_id, by])).toEqual([
      ['workflow.created', null, 'local-client'],
      ['workflow.started', null, 'local-client'],
      ['step.started', 'a', 'service'],
      ['step.completed', 'a', 'service'],
      ['step.waiting', 'b', 'service'],
      ['step.decided', 'b', 'local-client'],
      ['step.started', 'b', 'service'],
      ['step.completed', 'b', 'service'],
      ['workflow.completed', null, 'service'],
    ])
    expect(events[2]!.data).toEqual({ attempt: 1, args: { text: 'hello' } })
    const page = await stage.call('history', { params: { workflow_id: id }, query: { limit: 4 } })
    const rest = await stage.call('history', {
      params: { workflow_id: id },
      query: { cursor: page.next_cursor! },
    })
    expect([...page.events, ...rest.events]).toEqual(events)
  },

  async 'the graph has layers and the chain that takes longest'(stage) {
    const { id } = await stage.create(
      [
        step('a', 'ECHO'),
        step('b', 'ECHO', { depends_on: ['a'] }),
        step('c', 'ECHO', { depends_on: ['a'] }),
        step('d', 'ECHO', { depends_on: ['b'] }),
        step('e', 'ECHO', { depends_on: ['d', 'c'], needs_human: true }),
      ],
      { start: false },
    )
    const graph = await stage.call('graph', { params: { workflow_id: id } })
    expect(graph.layers).toEqual([['a'], ['b', 'c'], ['d'], ['e']])
    expect(graph.critical_path).toEqual(['a', 'b', 'd', 'e'])
    expect(graph.edges).toContainEqual({ from: 'c', to: 'e' })
    expect(graph.nodes[4]).toMatchObject({ id: 'e', layer: 3, needs_human: true, duration_ms: null })
  },

  async 'a workflow goes out as a document and comes in as a new one that waits to be started'(stage) {
    const steps = [step('a', 'ECHO', { args: { text: '$who' } })]
    const { id } = await stage.create(steps, { name: 'Greet', variables: { who: 'Ada' } })
    await stage.until(id, 'completed')
    const document = await stage.call('export', { params: { workflow_id: id } })
    expect(document).toMatchObject({ format: 'deskhand.workflow', version: 1, name: 'Greet', steps })
    const imported = await stage.call('import', { body: document })
    expect(imported).toMatchObject({ status: 'pending', source: 'import', variables: { who: 'Ada' } })
    const rerun = await stage.call('rerun', {
      params: { workflow_id: id },
      body: { variables: { who: 'Grace' } },
    })
    const done = await stage.until(rerun.id, 'completed')
    expect(done.results['a']!.data).toMatchObject({ text: 'Grace' })
    expect(done.source).toBe('rerun')
  },

  async 'what happens is told on the bus, in the order in which it happens'(stage) {
    const { id } = await stage.create([step('a', 'ECHO')])
    await stage.until(id, 'completed')
    const told = [
      { type: 'workflow.created', workflow_id: id, name: id, status: 'running' },
      { type: 'step.updated', workflow_id: id, step_id: 'a', status: 'running' },
      { type: 'step.updated', workflow_id: id, step_id: 'a', status: 'completed', message: 'Echoed.' },
      { type: 'workflow.updated', workflow_id: id, status: 'completed' },
    ]
    // The bus hears of it a moment after it is stored.
    await expect.poll(() => stage.events).toEqual(told)
  },
}
