import { expect, test } from 'vitest'
import type { Asked } from '../../answering.ts'
import { intentOfAll } from '../do-parts.ts'
import { quietTurn, Turns, type Turn } from '../follow-ups/turns.ts'
import { lastChange } from './undo.ts'
import type { Part } from '../understanding.ts'

function part(intent: string): Part {
  return { said: intent, meaning: { intent, slots: {}, score: 1, by: 'grammar' } }
}

const added: Turn = {
  ...quietTurn('add jam to my shopping list'),
  intent: 'list.add',
  changes: [{ key: 'shopping', before: undefined, version: 1 }],
}

/** What an undo is about after these two messages. */
function toUndo(second: Turn): Turn | undefined {
  const turns = new Turns()
  for (const turn of [added, second]) turns.add('s', turn)
  const earlier = [added, second].map(
    ({ message }) => ({ role: 'user', text: message, components: [] }) as const,
  )
  return lastChange(turns, { session_id: 's', earlier } as unknown as Asked)
}

test('what several wishes only showed does not stand before the change that is to be undone', () => {
  const shown = {
    ...quietTurn('weather in Oslo and news'),
    intent: intentOfAll([part('live_weather'), part('news_ticker')]),
  }
  expect(toUndo(shown)).toBe(added)
})

test('what several wishes may have done is not passed over', () => {
  const done = {
    ...quietTurn('pause the backup and show the news'),
    intent: intentOfAll([part('workflow.pause'), part('news_ticker')]),
  }
  expect(toUndo(done)).toBe(done)
})
