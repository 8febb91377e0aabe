import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { AutomationDefinition } from '../src/features/workflows/automations/schemas.ts'
import type { EventRow } from '../src/features/workflows/triggers/event-rows.ts'
import { statuses, step, type Behaviours, type Stage, type WorkflowRecord } from './workflow-stage.ts'

const feed = { id: 'news', type: 'feed', url: 'https://example.org/feed' } as const
const echo = step('say', 'ECHO', { args: { value: '$event.key' } })

function definition(more: Partial<AutomationDefinition> = {}): AutomationDefinition {
  return { name: 'Read news', steps: [echo], triggers: [feed], ...more }
}

/** An automation whose triggers have been looked at once: from then on nothing is missed. */
async function automate(stage: Stage, more: Partial<AutomationDefinition> = {}): Promise<string> {
  const { automation_id } = await stage.workflows.automations.create(definition(more), 'local-client')
  await stage.workflows.triggers.settled()
  return automation_id
}

async function runsOf(stage: Stage, id: string): Promise<WorkflowRecord[]> {
  const { workflows } = await stage.call('list', { query: { limit: 500 } })
  const own = workflows.filter(({ automation_id }) => automation_id === id).toReversed()
  return Promise.all(own.map(({ workflow_id }) => stage.read(workflow_id)))
}

/** Waits until so many runs have ended. */
async function untilRuns(stage: Stage, id: string, count: number): Promise<WorkflowRecord[]> {
  for (;;) {
    const runs = await runsOf(stage, id)
    if (runs.filter(({ status }) => status === 'completed' || status === 'failed').length >= count)
      return runs
    await sleep(5)
  }
}

async function untilEvents(
  stage: Stage,
  id: string,
  areThere: (events: readonly EventRow[]) => boolean,
): Promise<readonly EventRow[]> {
  for (;;) {
    const events = await stage.workflows.automations.events(id, { before: 1e9, limit: 500 })
    if (areThere(events)) return events.toReversed()
    await sleep(5)
  }
}

const said = (runs: readonly WorkflowRecord[]) =>
  runs.map(({ results }) => (results['say']?.data as { value?: unknown } | undefined)?.value)

function hmacOf(key: string, body: Buffer): string {
  return createHmac('sha256', key).update(body).digest('hex')
}

