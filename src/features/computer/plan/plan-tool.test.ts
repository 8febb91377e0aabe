import { describe, expect, test } from 'vitest'
import { readPlan } from './plan-tool.ts'

describe('a plan of a model', () => {
  test('is taken as it is written', () => {
    const steps = [
      { text: 'Open the editor', state: 'done' },
      { text: 'Write the letter', state: 'doing' },
      { text: 'Print it', state: 'given_up' },
      { text: 'Save it', state: 'to_do' },
    ]
    expect(readPlan({ steps })).toEqual({ steps })
  })

  test('may be written as other tools want it', () => {
    const given = [
      'Open the editor',
      { content: 'Write', status: 'In progress' },
      { step: 'Save', state: 'pending' },
    ]
    expect(readPlan(given)).toEqual({
      steps: [
        { text: 'Open the editor', state: 'to_do' },
        { text: 'Write', state: 'doing' },
        { text: 'Save', state: 'to_do' },
      ],
    })
  })

  test('may be taken back', () => {
    expect(readPlan({ steps: [] })).toEqual({ steps: [] })
  })

  test.each([
    [
      'too long',
      { steps: Array.from({ length: 16 }, (_, n) => `Step ${n}`) },
      'it has 16 steps, and 15 is the',
    ],
    ['no list', { steps: 'First this, then that' }, 'steps must be a list'],
    ['nothing', undefined, 'steps must be a list'],
    ['without a text', { steps: [{ state: 'done' }] }, 'step 1 has no text'],
    ['blank', { steps: ['Open it', ' \n '] }, 'step 2 has no text'],
    [
      'in a state of its own',
      { steps: [{ text: 'x', state: 'approved by the user' }] },
      'step 1 has no state of',
    ],
    ['of an inherited name', { steps: [{ text: 'x', state: 'constructor' }] }, 'step 1 has no state of'],
    ['made of numbers', { steps: [7] }, 'step 1 is no {text, state}'],
  ])('that is %s is refused with a sentence', (_what, given, why) => {
    const problem = expect.stringContaining(why) as string
    expect(readPlan(given)).toEqual({ problem })
    expect(readPlan(given)).toEqual({
      problem: expect.stringContaining('The one before it stays.') as string,
    })
  })

  test('shows what would hide in it, in one short line', () => {
    const bell = String.fromCodePoint(27)
    const read = readPlan({ steps: [`Pay${bell}[2J \u202Eevil\nnow`, 'x'.repeat(5_000)] })
    expect(read).toEqual({
      steps: [
        { text: 'Pay\\u{1B}[2J \\u{202E}evil now', state: 'to_do' },
        { text: `${'x'.repeat(159)}…`, state: 'to_do' },
      ],
    })
  })
})
