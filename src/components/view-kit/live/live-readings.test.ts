import { expect, test, vi } from 'vitest'
import { ServiceError, type Service } from '../service.ts'
import type { EventFeed } from './events.ts'
import { LiveEntry, LiveReadings } from './live-readings.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

function openReadings(answer: () => Promise<unknown>) {
  const call = vi.fn(answer)
  const listeners = new Map<string, (event: object) => void>()
  const events = {
    on: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  } as unknown as EventFeed
  const readings = new LiveReadings({ service: { call } as unknown as Service, events })
  return { call, readings, happen: (type: string, event: object = {}) => listeners.get(type)!(event) }
}

test('what several show is asked for once', async () => {
  const { call, readings } = openReadings(async () => ({ degrees: 4 }))
  const oslo = { query: { city: 'Oslo' } }
  const told = vi.fn()
  readings.entry('GET /api/widget/weather', oslo).subscribe(told)
  readings.entry('GET /api/widget/weather', oslo).subscribe(told)
  readings.entry('GET /api/widget/weather', { query: { city: 'Rome' } }).subscribe(told)
  await settled()
  expect(call).toHaveBeenCalledTimes(2)
  expect(readings.entry('GET /api/widget/weather', oslo).state()).toEqual({
    data: { degrees: 4 },
    error: undefined,
    busy: false,
  })
})

test('a failure keeps what was shown, and is an error of the service whatever it was', async () => {
  let answer = async (): Promise<unknown> => 'first'
  const entry = new LiveEntry(() => answer())
  entry.subscribe(() => {})
  await settled()
  answer = () => Promise.reject(new TypeError('odd'))
  entry.refresh()
  expect(entry.state()).toMatchObject({ data: 'first', busy: true })
  await settled()
  expect(entry.state()).toMatchObject({
    data: 'first',
    busy: false,
    error: { code: 'internal', status: 500 },
  })
  expect(entry.state().error).toBeInstanceOf(ServiceError)
  const refused = new ServiceError({ code: 'not_configured', status: 409, detail: 'Set a key.' })
  answer = () => Promise.reject(refused)
  entry.refresh()
  await settled()
  expect(entry.state().error).toBe(refused)
  answer = async () => 'second'
  entry.refresh()
  await settled()
  expect(entry.state()).toEqual({ data: 'second', error: undefined, busy: false })
})

test('while one question is under way no other is asked', async () => {
  const read = vi.fn(() => Promise.resolve(1))
  const entry = new LiveEntry(read)
  entry.subscribe(() => {})
  entry.refresh()
  entry.refresh()
  expect(read).toHaveBeenCalledTimes(1)
  await settled()
  entry.refresh()
  expect(read).toHaveBeenCalledTimes(2)
})

test('only what somebody looks at, and what is old enough, is asked for again', async () => {
  const read = vi.fn(() => Promise.resolve(1))
  const entry = new LiveEntry(read)
  const leave = entry.subscribe(() => {})
  await settled()
  entry.refreshAfter(60_000)
  expect(read).toHaveBeenCalledTimes(1)
  entry.refreshAfter(0)
  expect(read).toHaveBeenCalledTimes(2)
  await settled()
  leave()
  entry.refreshAfter(0)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a widget that is named is asked for again, or all of them', async () => {
  const { call, readings, happen } = openReadings(async () => ({}))
  readings.entry('GET /api/widget/weather', { query: { city: 'Oslo' } }).subscribe(() => {})
  readings.entry('GET /api/widget/news', {}).subscribe(() => {})
  await settled()
  happen('widget.refresh', { widget: 'weather' })
  await settled()
  expect(call).toHaveBeenCalledTimes(3)
  happen('widget.refresh')
  await settled()
  expect(call).toHaveBeenCalledTimes(5)
})

test('after a change of the settings only what failed is asked for again', async () => {
  let isSet = false
  const { call, readings, happen } = openReadings(async () => {
    if (!isSet) throw new ServiceError({ code: 'not_configured', status: 409, detail: 'Set a key.' })
    return {}
  })
  const entry = readings.entry('GET /api/widget/news', {})
  entry.subscribe(() => {})
  await settled()
  isSet = true
  happen('settings.changed')
  await settled()
  expect(entry.state().error).toBeUndefined()
  happen('settings.changed')
  await settled()
  expect(call).toHaveBeenCalledTimes(2)
})
