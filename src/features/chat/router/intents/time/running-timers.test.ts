import { expect, test } from 'vitest'
import { openTimerStage } from '../../../../../../test/timer-stage.ts'
import type { Component } from '../../../../../contract/component-schema.ts'
import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'
import { declaredIntents } from '../../declared-intents.ts'
import { whenOf } from '../../readers/reader.ts'

async function openConversation() {
  const stage = await openTimerStage()
  const act = async (intent: string, slots: object) => {
    const [said, cards]: [string[], Component[]] = [[], []]
    const say = (text: string) => void said.push(text)
    const writer = { say, decline: say, add: (card: Component) => void cards.push(card) }
    const when = whenOf({ now: stage.now(), timeZone: 'Europe/Oslo' })
    const understood = { intent, slots, writer, when, asked: { earlier: [] } } as unknown as Understood
    await declaredIntents.get(intent)!.act(understood, { timers: stage.timers } as unknown as ActPort)
    return { text: said.join(' '), cards }
  }
  return Object.assign(act, {
    stage,
    labels: () => stage.timers.list().map(({ label }) => label),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  })
}

test('a timer, an alarm, a stopwatch and a pomodoro are kept by the service, and their cards name them', async () => {
  await using act = await openConversation()
  const { cards } = await act('live_timer', { seconds: 300, label: 'Egg' })
  const alarm = await act('alarm', { target: '2026-06-02T04:15:00.000Z' })
  const watch = await act('stopwatch', {})
  const pomodoro = await act('pomodoro', { work_minutes: 20 })
  const shown = [cards, alarm.cards, watch.cards, pomodoro.cards].map(([card]) => card!)
  expect(shown.map(({ type }) => type)).toEqual(['live_timer', 'live_timer', 'stopwatch', 'pomodoro'])
  const kept = act.stage.timers.list()
  expect(kept.map(({ kind }) => kind).toSorted()).toEqual(['alarm', 'pomodoro', 'stopwatch', 'timer'])
  for (const { timer_id } of shown as unknown as { timer_id: string }[])
    expect(kept.map((timer) => timer.timer_id)).toContain(timer_id)
  expect(alarm.text).toBe('Alarm for 06:15 on Tuesday, 2 June 2026, in 18 hours 15 minutes.')
})

test('the only timer that runs is cancelled', async () => {
  await using act = await openConversation()
  await act('live_timer', { seconds: 300, label: 'Egg' })
  await act('alarm', { target: '2026-06-02T04:00:00.000Z' })
  expect((await act('alarm.remove', { of: 'timer' })).text).toBe('Stopped the Egg timer.')
  expect(act.labels()).toEqual(['Alarm 06:00'])
})

test('of several it is asked which, unless all are meant or one is told apart', async () => {
  await using act = await openConversation()
  await act('live_timer', { seconds: 300, label: 'Egg' })
  await act('live_timer', { seconds: 600 })
  await act('alarm', { target: '2026-06-02T04:00:00.000Z' })
  const which = await act('alarm.remove', { of: 'timer' })
  expect(which.text).toBe('Which one?')
  expect(which.cards).toMatchObject([
    { label: 'Egg timer', action: { message: 'cancel the Egg timer' } },
    { label: 'Timer for 10 minutes', action: { message: 'cancel the timer for 10 minutes' } },
  ])
  expect((await act('alarm.remove', { of: 'timer', seconds: 600 })).text).toBe(
    'Stopped the timer for 10 minutes.',
  )
  expect((await act('alarm.remove', { time: { hour: 6, minute: 0 } })).text).toBe(
    'Stopped the alarm for 06:00.',
  )
  await act('live_timer', { seconds: 600 })
  await act('alarm.remove', { of: 'timer', all: true })
  expect(act.labels()).toEqual([])
})

test('where no words tell them apart, all of them can be stopped', async () => {
  await using act = await openConversation()
  await act('live_timer', { seconds: 300, label: 'Egg' })
  await act('live_timer', { seconds: 300, label: 'Egg' })
  const { text, cards } = await act('alarm.remove', { of: 'timer', label: 'Egg' })
  expect(text).toBe('2 are running. Stop one on its card, or stop all of them.')
  expect(cards).toMatchObject([{ label: 'Stop all', action: { message: 'cancel all Egg timers' } }])
})

