import type { DeckTheme } from './deck-themes.ts'
import { rootNamespaces, transitional } from './dialect.ts'
import { emu, type Rect } from './geometry.ts'
import { groupRoot, transformXml, xmlDeclaration } from './slide-xml.ts'

/** Widescreen: 13.33 by 7.5 inches. */
export const deckSize = { width: 12_192_000, height: 6_858_000 } as const

const titleRect = box(0.65, 0.45, 12.03, 0.95)
const bodyRect = box(0.65, 1.75, 12.03, 4.95)
const leftRect = box(0.65, 1.75, 5.85, 4.95)
const rightRect = box(6.83, 1.75, 5.85, 4.95)
const namespaces = rootNamespaces(transitional)

interface DeckLayout {
  readonly name: string
  readonly type: string
  readonly shapes: (theme: DeckTheme) => string
  /** On the colour of the first slide, without what the master draws. */
  readonly isCover?: true
}

export const deckLayouts: readonly DeckLayout[] = [
  { name: 'Title Slide', type: 'title', isCover: true, shapes: titleSlideShapes },
  {
    name: 'Title and Content',
    type: 'obj',
    shapes: () => placeholder(2, { type: 'title' }) + placeholder(3, { index: 1 }) + furniture(4),
  },
  { name: 'Section Header', type: 'secHead', isCover: true, shapes: sectionShapes },
  {
    name: 'Two Content',
    type: 'twoObj',
    shapes: () =>
      placeholder(2, { type: 'title' }) +
      placeholder(3, { index: 1, size: 'half', rect: leftRect }) +
      placeholder(4, { index: 2, size: 'half', rect: rightRect }) +
      furniture(5),
  },
  { name: 'Title Only', type: 'titleOnly', shapes: () => placeholder(2, { type: 'title' }) + furniture(3) },
  {
    name: 'Picture with Caption',
    type: 'picTx',
    shapes: () =>
      placeholder(2, { type: 'title' }) +
      placeholder(3, { type: 'pic', index: 1, rect: box(0.65, 1.75, 7.6, 4.95) }) +
      placeholder(4, { type: 'body', index: 2, size: 'half', rect: box(8.6, 1.75, 4.08, 4.95) }) +
      furniture(5),
  },
  { name: 'Blank', type: 'blank', shapes: () => furniture(2) },
]

export function layoutXml(layout: DeckLayout, theme: DeckTheme): string {
  const isColoured = layout.isCover === true && theme.cover !== 'plain'
  const background = isColoured
    ? `<p:bg><p:bgPr><a:solidFill><a:schemeClr val="${theme.cover === 'deep' ? 'dk2' : 'lt2'}"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>`
    : ''
  const own = layout.isCover ? ' showMasterSp="0"' : ''
  return (
    `${xmlDeclaration}<p:sldLayout ${namespaces} type="${layout.type}" preserve="1"${own}><p:cSld name="${layout.name}">${background}` +
    `<p:spTree>${groupRoot}${layout.shapes(theme)}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`
  )
}

export function masterXml(theme: DeckTheme, layoutIds: string): string {
  const [background, text, background2, text2] = theme.isDark
    ? ['dk1', 'lt1', 'dk2', 'lt2']
    : ['lt1', 'dk1', 'lt2', 'dk2']
  const accents = [1, 2, 3, 4, 5, 6].map((number) => `accent${number}="accent${number}"`).join(' ')
  const rule = theme.cover === 'plain' ? '' : bar(9, { rect: box(0.75, 1.4, 0.9, 0.06), color: 'accent1' })
  const shapes =
    rule +
    placeholder(2, { type: 'title', rect: titleRect, prompt: 'Click to edit title', anchor: 'b' }) +
    placeholder(3, { type: 'body', index: 1, rect: bodyRect, prompt: 'Click to edit text' }) +
    furniture(4, { isMaster: true })
  return (
    `${xmlDeclaration}<p:sldMaster ${namespaces}><p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>` +
    `<p:spTree>${groupRoot}${shapes}</p:spTree></p:cSld>` +
    `<p:clrMap bg1="${background}" tx1="${text}" bg2="${background2}" tx2="${text2}" ${accents} hlink="hlink" folHlink="folHlink"/>` +
    `<p:sldLayoutIdLst>${layoutIds}</p:sldLayoutIdLst>` +
    '<p:hf hdr="0" ftr="0" dt="0"/>' +
    `<p:txStyles>${titleStyle}${bodyStyle()}<p:otherStyle/></p:txStyles></p:sldMaster>`
  )
}

