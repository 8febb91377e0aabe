import { expect, test } from 'vitest'
import { FIRST_STAGE, roundsDone, stageAfter, type Stage } from './rounds.ts'

test('work and breaks take turns, and the last round ends with a long one', () => {
  const stages: Stage[] = [FIRST_STAGE]
  for (let step = 0; step < 6; step += 1) stages.push(stageAfter(stages.at(-1)!, 3))
  expect(stages.map(({ phase, round }) => `${phase} ${round}`)).toEqual([
    'work 1',
    'break 1',
    'work 2',
    'break 2',
    'work 3',
    'long_break 3',
    'work 1',
  ])
  expect(stages.map(roundsDone)).toEqual([0, 1, 1, 2, 2, 3, 0])
})
