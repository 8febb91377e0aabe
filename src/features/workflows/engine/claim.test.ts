import { expect, test } from 'vitest'
import { silentLog } from '../../../contract/log.ts'
import { Stage, step, type BackendKit } from '../../../../test/workflow-stage.ts'
import type { Delivery } from './backend.ts'
import { sqliteBackend } from './sqlite-backend.ts'

/** A queue that delivers a step again, as one does whose worker has died. */
function redelivering() {
  let delivery: Delivery
  const kit: BackendKit = {
    name: 'a queue that delivers again',
    async open({ database }) {
      return {
        openBackend:
          ({ now }) =>
          (given) =>
            sqliteBackend({ database, now, log: silentLog })((delivery = given)),
        async [Symbol.asyncDispose]() {},
      }
    },
  }
  const deliverAgain = async (stage: Stage, more: { lease?: string } = {}) => {
    const row = stage.database.prepare('SELECT key, lease FROM workflow_steps').get()!
    const lease = more.lease ?? String(row['lease']).replace(/#\d+$/, '#1')
    await stage.workflows.engine.backend.transact((transaction) =>
      delivery.claim(transaction, { key: Number(row['key']) }, lease),
    )
  }
  return { kit, deliverAgain }
}

test('a step whose worker died is run again when that is safe, and the late word of the dead one does not count', async () => {
  const { kit, deliverAgain } = redelivering()
  await using stage = await Stage.open(kit)
  const { id } = await stage.create([step('a', 'HOLD', { args: { gate: 'a' } })])
  await expect.poll(() => stage.puppets.ran('HOLD')).toBe(1)
  await deliverAgain(stage)
  await expect.poll(() => stage.puppets.ran('HOLD')).toBe(2)
  stage.puppets.open('a')
  await stage.until(id, 'completed')
  const { events } = await stage.call('history', { params: { workflow_id: id } })
  expect(events.map(({ type }) => type)).toEqual([
    'workflow.created',
    'workflow.started',
    'step.started',
    'step.interrupted',
    'step.started',
    'step.completed',
    'workflow.completed',
  ])
})

test('a step whose worker died waits for a person when running it again is not safe', async () => {
  const { kit, deliverAgain } = redelivering()
  await using stage = await Stage.open(kit)
  const { id } = await stage.create([step('a', 'SIGN', { args: { gate: 'a' } })])
  await expect.poll(() => stage.puppets.ran('SIGN')).toBe(1)
  await deliverAgain(stage)
  const record = await stage.until(id, ({ steps }) => steps[0]!.waiting?.confirmation_id != null)
  expect(record.steps[0]!.waiting!.reason).toBe('outcome_unknown')
  expect(stage.puppets.ran('SIGN')).toBe(1)
})

test('a step that is delivered twice while its worker lives runs once', async () => {
  const { kit, deliverAgain } = redelivering()
  await using stage = await Stage.open(kit)
  const { id } = await stage.create([step('a', 'HOLD', { args: { gate: 'a' } })])
  await expect.poll(() => stage.puppets.ran('HOLD')).toBe(1)
  await deliverAgain(stage, { lease: 'another-delivery#0' })
  stage.puppets.open('a')
  expect((await stage.until(id, 'completed')).steps[0]!.attempts).toBe(1)
  await deliverAgain(stage, { lease: 'another-delivery#0' })
  expect((await stage.read(id)).status).toBe('completed')
  expect(stage.puppets.ran('HOLD')).toBe(1)
})
