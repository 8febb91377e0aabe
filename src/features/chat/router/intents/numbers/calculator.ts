import type { Component } from '../../../../../contract/component-schema.ts'
import { formatSignificant } from '../../../../../contract/text/numbers.ts'
import { Type } from '../../../../../contract/type.ts'
import { readCalculation } from '../../../../../platform/language/values/arithmetic.ts'
import { withoutDust } from '../../../../../platform/language/values/evaluate.ts'
import { readNumbers } from '../../../../../platform/language/values/numbers.ts'
import { readWordedCalculation } from '../../../../../platform/language/values/worded-calculations.ts'
import { widget } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'

const ofCalculating =
  /\b(?:calculat\w+|maths?|equation|arithmetic|algebra|root|factorial|log|squared|cubed|percent|plus|minus|times|divided?|multipl\w+|sum|average|power|half|add|subtract|area|equals?)\b/i

const forHelp =
  /\b(?:help|assist\w*|solve|problems?|questions?|issues?)\b.*\bmaths?\b|\bmaths?\b.*\b(?:problems?|questions?|issues?)\b/i

export const intent = defineIntent({
  name: 'calculator',
  label: 'Calculation',
  example: 'What is 17% of 230?',
  family: 'calculator',
  slots: {
    expression: optional.text,
    result: optional.number,
    /** The answer in words, where a figure alone would not say what it is. */
    told: optional.text,
    note: optional.text,
    problem: Type.Optional(Type.Literal('zero')),
    /** Numbers were named that could not be read. */
    unread: optional.true,
  },
  needs: ['expression'],
  templates: [
    '[open|show|start|use|i need|give me] [me] [the|a] calculator',
    '[how much (each|is it each|per person|does (each|everyone) [of us|person] (pay|owe))] [if (i|we)] (split|share|divide|divvy up) {what}',
    '[how much is|what is|how much (per person|each) (for|of)] {what:money} ((split|shared|divided) [equally|evenly] [between|among|amongst|by]|between|among|amongst) {people:number} (people|persons|way|ways|friends|of us|guests)',
    '[what is] [the] (area|square footage) of {what}',
    'how many square (feet|foot|meters|metres|yards) (is|are|in) {what}',
    '[what is] (round|rounded) {what}',
    '[what is|calculate] {what} rounded [up|down|off] [to {step}]',
    '[what is|calculate|how much is] [{before}] (mortgage|loan|monthly payment|monthly payments|repayment|repayments) {what}',
  ],
  examples: [
    'what is the (log|sine|cosine|tangent|cubed root|inverse) of {number}',
    'help me with (my|some) math [homework]',
    "(what's|what is) the (square root|cube root|factorial|square|logarithm) of {number}",
    '{number} (squared|cubed|factorial)',
    '(do|solve) (some|a|this) (math|math problem|calculation|sum|equation) [for me]',
    'what do {number} and {number} (add up to|make|equal)',
    'can you do math',
    'i need to calculate something',
    'area of a {number} by {number} room',
    '(is|does) {number} (times|plus|divisible by) {number} [equal {number}]',
    '(total|sum) of {number} [,] {number} and {number}',
    'what do (you|i) get (if|when) (you|i) (multiply|add|divide|subtract) {number} (by|and|from) {number}',
    'how much (is|does) {number} and {number} [make|equal|come to]',
    '(what|how much) is (a|one) (half|third|tenth) of {number}',
    '{number} to the {number} power',
  ],
  counterExamples: [
    'can you (solve|answer|do) (algebra|equations|calculus)',
    'why (is|are) (exponents|fractions|zero) (important|so hard|done first)',
    'what is the (pythagorean theorem|quadratic formula|order of operations)',
  ],
  // What can be worked out to its last word is a calculation, whatever it is worded like.
  recognize: ({ text }) => readCalculation(text),
  fill: ({ what }, { text }) => (what === undefined ? {} : readWordedCalculation(text)),
  read({ text }) {
    const calculation = readWordedCalculation(text) ?? readCalculation(text)
    if (calculation) return calculation
    // Numbers that were named but not understood must be said to be so, not dropped.
    if (readNumbers(text).length === 0) return forHelp.test(text) ? {} : undefined
    return ofCalculating.test(text) ? { unread: true as const } : undefined
  },
  sureAt: 0.93,
  isProvenByValues: true,
  glance: ({ expression, result, told }) =>
    told ?? (expression !== undefined && result !== undefined ? digitsOf(result) : undefined),
  act({ slots, writer }) {
    const { expression, result, told, note, problem, unread } = slots
    if (problem !== undefined) return writer.say(`${expression} has no result: you can't divide by zero.`)
    const isWorkedOut = told !== undefined || (expression !== undefined && result !== undefined)
    if (told !== undefined) writer.say(told)
    else if (expression !== undefined && result !== undefined) writer.add(figure(expression, result))
    else if (unread === true)
      writer.decline('I couldn\'t read the calculation. Enter it here, or say e.g. "250 + 19%".')
    if (note !== undefined) writer.say(note)
    // Who asked for a number gets the number; the keys are for who has still something to enter.
    if (!isWorkedOut) writer.add(widget('calculator', slots, ['expression', 'result']))
  },
})

const MAX_DECIMALS = 10

function digitsOf(result: number): string {
  return String(withoutDust(result, 12))
}

/** The result with all the digits that it has, which a figure elsewhere would round away. */
function figure(expression: string, result: number): Component {
  const [digits = '', exponent] = digitsOf(result).split('e')
  const label = expression.slice(0, 200)
  if (exponent !== undefined) return { type: 'metric', label, value: formatSignificant(result, 'en') }
  const decimals = Math.min(MAX_DECIMALS, digits.split('.')[1]?.length ?? 0)
  return { type: 'metric', label, value: result, ...(decimals > 0 && { decimals }) }
}
