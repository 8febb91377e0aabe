import { attribute, childAt, type XmlElement } from '../archives/xml-tree.ts'
import type { Layout } from './layouts.ts'
import type { Presentation } from './presentation.ts'
import type { SlideShape } from './slide-shapes.ts'

const levels = 5
/** What PowerPoint takes when nobody says anything. */
const usualPoints = [28, 24, 20, 18, 18]

/** The font size of each level of text in a placeholder: the layout's word, else the master's. */
export async function bodyFontPoints(
  presentation: Presentation,
  { layout, shape }: { layout: Layout; shape: SlideShape | undefined },
): Promise<number[]> {
  const { root } = await presentation.pack.xml(layout.master)
  const master = childAt(root, ['txStyles', 'bodyStyle'])
  const own = childAt(shape?.element, ['txBody', 'lstStyle'])
  return Array.from(
    { length: levels },
    (_, level) => levelPoints(own, level) ?? levelPoints(master, level) ?? usualPoints[level]!,
  )
}

function levelPoints(list: XmlElement | undefined, level: number): number | undefined {
  const size = Number(attribute(childAt(list, [`lvl${level + 1}pPr`, 'defRPr']), 'sz'))
  return size > 0 ? size / 100 : undefined
}
