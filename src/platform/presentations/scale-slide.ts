import { descendants, type XmlElement } from '../archives/xml-tree.ts'
import type { XmlPart } from '../archives/ooxml-package.ts'
import type { Size } from './geometry.ts'

/** How slides of one size are fitted into another: made larger or smaller, then moved into the middle. */
export interface Fitting {
  readonly factor: number
  readonly x: number
  readonly y: number
}

/** Undefined when there is nothing to do. */
export function fittingInto(target: Size, source: Size): Fitting | undefined {
  if (source.width === target.width && source.height === target.height) return undefined
  const factor = Math.min(target.width / source.width, target.height / source.height)
  return {
    factor,
    x: Math.round((target.width - source.width * factor) / 2),
    y: Math.round((target.height - source.height * factor) / 2),
  }
}

const paragraphLengths = ['marL', 'marR', 'indent', 'defTabSz']
/** Attributes that are lengths or sizes of type, by the element they stand on. */
const lengths: Readonly<Record<string, readonly string[]>> = {
  off: ['x', 'y'],
  ext: ['cx', 'cy'],
  chOff: ['x', 'y'],
  chExt: ['cx', 'cy'],
  gridCol: ['w'],
  tr: ['h'],
  rPr: ['sz'],
  defRPr: ['sz'],
  endParaRPr: ['sz'],
  pPr: paragraphLengths,
  defPPr: paragraphLengths,
  ...Object.fromEntries(Array.from({ length: 9 }, (_, level) => [`lvl${level + 1}pPr`, paragraphLengths])),
  tab: ['pos'],
  spcPts: ['val'],
  bodyPr: ['lIns', 'tIns', 'rIns', 'bIns'],
  tcPr: ['marL', 'marR', 'marT', 'marB'],
  ...Object.fromEntries(['ln', 'lnL', 'lnR', 'lnT', 'lnB'].map((name) => [name, ['w']])),
}
/** A slide, layout or master with everything on it scaled. */
export function scaledXml({ text, root }: XmlPart, fitting: Fitting): string {
  let result = ''
  let at = 0
  for (const element of descendants(root)) {
    const names = lengths[element.local]
    if (!names) continue
    const tag = text.slice(element.start, element.contentStart)
    result += text.slice(at, element.start) + scaledTag(tag, { element, names, fitting })
    at = element.contentStart
  }
  return result + text.slice(at)
}

function scaledTag(
  tag: string,
  { element, names, fitting }: { element: XmlElement; names: readonly string[]; fitting: Fitting },
): string {
  const isPlace = element.local === 'off' && standsOnSlide(element)
  let scaled = tag
  for (const name of names) {
    scaled = scaled.replace(new RegExp(`(\\s${name}=["'])(-?\\d+)`), (_, before: string, value: string) => {
      const moved = isPlace ? fitting[name as 'x' | 'y'] : 0
      const length = Math.round(Number(value) * fitting.factor + moved)
      return before + String(name === 'sz' ? typeSize(length) : length)
    })
  }
  return scaled
}

/** Type comes in half points, however much it is scaled. */
function typeSize(hundredths: number): number {
  return Math.max(100, Math.round(hundredths / 50) * 50)
}

/** What is inside a group is placed inside the group. */
function standsOnSlide(offset: XmlElement): boolean {
  let shape = offset.parent?.parent
  if (shape?.local === 'spPr' || shape?.local === 'grpSpPr') shape = shape.parent
  let holder = shape?.local === 'spTree' ? undefined : shape?.parent
  while (holder && alternatives.has(holder.local)) holder = holder.parent
  return holder?.local === 'spTree'
}

const alternatives = new Set(['AlternateContent', 'Choice', 'Fallback'])