function titleSlideShapes(theme: DeckTheme): string {
  const color = coverText(theme)
  const decoration =
    theme.cover === 'plain'
      ? ''
      : circle(7, { rect: box(9.6, -1.9, 6, 6), color: 'accent1', alpha: 35 }) +
        circle(8, { rect: box(11.2, 3.7, 3.4, 3.4), color: 'accent2', alpha: 30 }) +
        bar(9, { rect: box(0.95, 4.02, 1.3, 0.08), color: 'accent1' })
  const title = listStyle(`<a:defRPr sz="4400" b="1">${color}</a:defRPr>`)
  const subtitle = listStyle(`<a:defRPr sz="2200" b="0">${color}</a:defRPr>`)
  return (
    decoration +
    placeholder(2, { type: 'ctrTitle', rect: box(0.85, 1.7, 9.3, 2.15), style: title, anchor: 'b' }) +
    placeholder(3, { type: 'subTitle', index: 1, rect: box(0.85, 4.3, 9.3, 1.3), style: subtitle })
  )
}

function sectionShapes(theme: DeckTheme): string {
  const color = coverText(theme)
  const decoration =
    theme.cover === 'plain'
      ? ''
      : bar(8, { rect: box(0, 0, 0.3, 7.5), color: 'accent1' }) +
        circle(9, { rect: box(10.4, 4.3, 5, 5), color: 'accent1', alpha: 30 })
  const title = listStyle(`<a:defRPr sz="4000" b="1">${color}</a:defRPr>`)
  const text = listStyle(`<a:defRPr sz="2000">${color}</a:defRPr>`)
  return (
    decoration +
    placeholder(2, { type: 'title', rect: box(1, 2.2, 10.6, 1.7), style: title, anchor: 'b' }) +
    placeholder(3, { type: 'body', index: 1, rect: box(1, 4.05, 10.6, 1.5), style: text })
  )
}

function coverText(theme: DeckTheme): string {
  const color = { deep: 'lt1', pale: 'dk2', plain: 'tx1' }[theme.cover]
  return `<a:solidFill><a:schemeClr val="${color}"/></a:solidFill>`
}

function listStyle(defaults: string): string {
  return `<a:lvl1pPr marL="0" indent="0" algn="l"><a:spcBef><a:spcPts val="0"/></a:spcBef><a:buNone/>${defaults}</a:lvl1pPr>`
}

interface PlaceholderOptions {
  readonly type?: string
  readonly index?: number
  readonly size?: string
  readonly rect?: Rect
  readonly style?: string
  readonly prompt?: string
  readonly anchor?: 't' | 'b' | 'ctr'
}

function placeholder(id: number, options: PlaceholderOptions): string {
  const type = options.type ? ` type="${options.type}"` : ''
  const size = options.size ? ` sz="${options.size}"` : ''
  const index = options.index ? ` idx="${options.index}"` : ''
  const anchor = options.anchor ? ` anchor="${options.anchor}"` : ''
  const place = options.rect
    ? `${transformXml(options.rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`
    : ''
  const prompt = options.prompt ?? (options.type?.toLowerCase().includes('title') ? 'Title' : 'Text')
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${prompt} Placeholder ${id - 1}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
    `<p:nvPr><p:ph${type}${size}${index}/></p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr>` +
    `<p:txBody><a:bodyPr vert="horz" lIns="91440" tIns="45720" rIns="91440" bIns="45720"${anchor}><a:normAutofit/></a:bodyPr><a:lstStyle>${options.style ?? ''}</a:lstStyle>` +
    `<a:p><a:r><a:rPr lang="en-US"/><a:t>${prompt}</a:t></a:r></a:p></p:txBody></p:sp>`
  )
}

