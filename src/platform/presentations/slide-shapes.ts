import { attribute, childAt, childrenNamed, descendants, type XmlElement } from '../archives/xml-tree.ts'
import { ownRect, type Rect } from './geometry.ts'
import type { Presentation } from './presentation.ts'

export interface Placeholder {
  readonly type: string
  readonly index: string
}

export interface SlideShape {
  readonly element: XmlElement
  readonly placeholder: Placeholder | undefined
  /** Where it is drawn, taken from layout or master when it says nothing itself. */
  readonly rect: Rect | undefined
  readonly hasText: boolean
}

const shapeNames = new Set(['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp', 'contentPart'])
const titleTypes = new Set(['title', 'ctrTitle'])
/** What repeats on every slide and is no content of it. */
const furnitureTypes = new Set(['dt', 'ftr', 'sldNum', 'hdr'])

/** The shapes that stand directly on a slide, layout or master, lowest first. */
export async function shapesOf(presentation: Presentation, part: string): Promise<SlideShape[]> {
  const { root } = await presentation.pack.xml(part)
  const tree = childAt(root, ['cSld', 'spTree'])
  const parents = await inheritedShapes(presentation, part)
  return shapeElements(tree).map((element) => {
    const placeholder = placeholderOf(element)
    return {
      element,
      placeholder,
      rect: ownRect(element) ?? (placeholder && inheritedRect(placeholder, parents)),
      hasText: [...descendants(element)].some((each) => each.local === 't' && each.text.trim() !== ''),
    }
  })
}

/** Shapes in document order; of alternatives for newer and older programs only the first is one. */
export function shapeElements(tree: XmlElement | undefined): XmlElement[] {
  return (tree?.children ?? []).flatMap((child) => {
    if (shapeNames.has(child.local)) return [child]
    if (child.local !== 'AlternateContent') return []
    const chosen = childrenNamed(child, 'Choice')[0] ?? childrenNamed(child, 'Fallback')[0]
    return shapeElements(chosen)
  })
}

export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const properties = shape.children.find((child) => child.local.startsWith('nv'))
  const element = childAt(properties, ['nvPr', 'ph'])
  return element && { type: attribute(element, 'type') ?? 'obj', index: attribute(element, 'idx') ?? '0' }
}

export function isTitle(placeholder: Placeholder | undefined): boolean {
  return placeholder !== undefined && titleTypes.has(placeholder.type)
}

export function isFurniture(placeholder: Placeholder | undefined): boolean {
  return placeholder !== undefined && furnitureTypes.has(placeholder.type)
}

/** Takes text, and so is no place for a title, a date or a picture only. */
export function isBody(placeholder: Placeholder | undefined): boolean {
  return placeholder !== undefined && ['obj', 'body', 'subTitle', 'tbl', 'chart'].includes(placeholder.type)
}

/** Nothing was put into it yet; a show does not draw it. */
export function isEmptyPlaceholder(shape: SlideShape): boolean {
  return shape.placeholder !== undefined && shape.element.local === 'sp' && !shape.hasText
}

/** A slide takes places from its layout, a layout from its master, and a master from nobody. */
async function inheritedShapes(presentation: Presentation, part: string): Promise<SlideShape[]> {
  const { root } = await presentation.pack.xml(part)
  const above = parentOf[root.local]
  const parent = above && (await presentation.pack.related(part, above.relationship))
  if (!parent) return []
  // A damaged file may name a slide as its own layout; going up has to end.
  const isAbove = (await presentation.pack.xml(parent)).root.local === above.root
  return isAbove ? await shapesOf(presentation, parent) : []
}

const parentOf: Readonly<Record<string, { relationship: string; root: string }>> = {
  sld: { relationship: 'slideLayout', root: 'sldLayout' },
  sldLayout: { relationship: 'slideMaster', root: 'sldMaster' },
}

function inheritedRect(placeholder: Placeholder, parents: readonly SlideShape[]): Rect | undefined {
  const candidates = parents.filter((each) => each.placeholder !== undefined)
  const sameIndex = candidates.find(
    (each) =>
      each.placeholder!.index === placeholder.index && isTitle(each.placeholder) === isTitle(placeholder),
  )
  const sameRole = candidates.find((each) => roleOf(each.placeholder!) === roleOf(placeholder))
  return (isTitle(placeholder) || isFurniture(placeholder) ? sameRole : (sameIndex ?? sameRole))?.rect
}

function roleOf(placeholder: Placeholder): string {
  if (titleTypes.has(placeholder.type)) return 'title'
  return furnitureTypes.has(placeholder.type) ? placeholder.type : 'body'
}
