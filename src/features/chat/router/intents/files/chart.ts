import { basename, dirname } from 'node:path'
import { Type } from '../../../../../contract/type.ts'
import type { FilePlace } from '../../../../../platform/language/values/file-places.ts'
import type { ActPort } from '../../act-port.ts'
import { textOf, type Understood } from '../../answers/act.ts'
import { callTool } from '../../answers/call-tool.ts'
import { defineIntent, optional } from '../../define-intent.ts'
import { besides, destinationOf, replacing } from './file-destinations.ts'
import { Place, unquoted } from './file-slots.ts'
import { factsAt, findPlace, isFolder } from './find-file.ts'

const draw =
  '[make|draw|create|plot|generate|show|build] [me] [a|an|the] [bar|line|pie|scatter] (chart|graph|plot|diagram)'
const table = '[(from|of|in|using|with)] [the (file|spreadsheet|data in)] {path:table}'
const saved = '[[and] [save [it]] (to|as|in|into) {to:file}]'
const by = '(by|per|against|over|vs|versus)'

export const intent = defineIntent({
  name: 'GENERATE_CHART_IMAGE',
  label: 'Draw a chart',
  example: 'Bar chart of sales by region from ~/sales.csv',
  effect: 'adds',
  slots: {
    path: Place,
    to: Type.Optional(Place),
    chart_type: optional.text,
    x_column: optional.text,
    y_column: optional.text,
  },
  needs: ['path'],
  isExact: true,
  templates: [
    `${draw} ${table} ${saved}`,
    `${draw} [of|for|showing] [the] {y:exact} ${by} {x:exact} ${table} ${saved}`,
    `${draw} [of|for|showing] {y:word} ${table} ${saved}`,
    `(plot|graph|chart) [the] {y:exact} ${by} {x:exact} ${table} ${saved}`,
    `(plot|graph|chart|visualize|visualise) {path:table} [as a (bar|line|pie|scatter) (chart|graph|plot)] ${saved}`,
  ],
  fill({ path, to, x, y }, said) {
    const kind = /\b(bar|line|pie|scatter)\b(?= (?:chart|graph|plot|diagram)\b)/.exec(said.lower)?.[1]
    return {
      path: path as FilePlace,
      to,
      chart_type: kind,
      y_column: typeof y === 'string' ? unquoted(y) : undefined,
      x_column: typeof x === 'string' ? unquoted(x) : undefined,
    }
  },
  async act(understood, port) {
    const { path: from, to: given, chart_type = 'bar', ...columns } = understood.slots
    const path = await findPlace(port, understood, from)
    if (path === undefined) return
    const chosen =
      given && (await destinationOf(port, understood, { to: given, from: path, keepsEnding: false }))
    if (given && chosen === undefined) return
    const output = await picturePath(understood, port, { path, chosen })
    const data = await callTool(port, understood, {
      action: 'GENERATE_CHART_IMAGE',
      args: { input_path: path, output_path: output, chart_type, ...columns },
      says: true,
      ...(await replacing(port, understood, output)),
    })
    const written = data && textOf(data, 'path')
    if (written) understood.writer.add({ type: 'file', name: basename(written).slice(0, 300), path: written })
  },
})

async function picturePath(
  understood: Understood,
  port: ActPort,
  { path, chosen }: { path: string; chosen: string | undefined },
): Promise<string> {
  const own = besides(path, '.png')
  if (chosen === undefined) return own
  if (/\.png$/i.test(chosen)) return chosen
  return isFolder(await factsAt(port, understood, chosen))
    ? `${chosen.replace(/\/$/, '')}/${basename(own)}`
    : `${dirname(chosen)}/${basename(chosen)}.png`
}
