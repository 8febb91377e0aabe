import { expect, test } from 'vitest'
import { AskingCalls, type Ask } from './asking-calls.ts'

/** Questions that nobody answers: each ends with its signal. */
function unanswered() {
  const closed: unknown[] = []
  const ask: Ask = (params, signal) =>
    new Promise((resolve) => {
      const close = () => {
        closed.push(params)
        resolve({ action: 'cancel' })
      }
      if (signal.aborted) close()
      else signal.addEventListener('abort', close)
    })
  return { closed, calls: new AskingCalls(ask) }
}

/** A call that runs until it is ended, and asks over whatever way its server has. */
function running(calls: AskingCalls, work: () => Promise<unknown> = async () => {}) {
  const stop = new AbortController()
  const end = Promise.withResolvers<void>()
  const asked: string[] = []
  const over = calls.run({ signal: stop.signal, onAsked: () => asked.push('asked') }, async () => {
    void work()
    await end.promise
  })
  return { stop, asked, end: () => (end.resolve(), over) }
}

const never = new AbortController().signal

test('a question that comes in the answer to a call belongs to that call alone', async () => {
  const { calls, closed } = unanswered()
  const first = running(calls, () => calls.ask('of the first', never))
  const second = running(calls, () => calls.ask('of the second', never))
  expect([first.asked, second.asked]).toEqual([['asked'], ['asked']])
  await first.end()
  expect(closed).toEqual(['of the first'])
  second.stop.abort()
  expect(closed).toEqual(['of the first', 'of the second'])
})

test('a question that may be of several calls is open until all of those are over, and no later', async () => {
  const { calls, closed } = unanswered()
  const first = running(calls)
  const second = running(calls)
  void calls.ask('of one of them', never)
  const third = running(calls)
  await first.end()
  expect(closed).toEqual([])
  second.stop.abort()
  expect(closed).toEqual(['of one of them'])
  expect(third.asked).toEqual([])
})

test('a server that takes its question back closes it', () => {
  const { calls, closed } = unanswered()
  running(calls)
  const takeBack = new AbortController()
  void calls.ask('taken back', takeBack.signal)
  takeBack.abort()
  expect(closed).toEqual(['taken back'])
})

test('nobody is asked outside of a call, nor more than twenty times in one', async () => {
  const { calls } = unanswered()
  expect(await calls.ask('unasked', never)).toEqual({ action: 'cancel' })
  const call = running(calls)
  for (let times = 0; times < 25; times += 1) void calls.ask(times, never)
  expect(call.asked).toHaveLength(20)
  running(calls, () => calls.ask('of another call', never))
  expect(call.asked).toHaveLength(20)
})
