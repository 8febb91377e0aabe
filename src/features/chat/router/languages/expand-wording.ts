import { parseTemplate, type Fold, type Node, type Phrases } from '../templates/parse-template.ts'

/** One word of a wording without choices, or a slot in it. */
export type Piece = { readonly word: string } | { readonly slot: string; readonly kind: string }

/** Every way in which a wording can be said, each a row of words and slots. */
export function expandWording(wording: string, phrases: Phrases, fold: Fold): Piece[][] {
  return expanded(parseTemplate(wording, phrases, fold)).filter((row) => row.length > 0)
}

function expanded(node: Node): Piece[][] {
  if (node.type === 'word') return [[{ word: node.word }]]
  if (node.type === 'slot') return [[{ slot: node.name, kind: node.kind === 'text' ? node.name : node.kind }]]
  if (node.type === 'constant') return [[]]
  if (node.type === 'choice') return node.options.flatMap(expanded)
  return node.nodes.reduce<Piece[][]>(
    (rows, one) => expanded(one).flatMap((end) => rows.map((row) => [...row, ...end])),
    [[]],
  )
}
