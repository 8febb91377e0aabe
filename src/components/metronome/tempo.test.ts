import { expect, test } from 'vitest'
import { beatsUntil, tappedBpm, withTap } from './tempo.ts'

test('beats come evenly and count through the bar', () => {
  const beats = beatsUntil({ at: 10, place: 1 }, 12, { bpm: 120, beats: 3 })
  expect(beats).toEqual([
    { at: 10.5, place: 2 },
    { at: 11, place: 0 },
    { at: 11.5, place: 1 },
    { at: 12, place: 2 },
  ])
})

test('taps say how fast, and a long pause begins anew', () => {
  let taps: readonly number[] = []
  for (const at of [0, 500, 1_000, 1_500]) taps = withTap(taps, at)
  expect(tappedBpm(taps)).toBe(120)
  taps = withTap(taps, 9_000)
  expect(tappedBpm(taps)).toBeUndefined()
  expect(tappedBpm(withTap(taps, 9_010))).toBe(300)
})
