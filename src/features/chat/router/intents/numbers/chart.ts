import { Type } from '../../../../../contract/type.ts'
import { capital } from '../../../../../platform/language/capital.ts'
import { readRows, type SpokenCell } from '../../../../../platform/language/values/spoken-rows.ts'
import { textOf } from '../../answers/act.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'

const kinds = ['bar', 'line', 'pie', 'donut', 'area'] as const
type Kind = (typeof kinds)[number]

const draw =
  '[make|draw|create|plot|generate|show|build|give] [me] [a|an|the] [bar|line|pie|donut|area] (chart|graph|plot|diagram)'

/** A chart of what was said itself; one of a file is another intent. */
export const intent = defineIntent({
  name: 'chart',
  label: 'Chart',
  example: 'Draw a bar chart: apples 3, pears 5, plums 2',
  slots: {
    names: required.texts,
    values: Type.Array(Type.Number()),
    kind: Type.Optional(Type.Enum(kinds)),
    title: optional.text,
  },
  needs: ['names'],
  isExact: true,
  templates: [
    `${draw} [of|for|with|showing] {figures:exact}`,
    `${draw} (of|for|called|titled) {title:exact} : {figures:exact}`,
  ],
  fill(captured, said) {
    const [, title, figures] = /^([^:]*?): ?(.+)$/s.exec(textOf(captured, 'figures') ?? '') ?? [
      undefined,
      textOf(captured, 'title'),
      textOf(captured, 'figures'),
    ]
    const rows = readRows(figures ?? '', 2) ?? numbered(readRows(figures ?? '', 1))
    // One figure is no chart, and words are none.
    if (!rows || rows.length < 2 || !rows.every(([, value]) => typeof value === 'number')) return undefined
    const kind = kinds.find((one) => new RegExp(`\\b${one} (?:chart|graph|plot|diagram)`).test(said.lower))
    return {
      names: rows.map(([name]) => String(name)),
      values: rows.map(([, value]) => Number(value)),
      kind,
      title: title === undefined || title === '' ? undefined : title.trim(),
    }
  },
  act({ slots: { names, values, kind = 'bar', title }, writer }) {
    const chart_type: Kind = kind
    writer.add({
      type: 'chart',
      chart_type,
      ...(title !== undefined && { title: capital(title).slice(0, 200) }),
      labels: names.map((name) => capital(name)),
      series: [{ name: capital(title ?? 'Value').slice(0, 200), values: [...values] }],
    })
  },
})

/** "3, 5, 8": figures without names are counted. */
function numbered(rows: readonly (readonly SpokenCell[])[] | undefined): SpokenCell[][] | undefined {
  return rows?.map(([value], index) => [index + 1, value!])
}
