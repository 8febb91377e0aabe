import { randomInt } from 'node:crypto'
import { numberOf, showing, textOf, textsOf, widget, type Act } from './act.ts'

export const numberActs: Readonly<Record<string, Act>> = {
  calculator({ slots, voice }) {
    const expression = textOf(slots, 'expression')
    const result = numberOf(slots, 'result')
    if (expression !== undefined && result !== undefined)
      voice.add({ type: 'metric', label: expression.slice(0, 200), value: result })
    voice.add(widget('calculator', slots, ['expression', 'result']))
  },

  unit_converter({ slots, voice }) {
    const [value, result] = [numberOf(slots, 'value'), numberOf(slots, 'result')]
    if (value !== undefined && result !== undefined)
      voice.say(
        `${formatted(value)} ${textOf(slots, 'from')} = **${formatted(result)} ${textOf(slots, 'to')}**`,
      )
    voice.add(widget('unit_converter', slots, ['category', 'value', 'from', 'to']))
  },

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

  password_generator: showing('password_generator', 'kind', 'length', 'words', 'symbols', 'digits'),
  color_picker: showing('color_picker', 'color', 'label', 'format'),
  tip_calculator: showing('tip_calculator', 'bill', 'tip_percent', 'people', 'currency'),
  bmi_calculator: showing('bmi_calculator', 'height_cm', 'weight_kg', 'units'),
  breathing: showing('breathing', 'inhale_s', 'hold_s', 'exhale_s', 'rest_s', 'label'),
  tic_tac_toe: showing('tic_tac_toe', 'difficulty', 'opponent'),
  drawing_canvas: showing('drawing_canvas'),
  markdown_editor: showing('markdown_editor'),

  poll({ slots, voice }) {
    const options = textsOf(slots, 'options').slice(0, 20)
    if (options.length < 2) return voice.say('Between what? Say for instance "poll: pizza or sushi".')
    const question = textOf(slots, 'question') ?? 'What do you choose?'
    voice.add({
      type: 'poll',
      question: question.slice(0, 500),
      options: options.map((label) => ({ label: label.slice(0, 200) })),
    })
  },
}

/** As many digits as matter, in groups of three. */
function formatted(value: number): string {
  const digits = Math.abs(value) >= 100 ? 2 : 4
  return new Intl.NumberFormat('en', { maximumFractionDigits: Math.abs(value) < 0.01 ? 8 : digits }).format(
    value,
  )
}
