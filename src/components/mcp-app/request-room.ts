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
  if (open >= MAX_OPEN) {
    if (waiting.length >= MAX_WAITING)
      throw new RefusedError('Too many requests at once. Wait for some of them to end.')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  open += 1
  try {
    return await work()
  } finally {
    open -= 1
    waiting.shift()?.()
  }
}
