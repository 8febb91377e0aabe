import { attribute, childAt, escapeXml, type XmlElement } from '../archives/xml-tree.ts'
import type { Rect } from './geometry.ts'
import type { SlideShape } from './slide-shapes.ts'

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The group that holds all shapes of a slide, which every slide has to describe. */
export const groupRoot =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>' +
  '<a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'

export function transformXml({ x, y, width, height }: Rect): string {
  return `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`
}

/** A shape that fills a placeholder of the layout; `rect` only when it stands elsewhere than the layout says. */
export function placeholderXml(
  layoutShape: SlideShape,
  { id, body, rect, declarations = '' }: { id: number; body: string; rect?: Rect; declarations?: string },
): string {
  const properties = layoutShape.element.children.find((child) => child.local.startsWith('nv'))
  const type = layoutShape.placeholder?.type ?? 'obj'
  const name =
    { title: 'Title', ctrTitle: 'Title', subTitle: 'Subtitle', sldNum: 'Slide Number Placeholder' }[type] ??
    'Content Placeholder'
  return (
    `<p:sp${declarations}><p:nvSpPr><p:cNvPr id="${id}" name="${name} ${id - 1}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
    `<p:nvPr>${samePlaceholder(childAt(properties, ['nvPr', 'ph']))}</p:nvPr></p:nvSpPr>` +
    `<p:spPr>${rect ? transformXml(rect) : ''}</p:spPr><p:txBody>${body}</p:txBody></p:sp>`
  )
}

/** A box of text that belongs to no placeholder. */
export function textBoxXml({
  id,
  body,
  rect,
  declarations = '',
}: {
  id: number
  body: string
  rect: Rect
  declarations?: string
}): string {
  return (
    `<p:sp${declarations}><p:nvSpPr><p:cNvPr id="${id}" name="TextBox ${id - 1}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>` +
    `<p:spPr>${transformXml(rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr>` +
    `<p:txBody>${body}</p:txBody></p:sp>`
  )
}

/** A slide finds its place in the layout by these two. */
function samePlaceholder(element: XmlElement | undefined): string {
  const type = attribute(element, 'type')
  const index = attribute(element, 'idx')
  return `<p:ph${type ? ` type="${escapeXml(type)}"` : ''}${index ? ` idx="${escapeXml(index)}"` : ''}/>`
}
