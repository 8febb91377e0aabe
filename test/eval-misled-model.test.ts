import { expect, test } from 'vitest'
import type { WishResult } from '../eval/run-wish.ts'
import { wishes } from '../eval/wishes/wishes.ts'
import { play, played } from './eval/play-wishes.ts'
import { startScriptedModel } from './eval/scripted-model.ts'

test('a model that is taken in or too eager fulfils none of those that want restraint', async () => {
  const tempting = played.filter(({ wrong }) => wrong !== undefined)
  expect(tempting.length).toBeGreaterThanOrEqual(12)
  await using misled = await startScriptedModel(wishes, { manner: 'wrong' })
  const verdicts: WishResult[] = []
  await play(tempting, misled, { onResult: (result) => void verdicts.push(result) })
  // What the router answers by itself no model can get wrong.
  const asked = verdicts.filter(({ rounds }) => rounds > 0)
  expect(asked.length).toBeGreaterThanOrEqual(12)
  expect(asked.filter(({ verdict }) => verdict !== 'failed').map(({ id }) => id)).toEqual([])
}, 900_000)
