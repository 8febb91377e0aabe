import type { FoundColor } from '../../../../../platform/language/values/css-colors.ts'
import { textOf, widget } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { slotKinds } from '../../templates/slot-kinds.ts'

const code =
  '(hex [code|value]|{format=rgb} rgb [code|value]|{format=hsl} hsl|{format=oklch} oklch|html [code]|css)'

export const intent = defineIntent({
  name: 'color_picker',
  label: 'Color',
  example: 'Pick a color',
  slots: { color: optional.text, label: optional.text, format: optional.text },
  templates: [
    `[<show>] [the] (<colour> [code]|${code} [<colour>]) [for|of|is] [the] [<colour>] {color:color} [<colour>] [in ${code}]`,
    `[what [<colour>] is|<show>] [the] [<colour>] {color:color} [<colour>] in ${code}`,
    'what (<colour> is {color:color}|does {color:color} look like|does the <colour> {color:color} look like)',
    '{color:color} <colour> [code]',
    '[<start>|<show>] [a|the] (<colour> (picker|palette|wheel|code|codes)|hex (code|value))',
    '(pick|choose) [me] [a] <colour>',
    '(show|display) [me] {shown:color}',
  ],
  examples: [
    '(suggest|show|make) a (color|colour) palette [with {color}|for my website]',
    '(show me|what is the hex code of|hex code for) [the colour] {color}',
  ],
  recognize({ lower }, when) {
    const found = slotKinds['color']!.read(lower, when) as FoundColor | undefined
    // By its name alone it may be the thing: an orange, a salmon.
    return found && found.label === undefined ? found : undefined
  },
  fill(captured) {
    const shown = captured['shown'] as FoundColor | undefined
    if (things.test(shown?.label ?? '')) return undefined
    const color = shown ?? (captured['color'] as FoundColor | undefined)
    return { ...color, format: textOf(captured, 'format') }
  },
  act({ slots, writer }) {
    const { color, label } = slots
    if (color !== undefined) {
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
      const named = label === undefined ? '' : `${label[0]!.toUpperCase()}${label.slice(1)} is `
      writer.say(`${named}**${color}**, rgb(${red}, ${green}, ${blue}).`)
    }
    writer.add(widget('color_picker', slots, ['color', 'label', 'format']))
  },
})

/** Colors that are called as things are, which somebody may want to see. */
const things =
  /^(?:orange|salmon|tomato|chocolate|olive|gold|silver|violet|plum|orchid|wheat|linen|snow|ivory|lime|coral|peru|thistle|lavender|sienna|tan|rose|peach|mint|aqua|lemon|cherry|wine|sand|sky|forest|charcoal|amber|ruby|emerald|jade|navy|mustard|rust|bronze|copper|cream|coffee|honey)$/i
