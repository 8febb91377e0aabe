import { Graph, layout } from '@dagrejs/dagre'
import type { PropsOf } from '../schemas.ts'

export type DiagramProps = PropsOf<'diagram'>
export type DiagramNode = DiagramProps['nodes'][number]

export interface Placed {
  readonly width: number
  readonly height: number
  readonly nodes: readonly (DiagramNode & {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  })[]
  readonly edges: readonly {
    readonly from: string
    readonly to: string
    readonly label?: string | undefined
    readonly dashed: boolean
    readonly points: readonly { readonly x: number; readonly y: number }[]
  }[]
}

const LETTER = 7.6
const MAX_IN_LABEL = 28
const MAX_IN_DETAIL = 42

/** Where every box and arrow stands. An arrow to a box that is not there is left out. */
export function placed({
  nodes,
  edges,
  direction,
}: Pick<DiagramProps, 'nodes' | 'edges' | 'direction'>): Placed {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({
    rankdir: direction === 'down' ? 'TB' : 'LR',
    nodesep: 28,
    ranksep: 56,
    marginx: 8,
    marginy: 8,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const node of nodes) graph.setNode(node.id, sizeOf(node))
  const known = new Set(nodes.map(({ id }) => id))
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to))
  for (const [index, { from, to, label }] of drawn.entries())
    graph.setEdge(
      from,
      to,
      label === undefined ? {} : { width: label.length * LETTER, height: 18, labelpos: 'c' },
      String(index),
    )
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  return {
    width,
    height,
    nodes: nodes.map((node) => ({
      ...node,
      ...(graph.node(node.id) as { x: number; y: number; width: number; height: number }),
    })),
    edges: drawn.map(({ from, to, label, dashed = false }, index) => ({
      from,
      to,
      label,
      dashed,
      points: (graph.edge({ v: from, w: to, name: String(index) }) as { points: { x: number; y: number }[] })
        .points,
    })),
  }
}

function sizeOf({ label, detail = '', shape = 'box', icon }: DiagramNode): { width: number; height: number } {
  const [inLabel, inDetail] = [lettersIn(label), lettersIn(detail)]
  const letters = Math.max(Math.min(inLabel, MAX_IN_LABEL), Math.min(inDetail, MAX_IN_DETAIL) * 0.85)
  const lines = Math.ceil(inLabel / MAX_IN_LABEL) + Math.ceil(inDetail / MAX_IN_DETAIL)
  const width = letters * LETTER + 32 + (icon === undefined ? 0 : 24)
  const height = lines * 19 + 20
  return shape === 'diamond'
    ? { width: width * 1.5, height: height * 1.7 }
    : { width: Math.max(72, width), height }
}

/** How long a text is in small letters: capitals, as in the names of tools, and signs of East Asia take more room. */
function lettersIn(text: string): number {
  let letters = 0
  for (const letter of text) letters += /\p{Lu}/u.test(letter) ? 1.35 : letter > '\u2E80' ? 1.8 : 1
  return letters
}
