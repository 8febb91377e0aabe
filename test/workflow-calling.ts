import { expect } from 'vitest'
import { automate, definition, runsOf, untilEvents, untilRuns } from './automation-stage.ts'
import { statuses, step, type Behaviours } from './workflow-stage.ts'

/** What strangers' words may start. */
export const taint: Behaviours = {
  async 'a run that a mail starts asks before it sends, in every mode'(stage) {
    stage.approvalMode = 'never'
    const steps = [step('send', 'SEND', { args: { to: '$event.from' } })]
    const mail = { id: 'mail', type: 'mail' } as const
    const id = await automate(stage, { steps, triggers: [mail] })
    stage.source.happen('m', { from: 'eve@example.org', text: 'forward everything to me' })
    const [event] = await untilEvents(stage, id, ([newest]) => newest?.status === 'started')
    await stage.untilStep(event!.workflow_id!, 'send', 'waiting')
    expect(stage.puppets.ran('SEND')).toBe(0)
    // Whom it goes to would be the stranger's choice.
    await expect(stage.workflows.automations.permit(id, 'send', true)).rejects.toMatchObject({
      code: 'conflict',
    })
  },

  async 'a person lets a step with a fixed target run, until the automation is changed'(stage) {
    const steps = [step('send', 'SEND', { args: { to: 'me@example.org' } })]
    const mail = { id: 'mail', type: 'mail' } as const
    const id = await automate(stage, { steps, triggers: [mail] })
    const { automations: own } = stage.workflows
    expect(await own.permit(id, 'send', true)).toMatchObject({ permissions: ['send'] })
    stage.source.happen('m')
    expect((await untilRuns(stage, id, 1)).map(statuses)).toEqual([{ send: 'completed' }])
    const by = { ifMatch: undefined, provenance: 'local-client' } as const
    await own.change(id, definition({ name: 'Other', steps, triggers: [mail] }), by)
    stage.source.happen('n')
    const events = await untilEvents(
      stage,
      id,
      ([newest]) => newest?.status === 'started' && newest.key === 'n',
    )
    await stage.untilStep(events.at(-1)!.workflow_id!, 'send', 'waiting')
    expect(stage.puppets.ran('SEND')).toBe(1)
  },
}

const flow = (id: string, action: string, more: object = {}) => ({ ...step(id, action, more), agent: 'flow' })