/** Saved definitions and their versions. */
export const automations: Behaviours = {
  async 'each change makes a version, and an earlier one can be brought back'(stage) {
    const { automations: own } = stage.workflows
    const id = await automate(stage)
    const before = await own.read(id)
    const by = { ifMatch: '"1"', provenance: 'local-client' } as const
    expect(await own.change(id, definition({ name: 'Read more' }), by)).toMatchObject({ version: 2 })
    await expect(own.change(id, definition(), by)).rejects.toMatchObject({ code: 'precondition_failed' })
    // The same once more is no change.
    const again = { ifMatch: undefined, provenance: 'local-client' } as const
    expect(await own.change(id, definition({ name: 'Read more' }), again)).toMatchObject({ version: 2 })
    expect(await own.restore(id, 1, 'local-client')).toMatchObject({ version: 3, name: before.name })
    expect((await own.versions(id)).map(({ version }) => version)).toEqual([3, 2, 1])
    expect(await own.list()).toMatchObject([{ automation_id: id, version: 3, trigger_types: ['feed'] }])
    await own.remove(id)
    await expect(own.read(id)).rejects.toMatchObject({ code: 'not_found' })
  },

  async 'what cannot run is refused with every reason'(stage) {
    const wrong = definition({
      inputs: { type: 'string' },
      secrets: ['NOBODY'],
      pins: { gone: 1 },
      triggers: [
        { ...feed, when: '$event.x ==' },
        { ...feed, debounce_s: 1, batch_s: 1 },
        { id: 'clock', type: 'schedule', cron: 'nonsense' },
      ],
      steps: [step('a', 'ECHO', { args: { value: '$unknown', text: 'Bearer $secret.NOBODY' } })],
    })
    const refusal = await stage.workflows.automations.create(wrong, 'local-client').catch((error) => error)
    expect((refusal.errors as { path: string }[]).map(({ path }) => path).toSorted()).toEqual([
      '/body/inputs',
      '/body/pins/gone',
      '/body/secrets/0',
      '/body/steps/0/args/text',
      '/body/steps/0/args/value',
      '/body/triggers/0/when',
      '/body/triggers/1/batch_s',
      '/body/triggers/1/id',
      '/body/triggers/2/cron',
    ])
  },

  async 'a run by hand takes inputs, with their defaults'(stage) {
    const inputs = {
      type: 'object',
      properties: { folder: { type: 'string' }, count: { type: 'integer', default: 2 } },
      required: ['folder'],
    }
    const steps = [step('say', 'ECHO', { args: { value: ['$inputs.folder', '$inputs.count', '$event'] } })]
    const id = await automate(stage, { inputs, steps, triggers: [] })
    const { automations: own } = stage.workflows
    const run = await own.run(id, { inputs: { folder: '~/x' } }, 'local-client')
    expect(said([await stage.until(run, 'completed')])).toEqual([['~/x', 2, null]])
    await expect(own.run(id, { inputs: { folder: 1, more: 2 } }, 'local-client')).rejects.toMatchObject({
      errors: [{ path: '/body/inputs/more' }, { path: '/body/inputs/folder' }],
    })
    expect((await own.read(id)).last_run).toMatchObject({ workflow_id: run, version: 1, trigger: null })
  },

  async 'secrets are in the call alone, and only where the definition says so'(stage) {
    await stage.workflows.secrets.set('TOKEN', 'hush-hush')
    const steps = [step('say', 'ECHO', { args: { value: { a: '$secret.TOKEN', b: '$event.text' } } })]
    const id = await automate(stage, { steps, secrets: ['TOKEN'] })
    stage.source.happen('x', { text: '$secret.TOKEN' })
    const [run] = await untilRuns(stage, id, 1)
    expect(stage.puppets.calls[0]!.args).toMatchObject({ value: { a: 'hush-hush', b: '$secret.TOKEN' } })
    const { events } = await stage.call('history', { params: { workflow_id: run!.workflow_id } })
    expect(JSON.stringify([events, run!.variables, run!.steps])).not.toContain('hush-hush')
  },

  async 'one step is tried with pinned data or that of the last run'(stage) {
    const steps = [
      step('find', 'GIVE', { args: { data: { list: [1, 2] } } }),
      step('say', 'ECHO', { args: { value: '$find.list' }, depends_on: ['find'] }),
    ]
    const id = await automate(stage, { steps, triggers: [] })
    const { tries, automations: own } = stage.workflows
    await expect(tries.start(id, { step_id: 'say' }, 'local-client')).rejects.toMatchObject({
      code: 'conflict',
    })
    const pinned = await tries.start(id, { step_id: 'say', pins: { find: { list: '$5' } } }, 'local-client')
    expect(said([await stage.until(pinned, 'completed')])).toEqual(['$5'])
    expect(stage.puppets.ran('GIVE')).toBe(0)
    await stage.until(await own.run(id, {}, 'local-client'), 'completed')
    const last = await tries.start(id, { step_id: 'say' }, 'local-client')
    expect(said([await stage.until(last, 'completed')])).toEqual([[1, 2]])
    expect(stage.puppets.ran('GIVE')).toBe(1)
  },
}

