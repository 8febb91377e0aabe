import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  automate,
  definition,
  feed,
  hmacOf,
  runsOf,
  said,
  untilEvents,
  untilRuns,
} from './automation-stage.ts'
import { statuses, step, type Behaviours } from './workflow-stage.ts'

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
    expect(said(await untilRuns(stage, paused, 1)).at(-1)).toEqual(['b'])
    const runs = await untilRuns(stage, collected, 1)
    expect(said(runs).flat()).toEqual(expect.arrayContaining(['a']))
    const events = await untilEvents(stage, collected, (found) =>
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
    const told = () => stage.notifications.list({ limit: 5 }).notifications.map(({ type }) => type)
    await expect.poll(told).toContain('trigger_loop')
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
