import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRealStage, until, type RealStage } from './real-stage.ts'
import { hasDesktop } from './stage.ts'
import { moments, stopDuring } from './stopping.ts'

const TIMEOUT = 300_000

describe.runIf(hasDesktop)('a stop on a real desktop', () => {
  let stage: RealStage
  beforeAll(async () => {
    stage = await openRealStage({ width: 1280, height: 720, windowManager: 'openbox' })
  }, TIMEOUT)
  afterAll(() => stage[Symbol.asyncDispose]())

  test.each(moments)(
    'during a %s leaves nothing pressed and nothing running, five times',
    { timeout: TIMEOUT },
    async (moment) => {
      for (let round = 0; round < 5; round += 1)
        expect(await stopDuring(stage, moment)).toMatchObject({
          status: 'stopped',
          held: { keys: [], buttons: [] },
          survivor: false,
        })
    },
  )

  const elsewhere = { x: 300, y: 200 }

  test.each([
    ['the stop keys', () => stage.observer.press('ctrl+alt+Escape', {})],
    ['a pointer in the corner', () => stage.observer.move({ x: 1279, y: 719 })],
    ['a hand on the mouse', () => stage.observer.move({ x: 700, y: 500 })],
  ])('by %s', { timeout: TIMEOUT }, async (how, act) => {
    stage.server.mode = 'slow'
    await stage.observer.move(elsewhere)
    const asked = stage.server.received.length
    const { task_id } = await stage.tasks.start('Think for long')
    await until(async () => stage.server.received.length > asked)
    // The watch may still be on its way; a person would try again as well.
    await until(async () => {
      await act()
      return (await stage.tasks.read(task_id)).ended_by !== null
    })
    const task = await stage.tasks.read(task_id)
    expect(task).toMatchObject({ status: 'stopped', ended_by: 'stop' })
    expect(task.message).toMatch(how === 'the stop keys' ? /stop keys|hand/ : /pointer|hand/)
  })
})
