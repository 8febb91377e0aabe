import { RefusedError } from './bridge.ts'

/**
 * A browser keeps few connections to the service open at once. Apps share two of them, whatever waits for a person: else
 * there would be none left to answer the question by.
 */
const MAX_OPEN = 2
const MAX_WAITING = 32

let open = 0
const waiting: (() => void)[] = []

export async function inRoom<Result>(work: () => Promise<Result>): Promise<Result> {
  if (open < MAX_OPEN) open += 1
  else if (waiting.length < MAX_WAITING) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw new RefusedError('Too many requests at once. Wait for some of them to end.')
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place goes to whoever waits, so that nobody else takes it on the way.
    if (next) next()
    else open -= 1
  }
}
