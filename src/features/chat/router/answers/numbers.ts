import { findUnit } from '../../../../platform/language/values/unit-table.ts'
import { randomInt } from 'node:crypto'
import { numberOf, showing, textOf, textsOf, widget, type Act, type Understood } from './act.ts'

export const numberActs: Readonly<Record<string, Act>> = {
  calculator: tellResult,
  unit_converter: tellMeasure,

  dice_roller: showing('dice_roller', 'count', 'sides', 'modifier'),
  coin_flip: showing('coin_flip', 'count', 'heads', 'tails'),

  random_number({ slots, voice }) {
    const [low, high] = [numberOf(slots, 'low') ?? 1, numberOf(slots, 'high') ?? 100]
    const range = Math.min(high - low + 1, 2 ** 47)
    voice.add({
      type: 'metric',
      label: `Random number from ${low} to ${high}`,
      value: low + randomInt(range),
    })
  },

  random_choice({ slots, voice }) {
    const choices = textsOf(slots, 'choices')
    voice.say(`**${choices[randomInt(choices.length)]!}**`)
  },

  password_generator: showing('password_generator', 'kind', 'length', 'words', 'symbols', 'digits'),
  color_picker: tellColor,
  tip_calculator: showing('tip_calculator', 'bill', 'tip_percent', 'people', 'currency'),
  bmi_calculator: showing('bmi_calculator', 'height_cm', 'weight_kg', 'units'),
  breathing: showing('breathing', 'inhale_s', 'hold_s', 'exhale_s', 'rest_s', 'label'),
  tic_tac_toe: showing('tic_tac_toe', 'difficulty', 'opponent'),
  drawing_canvas: showing('drawing_canvas'),
  markdown_editor: showing('markdown_editor'),

  poll({ slots, voice }) {
    const options = textsOf(slots, 'options').slice(0, 20)
    if (options.length < 2) return voice.decline('Between what? Say for instance "poll: pizza or sushi".')
    const question = textOf(slots, 'question') ?? 'What do you choose?'
    voice.add({
      type: 'poll',
      question: question.slice(0, 500),
      options: options.map((label) => ({ label: label.slice(0, 200) })),
    })
  },
}

function tellResult({ slots, voice }: Understood): void {
  const expression = textOf(slots, 'expression')
  const result = numberOf(slots, 'result')
  const told = textOf(slots, 'told')
  const note = textOf(slots, 'note')
  if (slots['problem'] === 'zero')
    return voice.say(`${expression} has no result: nothing can be divided by zero.`)
  if (told !== undefined) voice.say(told)
  else if (expression !== undefined && result !== undefined)
    voice.add({ type: 'metric', label: expression.slice(0, 200), value: result })
  else if (slots['unread'] === true)
    voice.decline(
      'I could not read what is to be calculated. Enter it here, or say it for instance as "250 + 19%".',
    )
  if (note !== undefined) voice.say(note)
  // What is told in words need not be something to calculate with.
  if (told === undefined || /^[\d\s.+*/()^-]+$/.test(expression ?? ''))
    voice.add(widget('calculator', slots, ['expression', 'result']))
}

interface Part {
  readonly value: number
  readonly unit: string
}

function tellMeasure({ slots, voice }: Understood): void {
  const [value, result] = [numberOf(slots, 'value'), numberOf(slots, 'result')]
  const [from, to] = [textOf(slots, 'from') ?? '', textOf(slots, 'to') ?? '']
  if (slots['isAcross'] === true) return tellKitchen(slots, voice)
  if (value !== undefined && result !== undefined) {
    const measured = partsText(slots['of'] as readonly Part[] | undefined) ?? `${formatted(value)} ${from}`
    const wanted = partsText(slots['as'] as readonly Part[] | undefined)
    voice.say(`${measured} = **${wanted ?? `${formatted(result)} ${to}`}**`)
  } else if (value !== undefined && to === '')
    voice.decline(`Into which unit? Choose it here, or say for instance "${formatted(value)} ${from} in …".`)
  voice.add(widget('unit_converter', slots, ['category', 'value', 'from', 'to']))
}

function partsText(parts: readonly Part[] | undefined): string | undefined {
  return parts?.map(({ value, unit }) => `${formatted(value)} ${unit}`).join(' ')
}

/** A spoon is a volume, a gram a weight: what is in the spoon decides. */
function tellKitchen(slots: Understood['slots'], voice: Understood['voice']): void {
  const [value, result] = [numberOf(slots, 'value')!, numberOf(slots, 'result')]
  const [from, to, substance] = [textOf(slots, 'from')!, textOf(slots, 'to')!, textOf(slots, 'substance')]
  if (result !== undefined)
    return voice.say(
      `${formatted(value)} ${from} of ${substance} = about **${formatted(result)} ${to}**. How it is filled makes some difference.`,
    )
  const unit = findUnit(from, 'volume')
  const ml = unit?.category === 'volume' ? unit.factor * 1_000 : undefined
  const volume =
    ml === undefined
      ? ''
      : ` ${formatted(value)} ${from} is ${formatted(Number((value * ml).toPrecision(4)))} ml.`
  voice.decline(
    `From ${from} to ${to} it depends on what is measured: one is a volume, the other a weight.${volume} Say what it is, for instance "${formatted(value)} ${from} of butter in ${to}".`,
  )
  if (ml !== undefined && from !== 'ml')
    voice.add({ type: 'unit_converter', category: 'volume', value, from, to: 'ml' })
}

function tellColor({ slots, voice }: Understood): void {
  const color = textOf(slots, 'color')
  if (color !== undefined) {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    const name = textOf(slots, 'label')
    const named = name === undefined ? '' : `${name[0]!.toUpperCase()}${name.slice(1)} is `
    voice.say(`${named}**${color}**, rgb(${red}, ${green}, ${blue}).`)
  }
  voice.add(widget('color_picker', slots, ['color', 'label', 'format']))
}

/** As many digits as matter, in groups of three. */
function formatted(value: number): string {
  const digits = Math.abs(value) >= 100 ? 2 : 4
  return new Intl.NumberFormat('en', { maximumFractionDigits: Math.abs(value) < 0.01 ? 8 : digits }).format(
    value,
  )
}
