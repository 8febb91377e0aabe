import { expect, test } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import { silentLog } from '../../../contract/log.ts'
import type { Database } from '../../../platform/database/database.ts'
import { Stage, statuses, step, type BackendKit } from '../../../../test/workflow-stage.ts'
import { sqliteBackend } from './sqlite-backend.ts'

/** A disk that can be full: the database is real, its writes are refused while `isFull`. */
function fullDisk() {
  const disk = { isFull: false }
  const kit: BackendKit = {
    name: 'a disk that fills up',
    async open({ database }) {
      const write = <T>(work: () => T) =>
        disk.isFull ? Promise.reject(new AppError('storage_full', 'The disk is full.')) : database.write(work)
      const limited: Database = Object.assign(Object.create(database) as Database, {
        write,
        prepare: (sql: string) => database.prepare(sql),
      })
      return {
        openBackend: ({ now }) => sqliteBackend({ database: limited, now, log: silentLog, places: 2 }),
        async [Symbol.asyncDispose]() {},
      }
    },
  }
  return { disk, kit }
}

test('what has happened is written down when the disk has room again', async () => {
  const { disk, kit } = fullDisk()
  await using stage = await Stage.open(kit)
  const held = ['a', 'b', 'c'].map((id) => step(id, 'HOLD', { args: { gate: id } }))
  const { id } = await stage.create([...held, step('d', 'ECHO', { depends_on: ['a', 'b', 'c'] })])
  await expect.poll(() => stage.puppets.ran('HOLD')).toBe(2)
  disk.isFull = true
  stage.puppets.open('a')
  stage.puppets.open('b')
  await expect(stage.create([step('x', 'ECHO')])).rejects.toMatchObject({ code: 'storage_full' })
  expect(statuses(await stage.read(id))).toEqual({ a: 'running', b: 'running', c: 'pending', d: 'pending' })
  disk.isFull = false
  stage.puppets.open('c')
  const record = await stage.until(id, 'completed')
  expect(record.steps.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1])
  const { id: next } = await stage.create([step('x', 'ECHO')])
  await stage.until(next, 'completed')
})

test('no more steps run side by side than there are places, whatever workflow they belong to', async () => {
  const { kit } = fullDisk()
  await using stage = await Stage.open(kit)
  const ids: string[] = []
  for (let index = 0; index < 4; index += 1)
    ids.push((await stage.create([step('a', 'HOLD', { args: { gate: 'a' } })])).id)
  await expect.poll(() => stage.puppets.ran('HOLD')).toBe(2)
  const running = await stage.call('list', { query: { status: 'running' } })
  expect(running.workflows).toHaveLength(4)
  stage.puppets.open('a')
  for (const id of ids) await stage.until(id, 'completed')
})
