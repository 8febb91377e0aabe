import { describe, expect, test } from 'vitest'
import { TYPED } from './policy-server.ts'
import { openRealStage } from './real-stage.ts'
import { hasDesktop } from './stage.ts'
import { openTaskApp } from './task-app.ts'

const TIMEOUT = 400_000
const all = { misses: 0, double: true, text: TYPED, scroll: true, drag: true, chord: true, done: true }

/** `npm run prove` does it with twenty targets, on screens of three sizes, under two window managers. */
describe.runIf(hasDesktop)('a model that only sees pixels, on a real desktop', () => {
  test(
    'hits 8 of 8 targets of 8 pixels, double-clicks, types, scrolls, drags and presses a chord',
    { timeout: TIMEOUT },
    async () => {
      await using stage = await openRealStage({ width: 1280, height: 720, windowManager: 'openbox' })
      const app = await openTaskApp(stage.desktop, { targets: 8 })
      const task = await stage.tasks.run('Hit all targets', { max_steps: 200 })
      expect(task).toMatchObject({ status: 'completed', ended_by: 'done', message: 'All targets are hit.' })
      expect(app.score()).toMatchObject({ ...all, hits: 8 })
      expect(app.score().farthest).toBeLessThan(2)
      expect(await stage.observer.held()).toEqual({ keys: [], buttons: [] })
    },
  )

  test("does the same with a provider's own computer tool", { timeout: TIMEOUT }, async () => {
    await using stage = await openRealStage({
      width: 1280,
      height: 720,
      windowManager: 'openbox',
      provider: 'anthropic',
    })
    const app = await openTaskApp(stage.desktop, { targets: 4, seed: 2 })
    const task = await stage.tasks.run('Hit all targets', { max_steps: 200 })
    expect(task).toMatchObject({ status: 'completed', ended_by: 'done' })
    expect(app.score()).toMatchObject({ ...all, hits: 4 })
    const [first, second] = stage.server.received.filter(({ method }) => method === 'POST')
    expect(first?.path).toBe('/v1/messages')
    expect(first?.headers['anthropic-beta']).toContain('computer-use-2025-01-24')
    expect(JSON.stringify(first?.body['tools'])).toContain('"display_width_px":1280')
    expect(JSON.stringify(second?.body['messages'])).toMatch(/"tool_result".*"type":"image"/)
  })

  test.each(['norm1000', 'norm1'] as const)(
    'does the same when places are named in %s',
    { timeout: TIMEOUT },
    async (space) => {
      await using stage = await openRealStage({
        width: 1280,
        height: 720,
        windowManager: 'openbox',
        environment: { DESKHAND_VISION_COORDINATES: space },
      })
      stage.server.space = space
      const app = await openTaskApp(stage.desktop, { targets: 4, seed: 3 })
      const task = await stage.tasks.run('Hit all targets', { max_steps: 200 })
      expect(task.status).toBe('completed')
      expect(app.score()).toMatchObject({ ...all, hits: 4 })
    },
  )
})