/** Date, footer and slide number along the lower edge. */
function furniture(firstId: number, { isMaster = false } = {}): string {
  const style = (alignment: string): string =>
    isMaster
      ? `<a:lvl1pPr algn="${alignment}"><a:defRPr sz="1100"><a:solidFill><a:schemeClr val="tx1"><a:lumMod val="65000"/><a:lumOff val="35000"/></a:schemeClr></a:solidFill></a:defRPr></a:lvl1pPr>`
      : ''
  const field = (
    id: number,
    part: { type: string; index: number; rect: Rect; alignment: string; content: string },
  ): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${part.type} Placeholder ${id - 1}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>` +
    `<p:nvPr><p:ph type="${part.type}" sz="quarter" idx="${part.index}"/></p:nvPr></p:nvSpPr>` +
    `<p:spPr>${isMaster ? `${transformXml(part.rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>` : ''}</p:spPr>` +
    `<p:txBody><a:bodyPr anchor="ctr"/><a:lstStyle>${style(part.alignment)}</a:lstStyle><a:p>${part.content}</a:p></p:txBody></p:sp>`
  return (
    field(firstId, {
      type: 'dt',
      index: 10,
      rect: box(0.65, 6.95, 3, 0.35),
      alignment: 'l',
      content: '<a:endParaRPr lang="en-US"/>',
    }) +
    field(firstId + 1, {
      type: 'ftr',
      index: 11,
      rect: box(4.2, 6.95, 4.9, 0.35),
      alignment: 'ctr',
      content: '<a:endParaRPr lang="en-US"/>',
    }) +
    field(firstId + 2, {
      type: 'sldNum',
      index: 12,
      rect: box(9.68, 6.95, 3, 0.35),
      alignment: 'r',
      content: slideNumberField,
    })
  )
}

export const slideNumberField =
  '<a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}" type="slidenum"><a:rPr lang="en-US"/><a:t>‹#›</a:t></a:fld>'

function bar(id: number, { rect, color }: { rect: Rect; color: string }): string {
  return decorationXml(id, { rect, geometry: 'rect', fill: `<a:schemeClr val="${color}"/>` })
}

function circle(id: number, { rect, color, alpha }: { rect: Rect; color: string; alpha: number }): string {
  const fill = `<a:schemeClr val="${color}"><a:alpha val="${alpha * 1000}"/></a:schemeClr>`
  return decorationXml(id, { rect, geometry: 'ellipse', fill })
}

function decorationXml(
  id: number,
  { rect, geometry, fill }: { rect: Rect; geometry: string; fill: string },
): string {
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id + 20}" name="Decoration ${id}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>` +
    `<p:spPr>${transformXml(rect)}<a:prstGeom prst="${geometry}"><a:avLst/></a:prstGeom><a:solidFill>${fill}</a:solidFill><a:ln><a:noFill/></a:ln></p:spPr>` +
    '<p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>'
  )
}

const titleStyle =
  '<p:titleStyle><a:lvl1pPr algn="l"><a:lnSpc><a:spcPct val="95000"/></a:lnSpc><a:spcBef><a:spcPct val="0"/></a:spcBef><a:buNone/>' +
  '<a:defRPr sz="3000" b="1" kern="1200"><a:solidFill><a:schemeClr val="tx2"/></a:solidFill><a:latin typeface="+mj-lt"/><a:ea typeface="+mj-ea"/><a:cs typeface="+mj-cs"/></a:defRPr></a:lvl1pPr></p:titleStyle>'

function bodyStyle(): string {
  const levels = [22, 20, 18, 16, 16].map((points, level) => {
    const left = 285_750 + level * 400_050
    return (
      `<a:lvl${level + 1}pPr marL="${left}" indent="-285750" algn="l"><a:lnSpc><a:spcPct val="105000"/></a:lnSpc>` +
      `<a:spcBef><a:spcPts val="${level === 0 ? 1000 : 500}"/></a:spcBef><a:buClr><a:schemeClr val="accent1"/></a:buClr>` +
      '<a:buFont typeface="Arial"/><a:buChar char="•"/>' +
      `<a:defRPr sz="${points * 100}" kern="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl${level + 1}pPr>`
    )
  })
  return `<p:bodyStyle>${levels.join('')}</p:bodyStyle>`
}

function box(left: number, top: number, ...[width, height]: [number, number]): Rect {
  return { x: emu(left), y: emu(top), width: emu(width), height: emu(height) }
}
