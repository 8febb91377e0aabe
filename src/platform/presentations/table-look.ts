import { attribute, childrenNamed } from '../archives/xml-tree.ts'
import type { Presentation } from './presentation.ts'
import { lighter, readableOn, themeColors } from './theme-colors.ts'

/** How a table is drawn: by a style that the presentation defines, or by colours of its theme written on each cell. */
export interface TableLook {
  readonly styleId: string
  /** Names of theme colours; undefined when the style says everything. */
  readonly colors: { readonly headerText: 'lt1' | 'dk1'; readonly text: 'lt1' | 'dk1' } | undefined
}

/** "Medium Style 2 – Accent 1": what PowerPoint itself gives a new table. */
const defaultStyle = '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}'
const slidesSearched = 60

/** The look of the tables that are there already; else the default of the presentation. */
export async function tableLook(presentation: Presentation, slideNumber: number): Promise<TableLook> {
  const { defined, fallback } = await definedStyles(presentation)
  const styleId = (await styleOfNearestTable(presentation, slideNumber)) ?? fallback
  // Programs other than PowerPoint know only styles that the file spells out.
  if (defined.has(styleId.toUpperCase()) || styleId.toUpperCase() !== defaultStyle) {
    return { styleId, colors: undefined }
  }
  const { part } = await presentation.slide(slideNumber)
  const { accent1 = '4472C4', dk1 = '000000', lt1 = 'FFFFFF' } = await themeColors(presentation, part)
  return {
    styleId,
    colors: {
      headerText: readableOn(accent1, [lt1, dk1]) === lt1 ? 'lt1' : 'dk1',
      text: readableOn(lighter(accent1, 0.8), [dk1, lt1]) === dk1 ? 'dk1' : 'lt1',
    },
  }
}

async function definedStyles(
  presentation: Presentation,
): Promise<{ defined: Set<string>; fallback: string }> {
  const part = await presentation.pack.related(presentation.part, 'tableStyles')
  if (!part) return { defined: new Set(), fallback: defaultStyle }
  const { root } = await presentation.pack.xml(part)
  const ids = childrenNamed(root, 'tblStyle').map((each) => (attribute(each, 'styleId') ?? '').toUpperCase())
  return { defined: new Set(ids), fallback: attribute(root, 'def') || defaultStyle }
}

async function styleOfNearestTable(
  presentation: Presentation,
  slideNumber: number,
): Promise<string | undefined> {
  const slides = await presentation.slides()
  const nearest = slides
    .map((slide, index) => ({ part: slide.part, distance: Math.abs(index + 1 - slideNumber) }))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, slidesSearched)
  for (const { part } of nearest) {
    const name = presentation.pack.find(part)
    const text = name && (await presentation.pack.zip.readText(name))
    const match = text && /tableStyleId>\s*(\{[0-9a-f-]{36}\})/i.exec(text)
    if (match) return match[1]
  }
  return undefined
}
