import { expect, test } from 'vitest'
import { isItemsBroken, proveItems } from '../prove/items-chaos.ts'
import { proveChaos } from '../prove/workflow-chaos.ts'

test('kill -9 at random moments loses no workflow, repeats nothing that had ended, and guesses nothing', async ({
  signal,
}) => {
  const proof = await proveChaos({ kills: 6, workflows: 300, pauseMs: 60, signal })

  expect(proof.kills).toBe(6)
  expect(proof.interrupted_steps).toBeGreaterThan(0)
  expect(proof).toMatchObject({
    astray: 0,
    started_after_completion: 0,
    completed_twice: 0,
    effects_twice: 0,
    completed_without_effect: 0,
    sound: true,
  })
}, 240_000)

test('kill -9 while a long list is gone through completes every item once', async ({ signal }) => {
  const proof = await proveItems({ kills: 3, items: 60, pauseMs: 20, signal })
  expect(proof).toMatchObject({ items: 120, items_astray: 0, astray: 0 })
  expect(isItemsBroken(proof)).toBe(false)
}, 240_000)
