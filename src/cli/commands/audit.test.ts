import { expect, test } from 'vitest'
import type { AnchoredVerdict } from '../../platform/audit/audit-verify.ts'
import { tell } from './audit.ts'

const whole: AnchoredVerdict = {
  ok: true,
  lines: 6,
  torn: 0,
  anchored_in: ['the system journal', 'the keyring'],
  unanchored: 2,
  missing: [],
  replaced: null,
}
const known_at = '2026-03-02T10:00:00Z'

test.each<[string, Partial<AnchoredVerdict>]>([
  [
    'All 6 entries are as they were written.\nThe end is anchored in the system journal and the keyring. The last 2 are newer than that.',
    {},
  ],
  [
    'All 6 entries are as they were written.\nThe end is not anchored: neither a system journal nor a keyring says which entry was the last.',
    { anchored_in: [] },
  ],
  [
    'The last 4 entries are missing. Written between 2026-03-02T09:00:00Z and 2026-03-02T10:00:00Z. The log was cut, or an older copy of the data folder was put back.\nAll 6 entries are as they were written.\nThe end is anchored in the keyring.',
    {
      anchored_in: ['the keyring'],
      unanchored: 0,
      missing: [{ count: 4, after: { seq: 6, at: '2026-03-02T09:00:00Z' }, known_at, recorded: false }],
    },
  ],
  [
    'After entry 5, 1 entry is missing. Written before 2026-03-02T10:00:00Z. The log was cut, or an older copy of the data folder was put back.\nAll 6 entries are as they were written.\nThe end is anchored in the keyring.',
    {
      anchored_in: ['the keyring'],
      unanchored: 0,
      missing: [{ count: 1, after: { seq: 5, at: null }, known_at, recorded: true }],
    },
  ],
])('a check is told as: %s', (sentence, more) => {
  expect(tell({ ...whole, ...more })).toBe(sentence)
})
