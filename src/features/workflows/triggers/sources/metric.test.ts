import { expect, test } from 'vitest'
import type { Trigger } from '../schemas.ts'
import { MetricSource, type MetricCursor } from './metric.ts'

const MINUTE = 60_000

/** A machine whose disk fills up and empties, with a clock that goes on as it is told to. */
class Machine {
  used = 50
  battery: { percent: number } | null = null
  now = Date.parse('2026-03-02T09:00:00Z')
  cursor: MetricCursor | undefined
  againInMs: number | undefined
  readonly trigger: Trigger<'metric'>
  readonly #source = new MetricSource({
    read: async () => ({
      cpu: {},
      memory: {},
      disk: { used_percent: this.used },
      disks: [],
      battery: this.battery,
    }),
    now: () => new Date(this.now),
  })

  constructor(trigger: Partial<Trigger<'metric'>> = {}) {
    this.trigger = { id: 't1', type: 'metric', when: '$event.disk.used_percent > 90', ...trigger }
  }

  /** The keys of what is told with these levels, looked at so many milliseconds later. */
  async look(used: number, laterMs = 15_000): Promise<string[]> {
    this.used = used
    this.now += laterMs
    const found = await this.#source.look(this.trigger, this.cursor)
    this.cursor = JSON.parse(JSON.stringify(found.cursor)) as MetricCursor
    this.againInMs = found.againInMs
    return found.events.map(({ key }) => key)
  }

  everyMs(): number {
    return this.#source.everyMs(this.trigger)
  }
}

test('it is told once when it becomes true, and again only after it was over', async () => {
  const machine = new Machine()
  expect(await machine.look(50)).toEqual([])
  const [first] = await machine.look(95)
  expect(first).toBe('2026-03-02T09:00:30.000Z')
  expect(await machine.look(96)).toEqual([])
  expect(await machine.look(90)).toEqual([])
  const [second] = await machine.look(91)
  expect(second).toBe('2026-03-02T09:01:15.000Z')
})

test('what is so from the beginning has not become so', async () => {
  const machine = new Machine()
  expect(await machine.look(95)).toEqual([])
  expect(await machine.look(95)).toEqual([])
  expect(await machine.look(50)).toEqual([])
  expect(await machine.look(95)).toHaveLength(1)
})

test('it must fall as far as clear says before it counts anew', async () => {
  const machine = new Machine({ clear: '$event.disk.used_percent < 85' })
  await machine.look(50)
  expect(await machine.look(95)).toHaveLength(1)
  expect(await machine.look(88)).toEqual([])
  expect(await machine.look(95)).toEqual([])
  expect(await machine.look(84)).toEqual([])
  expect(await machine.look(95)).toHaveLength(1)
})

test('it must last for so long, without a break, and the look comes in time', async () => {
  const machine = new Machine({ for_s: 40 })
  await machine.look(50)
  expect(await machine.look(95)).toEqual([])
  expect(machine.againInMs).toBe(15_000)
  expect(await machine.look(50)).toEqual([])
  expect(await machine.look(95)).toEqual([])
  expect(await machine.look(95)).toEqual([])
  expect(await machine.look(95)).toEqual([])
  expect(machine.againInMs).toBe(10_000)
  expect(await machine.look(95, 10_000)).toEqual(['2026-03-02T09:01:00.000Z'])
  expect(machine.cursor).toEqual({ episode: { since: '2026-03-02T09:01:00.000Z', told: true } })
})

test.each([
  ['the service was off meanwhile', 10 * MINUTE],
  ['the clock was set back', -10 * MINUTE],
])('nobody knows whether it lasted when %s', async (_, laterMs) => {
  const machine = new Machine({ for_s: 30 })
  await machine.look(50)
  expect(await machine.look(95)).toEqual([])
  expect(await machine.look(95, laterMs)).toEqual([])
  expect(await machine.look(95)).toEqual([])
  expect(await machine.look(95)).toHaveLength(1)
})

test('what cannot be worked out is not so, and no trouble', async () => {
  const machine = new Machine({ when: '$event.battery.percent < 20' })
  await machine.look(50)
  expect(await machine.look(50)).toEqual([])
  machine.battery = { percent: 10 }
  expect(await machine.look(50)).toHaveLength(1)
  machine.battery = null
  expect(await machine.look(50)).toEqual([])
  expect(machine.cursor).toEqual({ episode: null })
})

test('an expression that is none is a mistake of whoever wrote it', async () => {
  const machine = new Machine({ when: '$event.disk >' })
  await expect(machine.look(50)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/^when is not an expression, at column \d+: /),
  })
})

test('it looks as often as the trigger says, every 15 seconds otherwise', () => {
  expect(new Machine({ every_s: 5 }).everyMs()).toBe(5_000)
  expect(new Machine().everyMs()).toBe(15_000)
})
