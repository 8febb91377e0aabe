import { expect, test } from 'vitest'
import { proveSharedChaos } from '../prove/workflow-chaos-postgres.ts'

test('kill -9 of one of three workers loses no workflow, repeats nothing that had ended, and guesses nothing', async ({
  signal,
}) => {
  const proof = await proveSharedChaos({ kills: 3, freezes: 0, workflows: 45, pauseMs: 300, signal })

  expect(proof.kills).toBe(3)
  expect(proof.interrupted_steps).toBeGreaterThan(0)
  expect(proof).toMatchObject({
    astray: 0,
    started_after_completion: 0,
    completed_twice: 0,
    effects_twice: 0,
    completed_without_effect: 0,
  })
}, 240_000)
