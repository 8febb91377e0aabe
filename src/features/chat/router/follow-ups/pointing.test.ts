import { expect, test } from 'vitest'
import type { Asked, EarlierMessage } from '../../answering.ts'
import { pointedAt } from './pointing.ts'
import { answerReply, type ReplyDeps } from '../replies/replies.ts'
import { Turns } from './turns.ts'

const wish = 'Add "Dentist" to my calendar on 2026-11-19 at 15:30'

function button(label: string) {
  return { type: 'button', label, action: { kind: 'chat', message: wish } }
}

function asked(
  message: string,
  components: EarlierMessage['components'],
  by: NonNullable<EarlierMessage['by']>,
) {
  const earlier: readonly EarlierMessage[] = [
    { role: 'user', text: 'I have a dentist appointment on thursday at 3:30pm', components: [] },
    { role: 'assistant', text: '', components, by },
  ]
  return { message, earlier, session_id: 's', provenance: 'local-client' } as unknown as Asked
}

test.each(['yes', 'Yes please!', 'sure', 'yes, do it', 'go ahead'])(
  '%s takes the offer of the last answer',
  async (message) => {
    const reply = asked(message, [button('Add it')], 'router')
    const deps = { openQuestions: () => [], turns: new Turns() } as unknown as ReplyDeps
    const silent = { route() {}, say() {}, add: () => '' }
    expect(await answerReply(deps, reply, silent as never)).toBe(false)
    expect(pointedAt(reply, undefined)).toEqual({ sentence: wish })
  },
)

test.each([
  ['no', [button('Add it')], 'router'],
  ['yes but later', [button('Add it')], 'router'],
  ['yes', [button('Add it'), button('Do it')], 'router'],
  ['yes', [button('Delete this schedule')], 'router'],
  ['yes', [button('Add it')], 'model'],
  ['yes', [], 'router'],
] as const)('%s to %j of the %s takes nothing', (message, components, by) => {
  expect(pointedAt(asked(message, components, by), undefined)).toBeUndefined()
})

const which = { type: 'text', text: 'Which one?' }
const timers = ['Egg', 'Pasta', 'Pasta bake'].map((name) => ({
  type: 'button',
  label: `${name} timer`,
  action: { kind: 'chat', message: `cancel the ${name} timer` },
}))

test.each([
  ['the egg one', 'cancel the Egg timer'],
  ['Egg timer', 'cancel the Egg timer'],
  ['pasta bake please', 'cancel the Pasta bake timer'],
  ['the second one', 'cancel the Pasta timer'],
  ['last', 'cancel the Pasta bake timer'],
])('%s chooses one of the buttons', (message, sentence) => {
  expect(pointedAt(asked(message, [which, ...timers], 'router'), undefined)).toEqual({ sentence })
})

test.each([
  ['the pasta one', [which, ...timers]],
  ['the timer', [which, ...timers]],
  ['the fifth one', [which, ...timers]],
  ['egg', timers],
  ['weather', [which, ...timers]],
])('%s chooses none of %j', (message, components) => {
  expect(pointedAt(asked(message, components, 'router'), undefined)).toBeUndefined()
})
