import { attribute, childAt, descendants, type XmlElement } from '../archives/xml-tree.ts'
import { inches } from './geometry.ts'
import { layoutsOf, mastersOf } from './layouts.ts'
import type { Presentation } from './presentation.ts'
import { readSlide } from './read-slides.ts'

export interface SlideSummary {
  readonly number: number
  readonly title: string
  readonly layout: string
  readonly pictures: number
  readonly tables: number
  readonly charts: number
  readonly media: number
  readonly hasNotes: boolean
  readonly hidden: boolean
}

export interface PresentationInfo {
  readonly widthInches: number
  readonly heightInches: number
  readonly slides: readonly SlideSummary[]
  readonly layouts: readonly string[]
  readonly themes: readonly string[]
  /** What the file says about itself; empty where it says nothing. */
  readonly properties: {
    title: string
    author: string
    created: string
    modified: string
    application: string
  }
}

export async function presentationInfo(presentation: Presentation): Promise<PresentationInfo> {
  const { width, height } = await presentation.size()
  const layouts = await layoutsOf(presentation)
  const names = new Map(layouts.map((layout) => [layout.part, layout.name]))
  const slides: SlideSummary[] = []
  for (const [index, entry] of (await presentation.slides()).entries()) {
    const layout = await presentation.pack.related(entry.part, 'slideLayout')
    const text = await readSlide(presentation, { entry, number: index + 1 })
    slides.push({
      number: index + 1,
      title: text.title || firstLine(text.text),
      layout: names.get(layout ?? '') ?? '',
      ...(await countObjects(presentation, entry.part)),
      hasNotes: text.notes !== '',
      hidden: text.hidden,
    })
  }
  return {
    widthInches: inches(width),
    heightInches: inches(height),
    slides,
    layouts: [...new Set(layouts.map((layout) => layout.name))],
    themes: await themeNames(presentation),
    properties: await properties(presentation),
  }
}

async function countObjects(
  { pack }: Presentation,
  part: string,
): Promise<Pick<SlideSummary, 'pictures' | 'tables' | 'charts' | 'media'>> {
  if (!pack.find(part)) return { pictures: 0, tables: 0, charts: 0, media: 0 }
  const { root } = await pack.xml(part)
  const elements = [...descendants(root)].filter((each) => !isFallback(each))
  const media = elements.filter((each) =>
    ['videoFile', 'audioFile', 'wavAudioFile'].includes(each.local),
  ).length
  const pictures = elements.filter((each) => each.local === 'pic').length
  return {
    // A video is a picture too, of its first frame.
    pictures: Math.max(0, pictures - media),
    tables: elements.filter((each) => each.local === 'tbl').length,
    charts: elements.filter((each) => each.local === 'chart' && each.uri.includes('chart')).length,
    media,
  }
}

/** What older programs show in place of something newer is counted once. */
function isFallback(element: XmlElement): boolean {
  for (let place = element.parent; place; place = place.parent) if (place.local === 'Fallback') return true
  return false
}

async function themeNames(presentation: Presentation): Promise<string[]> {
  const names: string[] = []
  for (const master of await mastersOf(presentation)) {
    const theme = await presentation.pack.related(master, 'theme')
    if (theme) names.push(attribute((await presentation.pack.xml(theme)).root, 'name') ?? '')
  }
  return names.filter((name) => name !== '')
}

async function properties({ pack }: Presentation): Promise<PresentationInfo['properties']> {
  const core = await rootOf(pack.related('', 'core-properties'))
  const application = await rootOf(pack.related('', 'extended-properties'))
  const value = (root: XmlElement | undefined, local: string): string =>
    childAt(root, [local])?.text.trim() ?? ''
  return {
    title: value(core, 'title'),
    author: value(core, 'creator'),
    created: value(core, 'created'),
    modified: value(core, 'modified'),
    application: value(application, 'Application'),
  }

  async function rootOf(found: Promise<string | undefined>): Promise<XmlElement | undefined> {
    const part = await found
    return part === undefined ? undefined : (await pack.xml(part)).root
  }
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').trim().slice(0, 120)
}
