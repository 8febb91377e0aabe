import { randomInt } from 'node:crypto'
import { readNumbers } from '../../../../../platform/language/values/numbers.ts'
import { numberOf } from '../../answers/act.ts'
import { defineIntent, required } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'random_number',
  label: 'Random number',
  example: 'Random number between 1 and 100',
  slots: { low: required.number, high: required.number },
  templates: [
    '[<pick>|(i|we) (need|want)|<start>] [a|any|one] random (number|integer|numbers) [<range>]',
    '(<pick>|(i|we) (need|want)) [a|any] (number|integer) [<range>]',
    '[a] number (between|from) {low:number} (and|to) {high:number}',
  ],
  examples: [
    'random number [between {number} and {number}]',
    '(choose|pick) a number from {number} to {number}',
    'a number between {number} and {number}',
    'generate {number} random numbers',
    '(any|some|a random) number (up to|below|under) {number}',
    '(draw|say|select) a number (from|between) {number} (and|to) {number}',
  ],
  fill(captured) {
    const [first = 1, last = 100] = (captured['range'] ?? []) as number[]
    const ends = [numberOf(captured, 'low') ?? first, numberOf(captured, 'high') ?? last]
    return between(ends[0]!, ends[1]!)
  },
  read({ text }) {
    const numbers = readNumbers(text)
    return numbers.length === 2 ? between(numbers[0]!, numbers[1]!) : between(1, numbers[0] ?? 100)
  },
  act({ slots: { low, high }, writer }) {
    const range = Math.min(high - low + 1, 2 ** 47)
    writer.add({
      type: 'metric',
      label: `Random number from ${low} to ${high}`,
      value: low + randomInt(range),
    })
  },
})

function between(first: number, last: number) {
  const low = Math.ceil(Math.min(first, last))
  return { low, high: Math.max(low, Math.floor(Math.max(first, last))) }
}
