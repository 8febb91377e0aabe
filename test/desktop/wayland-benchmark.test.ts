import { describe, expect, test } from 'vitest'
import { TYPED } from './policy-server.ts'
import { hasWayland } from './wayland-stage.ts'
import { hitTargetsOnWayland } from './wayland-task.ts'

const TIMEOUT = 400_000
const all = { misses: 0, double: true, text: TYPED, scroll: true, drag: true, chord: true, done: true }

/** `npm run prove` does it on screens of three sizes, with twenty targets each. */
describe.runIf(hasWayland)('a model that only sees pixels, on a Wayland desktop', () => {
  // Larger than what is sent to a model, so that places are scaled on the way back.
  test('does everything on a screen of 1920 by 1080 and hits 8 targets', { timeout: TIMEOUT }, async () => {
    const { task, score } = await hitTargetsOnWayland({ width: 1920, height: 1080, targets: 8 })
    expect(score).toMatchObject({ ...all, hits: 8 })
    expect(task).toMatchObject({ status: 'completed', ended_by: 'done', message: 'All targets are hit.' })
  })
})