test('a timer is paused, goes on, gets more time, and tells what is left', async () => {
  await using act = await openConversation()
  expect((await act('timer.change', { does: 'pause' })).text).toBe('No timer is running.')
  await act('live_timer', { seconds: 300, label: 'Egg' })
  await act.stage.pass(60)
  await act('timer.change', { does: 'pause' })
  await act.stage.pass(600)
  expect((await act('timer.change', { asks: 'left' })).text).toBe('Egg: 4 minutes left.')
  await act('timer.change', { does: 'resume' })
  await act('timer.change', { seconds: 120 })
  expect((await act('timer.change', { asks: 'left' })).text).toBe('Egg: 6 minutes left.')
  await act('timer.change', { to: 30 })
  expect((await act('timer.change', { asks: 'left' })).text).toBe('Egg: 30 seconds left.')
})

test('alarms and timers are shown, those that ring among them', async () => {
  await using act = await openConversation()
  expect((await act('alarm.show', {})).text).toMatch(/^No alarms or timers are set\./)
  await act('live_timer', { seconds: 60, label: 'Egg' })
  await act('live_timer', { seconds: 600, label: 'Pasta' })
  await act.stage.pass(60)
  const { cards } = await act('alarm.show', {})
  expect(cards.map((card) => String(card['label'])).toSorted()).toEqual(['Egg', 'Pasta'])
})

test('a countdown that is started tells when it is over, one that is asked for only shows', async () => {
  await using act = await openConversation()
  await act('countdown', { target: '2026-06-05', label: 'Launch' })
  expect(act.labels()).toEqual([])
  const { cards } = await act('countdown', { target: '2026-06-05', label: 'Launch', does: 'start' })
  const [timer] = act.stage.timers.list()
  expect(timer).toMatchObject({ kind: 'countdown', label: 'Launch', ends_at: '2026-06-04T22:00:00.000Z' })
  expect(cards).toMatchObject([{ type: 'countdown', timer_id: timer!.timer_id }])
})

test('the card of an alarm ends at its very moment', async () => {
  await using act = await openConversation()
  const target = '2026-06-02T04:15:00.000Z'
  for (const milliseconds of [0.001, 0.499, 0.5, 0.499]) {
    await act.stage.pass(milliseconds)
    const [card] = (await act('alarm', { target })).cards
    const { started_at, seconds } = card as unknown as { started_at: string; seconds: number }
    expect(new Date(Date.parse(started_at) + seconds * 1_000).toISOString()).toBe(target)
  }
})

test('an alarm is moved to a time of its own half of the day, or by a while, and its name follows', async () => {
  await using act = await openConversation()
  await act('alarm', { target: '2026-06-02T04:15:00.000Z' })
  const moved = await act('alarm.move', { words: '7:30' })
  expect(moved.text).toBe('Moved. The alarm for 06:15 now rings at 07:30 on Tuesday, 2 June 2026.')
  expect(moved.cards).toMatchObject([{ label: 'Alarm 07:30' }])
  expect((await act('alarm.move', { words: '7 pm' })).text).toMatch(/ now rings at 19:00 on Tuesday, 2 June/)
  expect((await act('alarm.move', { by: -1_800 })).text).toMatch(/ now rings at 18:30 on Tuesday, 2 June/)
  expect((await act('alarm.move', { words: 'Friday at 8' })).text).toMatch(
    / now rings at 08:00 on Friday, 5 June/,
  )
  expect(act.labels()).toEqual(['Alarm 08:00'])
})

test('of several alarms the one that is told by its time is moved, and none into the past', async () => {
  await using act = await openConversation()
  await act('alarm', { target: '2026-06-02T04:15:00.000Z' })
  await act('alarm', { target: '2026-06-02T05:00:00.000Z', label: 'Gym' })
  expect((await act('alarm.move', { by: 600 })).text).toBe(
    'Which one? The alarm for 06:15, the alarm for 07:00.',
  )
  const time = { hour: 7, minute: 0 }
  expect((await act('alarm.move', { time, words: '7:20' })).text).toMatch(
    /^Moved\. The alarm for 07:00 now rings at 07:20 /,
  )
  expect((await act('alarm.move', { label: 'Gym', by: -86_400 })).text).toMatch(
    / has passed\. Nothing was changed\.$/,
  )
  expect((await act('alarm.move', { label: 'Tea', by: 600 })).text).toBe('No such alarm is set.')
  expect(act.labels()).toEqual(['Alarm 06:15', 'Gym'])
})