/** What starts runs. */
export const triggers: Behaviours = {
  async 'each event starts one run, however often it is told'(stage) {
    stage.source.happen('before')
    const id = await automate(stage)
    stage.source.repeats = 3
    for (const key of ['a', 'b', 'c']) stage.source.happen(key)
    const runs = await untilRuns(stage, id, 3)
    expect(said(runs)).toEqual(['a', 'b', 'c'])
    expect(runs[0]).toMatchObject({ source: 'automation', automation_version: 1 })
    const events = await untilEvents(stage, id, (found) => found.length === 3)
    expect(events.map(({ key, status, workflow_id }) => [key, status, workflow_id])).toEqual(
      runs.map(({ workflow_id }, index) => ['abc'[index], 'started', workflow_id]),
    )
  },

  async 'nothing is lost or run twice over crashes'(stage) {
    const id = await automate(stage, { mode: 'parallel' })
    for (let round = 0; round < 5; round += 1) {
      for (const key of ['a', 'b', 'c']) stage.source.happen(`${key}${round}`)
      await stage.crash()
    }
    const runs = await untilRuns(stage, id, 15)
    expect(runs).toHaveLength(15)
    expect(new Set(said(runs)).size).toBe(15)
  },

  async 'an event for which the condition is false starts nothing, and says so'(stage) {
    const id = await automate(stage, { triggers: [{ ...feed, when: '$event.size > 10' }] })
    stage.source.happen('small', { size: 1 })
    stage.source.happen('large', { size: 11 })
    stage.source.happen('odd', { size: 'x' })
    expect(said(await untilRuns(stage, id, 1))).toEqual(['large'])
    const events = await untilEvents(stage, id, (found) => found.length === 3)
    expect(events.map(({ status }) => status)).toEqual(['skipped', 'started', 'skipped'])
    expect(events[0]!.reason).toBe('Its condition is false.')
  },

  async 'events wait for their turn, are dropped, or run beside each other'(stage) {
    const held = step('hold', 'HOLD', { args: { gate: '$event.key' } })
    const ids = await Promise.all(
      (['queue', 'skip', 'parallel'] as const).map((mode) =>
        automate(stage, { name: mode, mode, most: 2, steps: [held] }),
      ),
    )
    for (const key of ['a', 'b', 'c']) {
      stage.source.happen(key)
      await stage.workflows.triggers.settled()
    }
    const expected = [
      ['queued', 'queued', 'started'],
      ['skipped', 'skipped', 'started'],
      ['queued', 'started', 'started'],
    ]
    for (const [index, id] of ids.entries())
      await untilEvents(
        stage,
        id,
        (found) => found.map(({ status }) => status).join() === expected[index]!.join(),
      )
    const runs = await Promise.all(ids.map((id) => runsOf(stage, id)))
    expect(runs.map((each) => each.length)).toEqual([1, 1, 2])
    for (const key of ['a', 'b', 'c']) stage.puppets.open(key)
    expect(await untilRuns(stage, ids[0]!, 3)).toHaveLength(3)
    expect(await untilRuns(stage, ids[1]!, 1)).toHaveLength(1)
    expect(await untilRuns(stage, ids[2]!, 3)).toHaveLength(3)
  },

  async 'a newer run takes the place of one that is going'(stage) {
    const held = step('hold', 'HOLD', { args: { gate: '$event.key' } })
    const id = await automate(stage, {
      mode: 'restart',
      steps: [held, step('after', 'ECHO', { depends_on: ['hold'] })],
    })
    stage.source.happen('a')
    const [first] = await untilEvents(stage, id, ([newest]) => newest?.status === 'started')
    await stage.untilStep(first!.workflow_id!, 'hold', 'running')
    stage.source.happen('b')
    stage.puppets.open('b')
    const runs = await untilRuns(stage, id, 2)
    expect(runs.map(statuses)).toEqual([
      { hold: 'skipped', after: 'skipped' },
      { hold: 'completed', after: 'completed' },
    ])
    expect(stage.puppets.aborted).toEqual(['a'])
  },

  async 'events are joined: the last after a pause, or all of a while'(stage) {
    const steps = [step('say', 'ECHO', { args: { value: '$events[*].key' } })]
    const [paused, collected] = await Promise.all([
      automate(stage, { steps, triggers: [{ ...feed, debounce_s: 0.2 }] }),
      automate(stage, { steps, triggers: [{ ...feed, batch_s: 0.2 }] }),
    ])
    stage.source.happen('a')
    stage.source.happen('b')
    expect(said(await untilRuns(stage, paused!, 1)).at(-1)).toEqual(['b'])
    const runs = await untilRuns(stage, collected!, 1)
    expect(said(runs).flat()).toEqual(expect.arrayContaining(['a']))
    const events = await untilEvents(stage, collected!, (found) =>
      found.every(({ status }) => status !== 'held'),
    )
    expect(events).toHaveLength(2)
  },

  async 'what was missed while the service was off is caught up as wished'(stage) {
    const triggersOf = (catch_up: 'all' | 'latest' | 'skip') => [{ ...feed, catch_up }]
    const ids = await Promise.all(
      (['all', 'latest', 'skip'] as const).map((catch_up) =>
        automate(stage, { triggers: triggersOf(catch_up) }),
      ),
    )
    await stage.workflows.close()
    for (const key of ['a', 'b', 'c']) stage.source.happen(key, {}, '2020-01-01T00:00:00.000Z')
    await stage.restart()
    expect(said(await untilRuns(stage, ids[0]!, 3))).toEqual(['a', 'b', 'c'])
    expect(said(await untilRuns(stage, ids[1]!, 1))).toEqual(['c'])
    await untilEvents(stage, ids[2]!, (found) => found.length === 3)
    expect(await runsOf(stage, ids[2]!)).toEqual([])
  },

  async 'one that is switched off starts nothing, and makes nothing up for it'(stage) {
    const id = await automate(stage)
    const { automations: own, triggers: keeper } = stage.workflows
    const by = { ifMatch: undefined, provenance: 'local-client' } as const
    await own.change(id, definition({ enabled: false }), by)
    stage.source.happen('unseen')
    await keeper.settled()
    await own.change(id, definition(), by)
    await keeper.settled()
    stage.source.happen('seen')
    expect(said(await untilRuns(stage, id, 1))).toEqual(['seen'])
  },

  async 'a source that cannot be looked at is tried again, and then told of'(stage) {
    stage.setClock('2026-03-02T09:00:00Z')
    const id = await automate(stage)
    stage.source.trouble = 'The feed is away.'
    stage.source.happen('a')
    const until = async (trouble: string | null) => {
      for (;;) {
        await stage.workflows.triggers.settled()
        const { trigger_states } = await stage.workflows.automations.read(id)
        if (trigger_states[0]!.trouble === trouble) return
        await sleep(5)
      }
    }
    await until('The feed is away.')
    for (const minute of ['09:05', '09:10', '09:20']) {
      stage.setClock(`2026-03-02T${minute}:00Z`)
      await stage.workflows.triggers.settled()
    }
    expect(stage.notifications.list({ limit: 5 }).notifications[0]).toMatchObject({ type: 'trigger_silent' })
    stage.source.trouble = undefined
    stage.setClock('2026-03-02T10:00:00Z')
    await until(null)
    expect(said(await untilRuns(stage, id, 1))).toEqual(['a'])
  },

  async 'an automation that keeps starting itself is stopped'(stage) {
    const steps = [step('send', 'SEND', { args: { to: '$event.path' } })]
    const store = { id: 'store', type: 'store', key: 'todo' } as const
    const id = await automate(stage, { steps, triggers: [store] })
    for (let round = 0; round < 7; round += 1) {
      stage.source.happen(`k${round}`, { path: '/home/x/a.txt' })
      const events = await untilEvents(
        stage,
        id,
        (found) => found.length === round + 1 && found[0]!.status !== 'queued',
      )
      const { workflow_id } = events.at(-1)!
      if (workflow_id === null) break
      await stage.untilStep(workflow_id, 'send', 'waiting')
      await stage.intervene(workflow_id, { decision: 'approve' })
      await stage.until(workflow_id, 'completed')
    }
    const events = await untilEvents(stage, id, ([newest]) => newest?.status === 'skipped')
    expect(events.at(-1)!.reason).toContain('trigger_loop')
    expect(stage.puppets.ran('SEND')).toBe(5)
    expect(stage.notifications.list({ limit: 5 }).notifications.map(({ type }) => type)).toContain(
      'trigger_loop',
    )
  },

  async 'the clock starts runs, once for each time'(stage) {
    stage.setClock('2026-03-02T08:59:00Z')
    const steps = [step('say', 'ECHO', { args: { value: '$event.time' } })]
    const clock = { id: 'clock', type: 'schedule', cron: '0 9 * * *', timezone: 'UTC' } as const
    const id = await automate(stage, { steps, triggers: [clock] })
    for (const day of ['02', '03', '03', '05']) {
      stage.setClock(`2026-03-${day}T09:00:01Z`)
      await stage.workflows.triggers.settled()
      await stage.workflows.triggers.settled()
    }
    const times = ['02', '03', '04', '05'].map((day) => `2026-03-${day}T09:00:00.000Z`)
    expect(said(await untilRuns(stage, id, 4))).toEqual(times)
  },

  async 'a request to the secret address starts a run once'(stage) {
    await stage.workflows.secrets.set('HOOK_KEY', 'key')
    const steps = [step('say', 'ECHO', { args: { value: '$event.body.order' } })]
    const hook = { id: 'hook', type: 'webhook' } as const
    const id = await automate(stage, { steps, triggers: [hook] })
    const { webhooks, automations: own } = stage.workflows
    const { trigger_states } = await own.read(id)
    const token = trigger_states[0]!.address!.split('/').at(-1)!
    const body = Buffer.from('{"order":17}')
    const send = (headers: Record<string, string> = {}) =>
      webhooks.receive(token, body, (name) => headers[name])
    await send({ 'idempotency-key': 'x' })
    await send({ 'idempotency-key': 'x' })
    await send({ 'idempotency-key': 'y' })
    expect(said(await untilRuns(stage, id, 2))).toEqual([17, 17])
    await expect(webhooks.receive('nobody', body, () => undefined)).rejects.toMatchObject({
      code: 'not_found',
    })
    const by = { ifMatch: undefined, provenance: 'local-client' } as const
    const signed = { ...hook, hmac: { secret: 'HOOK_KEY' } }
    await own.change(id, definition({ steps, triggers: [signed] }), by)
    const [state] = (await own.read(id)).trigger_states
    const address = state!.address!.split('/').at(-1)!
    await expect(webhooks.receive(address, body, () => undefined)).rejects.toMatchObject({
      code: 'unauthorized',
    })
    const signature = 'sha256=' + hmacOf('key', body)
    await webhooks.receive(address, body, (name) => (name === 'x-signature' ? signature : undefined))
    expect(await untilRuns(stage, id, 3)).toHaveLength(3)
  },
}

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
