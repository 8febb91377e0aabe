import { expect, test } from 'vitest'
import type { Component } from '../../../../../contract/component-schema.ts'
import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'
import { declaredIntents } from '../../declared-intents.ts'
import { whenOf } from '../../readers/reader.ts'

const started_at = '2026-11-15T09:00:00.000Z'
const egg = { type: 'live_timer', id: 'cmp_egg', seconds: 300, label: 'Egg', started_at }
const pasta = { type: 'live_timer', id: 'cmp_pasta', seconds: 600, started_at }
const alarm = { type: 'live_timer', id: 'cmp_alarm', seconds: 72_000, label: 'Alarm 06:00', started_at }

/** What is said and shown two minutes after those began. */
async function cancelled(slots: object, earlier: readonly Component[]) {
  const [said, cards]: [string[], Component[]] = [[], []]
  const say = (text: string) => void said.push(text)
  const writer = { say, decline: say, add: (card: Component) => void cards.push(card) }
  const when = whenOf({ now: new Date('2026-11-15T09:02:00Z'), timeZone: 'Europe/Oslo' })
  const asked = { earlier: earlier.map((card) => ({ role: 'assistant', text: '', components: [card] })) }
  const understood = { intent: 'alarm.remove', slots, writer, when, asked } as unknown as Understood
  await declaredIntents.get('alarm.remove')!.act(understood, {} as ActPort)
  return { text: said.join(' '), cards }
}

test('the only timer that runs is stopped on its card', async () => {
  const { text, cards } = await cancelled({ of: 'timer' }, [egg, alarm])
  expect(text).toBe('Stopped the Egg timer.')
  const stopped_at = '2026-11-15T09:02:00.000Z'
  expect(cards).toEqual([{ type: 'live_timer', id: 'cmp_egg', seconds: 300, label: 'Egg', stopped_at }])
})

test('of several it is asked which, unless all are meant or one is told apart', async () => {
  const which = await cancelled({ of: 'timer' }, [egg, pasta])
  expect(which.text).toBe('Which one?')
  expect(which.cards).toMatchObject([
    { label: 'Egg timer', action: { message: 'cancel the Egg timer' } },
    { label: 'Timer for 10 minutes', action: { message: 'cancel the timer for 10 minutes' } },
  ])
  expect((await cancelled({ of: 'timer', seconds: 600 }, [egg, pasta])).text).toBe(
    'Stopped the timer for 10 minutes.',
  )
  expect((await cancelled({ of: 'timer', all: true }, [egg, pasta])).cards).toHaveLength(2)
  expect((await cancelled({ time: { hour: 6, minute: 0 } }, [egg, alarm])).text).toBe(
    'Stopped the alarm for 06:00.',
  )
})

test('what has run out or was stopped before runs no more', async () => {
  const over = { ...egg, seconds: 60 }
  const { started_at: _start, ...card } = pasta
  const stopped = { ...card, stopped_at: started_at }
  expect((await cancelled({ of: 'timer' }, [over, pasta, stopped])).text).toBe(
    'No timer is running in this conversation. If you restarted it on its card, stop it there.',
  )
  expect((await cancelled({ of: 'timer' }, [over])).text).toBe('No timer is running in this conversation.')
})

test('where no words tell them apart, all of them can be stopped', async () => {
  const { text, cards } = await cancelled({ of: 'timer', label: 'Egg' }, [egg, { ...egg, id: 'cmp_second' }])
  expect(text).toBe('2 are running. Stop one on its card, or stop all of them.')
  expect(cards).toMatchObject([{ label: 'Stop all', action: { message: 'cancel all Egg timers' } }])
})
