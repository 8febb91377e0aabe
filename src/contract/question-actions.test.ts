import { expect, test } from 'vitest'
import type { Confirmation } from './confirmation.ts'
import { mustBeSeen, questionActions } from './question-actions.ts'
import { RUN_CALLS } from './several-calls.ts'

const SENDING = { confirmation_id: 'cnf_1', action: 'SEND_EMAIL', risk: 'external' } as const
const FORM = { asked_by: 'notes', fields: [] }

const offered = (members: Partial<Confirmation> = {}) => {
  const { actions, subject } = questionActions({ ...SENDING, ...members })
  expect(subject).toEqual({ kind: 'confirmation', id: 'cnf_1' })
  return actions.map(({ label }) => label)
}

test('only what sends something out is approved in a notice', () => {
  expect(offered()).toEqual(['Approve', 'Reject'])
  for (const risk of ['read', 'write', 'dangerous'] as const) expect(offered({ risk })).toEqual(['Reject'])
})

test('several calls and a form are never approved in a notice', () => {
  expect(offered({ action: RUN_CALLS })).toEqual(['Reject'])
  expect(offered({ form: FORM })).toEqual(['Decline'])
})

test('a way to the question is needed where it can only be turned down', () => {
  expect(mustBeSeen(questionActions({ ...SENDING, risk: 'dangerous' }).actions)).toBe(true)
  expect(mustBeSeen(questionActions({ ...SENDING, form: FORM }).actions)).toBe(true)
  expect(mustBeSeen(questionActions(SENDING).actions)).toBe(false)
  expect(mustBeSeen([{ id: 'done' }, { id: 'snooze_10m' }])).toBe(false)
  expect(mustBeSeen([])).toBe(false)
})