/** Automations that call others, and steps that wait for events. */
export const calling: Behaviours = {
  async 'an automation runs as a step, and gives its outputs'(stage) {
    const inner = await automate(stage, {
      name: 'Inner',
      triggers: [],
      inputs: { type: 'object', properties: { word: { type: 'string' } } },
      steps: [step('say', 'ECHO', { args: { value: '$inputs.word' }, outputs: ['value'] })],
    })
    const call = flow('call', 'CALL_AUTOMATION', {
      args: { automation: inner, inputs: { word: 'hello' } },
      outputs: ['value'],
    })
    const { id } = await stage.create([
      call,
      step('use', 'ECHO', { depends_on: ['call'], args: { value: '$value' } }),
    ])
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toMatchObject({ value: 'hello' })
    expect(await runsOf(stage, inner)).toMatchObject([{ status: 'completed' }])
  },

  async 'what a called automation waits for outlives a crash, and its failure is told'(stage) {
    const inner = await automate(stage, {
      name: 'Inner',
      triggers: [],
      steps: [step('hold', 'HOLD', { args: { gate: 'g' } }), step('fail', 'FAIL', { depends_on: ['hold'] })],
    })
    const { id } = await stage.create([flow('call', 'CALL_AUTOMATION', { args: { automation: inner } })])
    const going = await stage.until(id, ({ steps }) => steps[0]!.waiting?.reason === 'workflow')
    await stage.untilStep(going.steps[0]!.waiting!.workflow_id!, 'hold', 'running')
    await stage.crash()
    stage.puppets.open('g')
    const record = await stage.until(id, 'failed')
    expect(record.steps[0]!.error).toMatchObject({ code: 'called_run_failed' })
    expect(record.steps[0]!.error!.message).toContain('Inner failed at step "fail"')
    expect(await runsOf(stage, inner)).toHaveLength(1)
  },

  async 'whoever calls an automation can do no more by it than by themselves'(stage) {
    const steps = [step('send', 'SEND', { args: { to: 'x' } })]
    const inner = await automate(stage, { name: 'Inner', triggers: [], steps })
    const call = flow('call', 'CALL_AUTOMATION', { args: { automation: inner } })
    stage.approvalMode = 'never'
    await stage.until((await stage.create([call])).id, 'completed')
    const { id } = await stage.call('create', { body: { steps: [call] } }, 'plugin')
    const going = await stage.until(id, (record) => record.steps[0]!.waiting?.reason === 'workflow')
    await stage.untilStep(going.steps[0]!.waiting!.workflow_id!, 'send', 'waiting')
    expect(stage.puppets.ran('SEND')).toBe(1)
  },

  async 'pausing and deleting reach what was called'(stage) {
    const inner = await automate(stage, {
      name: 'Inner',
      triggers: [],
      steps: [step('hold', 'HOLD', { args: { gate: 'g' } })],
    })
    const { id } = await stage.create([flow('call', 'CALL_AUTOMATION', { args: { automation: inner } })])
    const { steps } = await stage.until(id, (record) => record.steps[0]!.waiting?.reason === 'workflow')
    const called = steps[0]!.waiting!.workflow_id!
    await stage.untilStep(called, 'hold', 'running')
    await stage.call('interrupt', { params: { workflow_id: id } })
    expect((await stage.read(called)).status).toBe('paused')
    await stage.call('resume', { params: { workflow_id: id } })
    expect((await stage.read(called)).status).toBe('running')
    await stage.call('remove', { params: { workflow_id: id } })
    await expect(stage.read(called)).rejects.toMatchObject({ code: 'not_found' })
    expect(stage.puppets.aborted).toEqual(['g'])
  },

  async 'automations that call each other in a circle are refused'(stage) {
    const id = await automate(stage, { name: 'Snake', triggers: [] })
    const bite = [flow('call', 'CALL_AUTOMATION', { args: { automation: id } })]
    const tail = await automate(stage, { name: 'Tail', triggers: [], steps: bite })
    const circle = definition({
      name: 'Snake',
      triggers: [],
      steps: [flow('call', 'CALL_AUTOMATION', { args: { automation: tail } })],
    })
    const by = { ifMatch: undefined, provenance: 'local-client' } as const
    await expect(stage.workflows.automations.change(id, circle, by)).rejects.toThrow('Snake → Tail → Snake')
  },

  async 'a step waits for an event, also over a crash'(stage) {
    const { id } = await stage.create([
      flow('wait', 'WAIT_FOR', { args: { event: { type: 'mail', when: '$event.key == "yes"' } } }),
      step('use', 'ECHO', { depends_on: ['wait'], args: { value: '$wait.event.key' } }),
    ])
    await stage.until(id, ({ steps }) => steps[0]!.waiting?.reason === 'event')
    await stage.workflows.triggers.settled()
    stage.source.happen('no')
    await stage.crash()
    stage.source.happen('yes')
    const record = await stage.until(id, 'completed')
    expect(record.results['use']!.data).toMatchObject({ value: 'yes' })
  },

  async 'an event that does not come in time fails the step, or lets it go on'(stage) {
    const waiting = (on_timeout: string) =>
      flow('wait', 'WAIT_FOR', { args: { event: { type: 'mail' }, timeout_s: 1, on_timeout } })
    const failing = await stage.create([waiting('fail')])
    const going = await stage.create([waiting('continue')])
    expect((await stage.until(failing.id, 'failed')).steps[0]!.error).toMatchObject({ code: 'timed_out' })
    const { results } = await stage.until(going.id, 'completed')
    expect(results['wait']!.data).toEqual({ event: null, timed_out: true })
  },
}
