import { Type } from '../../../../../contract/type.ts'
import { findUnit } from '../../../../../platform/language/values/unit-table.ts'
import { readConversion, readUnits } from '../../../../../platform/language/values/units.ts'
import { widget, type Understood } from '../../answers/act.ts'
import { defineIntent, optional, type Found, type SlotsOf } from '../../define-intent.ts'

const Parts = Type.Array(Type.Object({ value: Type.Number(), unit: Type.String() }))
const Slots = {
  category: optional.text,
  value: optional.number,
  from: optional.text,
  to: optional.text,
  result: optional.number,
  /** A measure in several units, as it was said, and the result in those that were asked for. */
  of: Type.Optional(Parts),
  as: Type.Optional(Parts),
  /** Between weight and volume: what is in the spoon decides. */
  isAcross: optional.true,
  substance: optional.text,
}
type Measure = SlotsOf<typeof Slots>

const from = '{from:measure} [of {substance:label}]'

export const intent = defineIntent({
  name: 'unit_converter',
  label: 'Unit conversion',
  example: '5 miles in km',
  family: 'calculator',
  slots: Slots,
  needs: ['from', 'to'],
  templates: [
    `[<what_is>] ${from} (in|to|into|as|converted to|equals|equal to|=) {to:measure}`,
    `how (many|much) {to:measure} [are|is] [there] (in|is|are|to|make|makes|per|equal|equals|equal to|are equal to|make up|fit in|fit into|would be) ${from}`,
    `how (many|much) {to:measure} (does|do|would|is|are) ${from} (make|equal|be|have|contain|weigh)`,
    `how (many|much) (is|are|does|do) ${from} (in|to) {to:measure}`,
    `how (do|can|would) (i|you|we) convert ${from} (to|into|in) {to:measure}`,
    `(what|how much) (is|are) ${from} (equal|equivalent) to in {to:measure}`,
    `convert ${from}`,
    '[open|show|start] [me] [a|the] (unit|measurement) (converter|conversion)',
  ],
  examples: [
    'how many {unit} would {amount} {unit} be',
    '{amount} {unit} equals how many {unit}',
    'what amount of {unit} (are|is) in {amount} {unit}',
    'how big is {amount} {unit} in {unit}',
    '(convert|change) {amount} {unit} (to|into|in) {unit}',
    '{amount} {unit} (in|to) {unit}',
    'how many {unit} [are|is|are there] in {amount} {unit}',
    'how many {unit} [are|is|are there] in (a|an|one) {unit}',
    "(what's|what is|how much is) {amount} {unit} in {unit}",
    'how many {unit} (equal|make|make up|is) {amount} {unit}',
    'what is {amount} {unit} converted to {unit}',
    '{unit} to {unit} [converter|conversion]',
    'how (long|far|heavy|tall|hot|much) is {amount} {unit} in {unit}',
    'how do i convert {unit} to {unit}',
    'if something is {amount} {unit} how many {unit} is that',
    'tell me how many {unit} {amount} {unit} is',
    "what's the number of {unit} in {amount} {unit}",
    '{amount} degrees (fahrenheit|celsius) in (celsius|fahrenheit)',
    'express {amount} {unit} in {unit}',
    'i need to convert {unit} to {unit}',
    '{amount} {unit} (is|are) how many {unit}',
    '{amount} {unit} (into|as) {unit}',
    '(turn|switch|make) {amount} {unit} (into|to) {unit}',
    'how many {unit} (go into|fit in|make|make up) (a|one|{amount}) {unit}',
    "(what is|what's) the (conversion|equivalent) (of|from) {amount} {unit} (in|to) {unit}",
  ],
  counterExamples: [
    'how many miles (per gallon|to the gallon) do i (get|have left)',
    'how far can i (drive|go) on (a tank|this tank|{number} gallons)',
    'how many miles is it to {city}',
    'how much fuel do i need to get to {city}',
  ],
  fill({ from: source, to }, { text }) {
    if (source === undefined) return {}
    return to === undefined ? unconverted(text) : readConversion(text)
  },
  read({ text }) {
    const measure = readConversion(text) ?? unconverted(text)
    // "convert 5 bananas to km": the number is of something else.
    return measure?.value === undefined && /\d/.test(text) ? undefined : measure
  },
  sureAt: 0.93,
  isProvenByValues: true,
  glance: ({ value, result, to, as }) =>
    value === undefined || result === undefined ? undefined : (partsText(as) ?? `${formatted(result)} ${to}`),
  act({ slots, writer }) {
    const { value, result, from: unit = '', to = '', of, as } = slots
    if (slots.isAcross === true) return tellKitchen(slots, writer)
    if (value !== undefined && result !== undefined)
      writer.say(
        `${partsText(of) ?? `${formatted(value)} ${unit}`} = **${partsText(as) ?? `${formatted(result)} ${to}`}**`,
      )
    else if (value !== undefined && to === '')
      writer.decline(`To which unit? Choose it here, or say e.g. "${formatted(value)} ${unit} in …".`)
    writer.add(widget('unit_converter', slots, ['category', 'value', 'from', 'to']))
  },
})

/** A measure of which nobody said what it is to become. */
function unconverted(text: string): Found<Measure> | undefined {
  const [found] = readUnits(text)
  return found && { category: found.unit.category, value: found.value, from: found.unit.symbol }
}

function partsText(parts: Measure['of']): string | undefined {
  return parts?.map(({ value, unit }) => `${formatted(value)} ${unit}`).join(' ')
}

/** A spoon is a volume, a gram a weight: what is in the spoon decides. */
function tellKitchen(
  { value = 1, result, from = '', to, substance }: Measure,
  writer: Understood['writer'],
): void {
  const said = `${formatted(value)} ${from}`
  if (result !== undefined)
    return writer.say(
      `${said} of ${substance} = about **${formatted(result)} ${to}**. It depends a little on how it is filled.`,
    )
  const unit = findUnit(from, 'volume')
  const ml = unit?.category === 'volume' ? unit.factor * 1_000 : undefined
  const volume = ml === undefined ? '' : ` ${said} is ${formatted(Number((value * ml).toPrecision(4)))} ml.`
  writer.decline(
    `From ${from} to ${to} it depends on what you measure: one is a volume, the other a weight.${volume} Say what it is, e.g. "${said} of butter in ${to}".`,
  )
  if (ml !== undefined && from !== 'ml')
    writer.add({ type: 'unit_converter', category: 'volume', value, from, to: 'ml' })
}

/** As many digits as matter, in groups of three. */
function formatted(value: number): string {
  const digits = Math.abs(value) >= 100 ? 2 : 4
  const maximumFractionDigits = Math.abs(value) < 0.01 ? 8 : digits
  return new Intl.NumberFormat('en', { maximumFractionDigits }).format(value)
}
