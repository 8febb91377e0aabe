import { quiet, heading, line, bold, facts } from '../../contract/text/blocks.ts'
import type { Description } from '../description.ts'

export const describe: Description<'diagram'> = ({ title, nodes, edges, caption }) => {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const box = (id: string) => bold(`[${labels.get(id) ?? id}]`)
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]))
  return [
    heading(title),
    ...edges.map(({ from, to, label, dashed }) => {
      const stroke = dashed ? '┄┄' : '──'
      return line(box(from), ` ${stroke}${label === undefined ? '' : ` ${label} ${stroke}`}▶ `, box(to))
    }),
    ...nodes.filter(({ id }) => !joined.has(id)).map(({ id }) => line(box(id))),
    facts(nodes.flatMap(({ label, detail }) => (detail === undefined ? [] : [{ label, value: detail }]))),
    quiet(caption),
  ]
}
