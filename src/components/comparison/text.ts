import { markdown, quiet, heading, table, column, type Cell } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'comparison'> = ({ title, criteria, items, verdict }, { figure }) => {
  const rows = criteria.map(({ key, label, unit, better }): Cell[] => {
    const values = items.map((item) => item.values[key])
    const best = bestOf(values, better)
    const cells = values.map((value) => ({
      text: figure(value, { unit }),
      tone: best !== undefined && value === best ? ('success' as const) : undefined,
    }))
    return [label ?? key, ...cells]
  })
  const names = items.map(({ name, recommended }) => (recommended ? `★ ${name}` : name))
  return [
    heading(title),
    column([
      [
        table(rows, { heads: ['', ...names], isByColumn: true }),
        ...items.map(({ name, text }) => quiet(text && `${name}: ${text}`)),
      ],
      [markdown(verdict)],
    ]),
  ]
}

function bestOf(values: readonly unknown[], better: 'higher' | 'lower' | undefined): number | undefined {
  const numbers = values.filter((value) => typeof value === 'number')
  if (better === undefined || numbers.length < 2) return undefined
  return better === 'higher' ? Math.max(...numbers) : Math.min(...numbers)
}
