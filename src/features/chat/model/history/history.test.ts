import { expect, test } from 'vitest'
import type { EarlierMessage } from '../../answering.ts'
import { findingsIn, turnsOf } from './history.ts'

const answer = (
  components: EarlierMessage['components'],
  by: EarlierMessage['by'] = 'router',
): EarlierMessage => ({
  role: 'assistant',
  text: '',
  components,
  by: by ?? 'router',
})

test('an earlier answer is told in the form in which a model writes, without the ids that the service gave', () => {
  const [turn] = turnsOf([
    answer([
      { type: 'text', id: 't1', text: 'Here.' },
      { type: 'metric', id: 'c1', label: 'Open', value: 4 },
      { type: 'live_weather', id: 'c2', city: 'Oslo' },
      { type: 'text', id: 't2', text: 'Done.' },
    ]),
  ])
  expect(turn).toEqual({
    role: 'assistant',
    text:
      'Here.\n\n```components\n[{"type":"metric","label":"Open","value":4},\n{"type":"live_weather","city":"Oslo"}]\n```\n\n' +
      'Done.',
  })
})

test('what only the service writes is told in words', () => {
  const [turn] = turnsOf([
    answer([
      { type: 'confirmation', title: 'Send it?', action: 'SEND_MAIL' },
      { type: 'task_tracker', data: { workflow_id: 'wf_1', status: 'running', steps: [] } },
      { type: 'error', message: 'No key.' },
    ]),
  ])
  expect(turn).toMatchObject({ text: expect.not.stringContaining('```') as string })
  expect(turn).toMatchObject({ text: expect.stringContaining('The user was asked: Send it?') as string })
  expect(turn).toMatchObject({ text: expect.stringContaining('wf_1') as string })
})

test('a component that is large is told by its title', () => {
  const [turn] = turnsOf([answer([{ type: 'code', title: 'Long', code: 'x'.repeat(10_000) }])])
  expect(turn).toMatchObject({
    text: '```components\n[{"type":"code","title":"Long","shortened":true}]\n```',
  })
})

test('what a tool has found in an answer without a model counts as read, at any depth', () => {
  const file = { type: 'card', children: [{ type: 'code', code: 'x' }] }
  expect(findingsIn([answer([file])])).toEqual(['private'])
  expect(findingsIn([answer([file], 'model')])).toEqual([])
  expect(findingsIn([answer([{ type: 'live_weather', city: 'Oslo' }])])).toEqual([])
  expect(findingsIn([answer([{ type: 'profile', name: 'Ada' }])])).toEqual(['untrusted'])
  const { by: _by, ...elsewhere } = answer([file])
  expect(findingsIn([elsewhere])).toEqual(['untrusted', 'private'])
})
