import { expect, test } from 'vitest'
import { Stage, step } from '../../../test/workflow-stage.ts'
import { silentLog } from '../../contract/log.ts'
import type { Planner } from '../../features/workflows/planning/planner.ts'
import { sqliteBackend } from '../../features/workflows/engine/sqlite-backend.ts'
import { workflowPort } from './chat-workflow-port.ts'

test('what still runs is told, however many have been made since', async () => {
  await using stage = await Stage.open({
    name: 'SQLite',
    open: ({ database }) =>
      Promise.resolve({
        openBackend: ({ now }) => sqliteBackend({ database, now, log: silentLog, places: 4 }),
        async [Symbol.asyncDispose]() {},
      }),
  })
  const held = await stage.create([step('a', 'HOLD', { args: { gate: 'a' } })])
  const later: string[] = []
  for (let index = 0; index < 110; index += 1) later.push((await stage.create([step('a', 'ECHO')])).id)
  for (const id of later) await stage.until(id, 'completed')
  const port = workflowPort(stage.workflows, {} as Planner)
  const listed = await port.list()
  expect(listed[0]!.workflow_id).toBe(later.at(-1))
  expect(listed.at(-1)).toMatchObject({ workflow_id: held.id, status: 'running' })
  expect(new Set(listed.map(({ workflow_id }) => workflow_id)).size).toBe(listed.length)
  stage.puppets.open('a')
  await stage.until(held.id, 'completed')
})
