import { AppError } from '../../contract/errors.ts'
import {
  appendChild,
  attribute,
  childAt,
  childrenNamed,
  descendants,
  insertAt,
  missingDeclarations,
  type XmlElement,
} from '../archives/xml-tree.ts'
import type { Presentation } from './presentation.ts'

const firstSlideId = 256
const lastSlideId = 2_147_483_647
/** Lists that stand before the list of slides, in the order that the format prescribes. */
const before = ['sldMasterIdLst', 'notesMasterIdLst', 'handoutMasterIdLst']

/** Enters a slide so that it becomes number `position`; later ones move on by one. */
export async function enterSlide(
  presentation: Presentation,
  { part, position }: { part: string; position: number },
): Promise<void> {
  const slides = await presentation.slides()
  const used = new Set(slides.map((slide) => slide.id))
  let id = Math.max(firstSlideId - 1, ...[...used].filter((each) => each < lastSlideId)) + 1
  while (used.has(id)) id -= 1
  const relationshipId = await presentation.relate(presentation.part, { kind: 'slide', to: part })
  await insertEntry(presentation, { id, relationshipId, position })
  await updateSections(presentation, { added: id, after: slides[position - 2]?.id })
}

/** Puts the slides in a new order: `order[0]` is the number of the slide that comes first. */
export async function reorderSlides(presentation: Presentation, order: readonly number[]): Promise<void> {
  const { text, root } = await presentation.xml()
  const entries = childrenNamed(childAt(root, ['sldIdLst']), 'sldId')
  let result = ''
  let at = 0
  entries.forEach((slot, index) => {
    const chosen = entries[order[index]! - 1]!
    result += text.slice(at, slot.start) + text.slice(chosen.start, chosen.end)
    at = slot.end
  })
  presentation.pack.write(presentation.part, result + text.slice(at))
  await updateSections(presentation, {})
}

async function insertEntry(
  presentation: Presentation,
  { id, relationshipId, position }: { id: number; relationshipId: string; position: number },
): Promise<void> {
  const { text, root } = await presentation.xml()
  const list = childAt(root, ['sldIdLst'])
  const { p, r } = presentation.dialect.namespaces
  const entry = (place: XmlElement): string =>
    `<p:sldId${missingDeclarations(place, { p, r })} id="${id}" r:id="${relationshipId}"/>`
  presentation.pack.write(presentation.part, withEntry({ text, root, list, entry, position }))
}

interface EntryPlace {
  readonly text: string
  readonly root: XmlElement
  readonly list: XmlElement | undefined
  readonly entry: (place: XmlElement) => string
  readonly position: number
}

function withEntry({ text, root, list, entry, position }: EntryPlace): string {
  if (!list) {
    const previous = root.children.findLast((child) => before.includes(child.local))
    const declarations = missingDeclarations(root, { p: root.uri })
    const newList = `<p:sldIdLst${declarations}>${entry(root)}</p:sldIdLst>`
    return insertAt(text, previous?.end ?? root.contentStart, newList)
  }
  const next = childrenNamed(list, 'sldId')[position - 1]
  return next ? insertAt(text, next.start, entry(list)) : appendChild(text, list, entry(list))
}

/**
 * Sections name their slides too, and PowerPoint repairs a file in which they contradict the order. Each section keeps
 * its size; an added slide joins the section of the slide before it.
 */
async function updateSections(
  presentation: Presentation,
  { added, after }: { added?: number; after?: number | undefined },
): Promise<void> {
  const { text, root } = await presentation.xml()
  const list = [...descendants(root)].find((each) => each.local === 'sectionLst')
  if (!list) return
  const sections = childrenNamed(list, 'section')
  const sizes = sections.map((section) => sectionIds(section).length)
  if (added !== undefined && sections.length > 0) {
    const joined = sections.findIndex((section) => sectionIds(section).includes(after ?? -1))
    sizes[Math.max(0, joined)]! += 1
  }
  const order = (await presentation.slides()).map((slide) => slide.id)
  presentation.pack.write(presentation.part, withSections(text, { sections, sizes, order }))
}

function withSections(
  text: string,
  { sections, sizes, order }: { sections: XmlElement[]; sizes: number[]; order: number[] },
): string {
  let result = ''
  let at = 0
  let from = 0
  sections.forEach((section, index) => {
    const isLast = index === sections.length - 1
    const ids = order.slice(from, isLast ? undefined : from + sizes[index]!)
    from += ids.length
    const list = childAt(section, ['sldIdLst'])
    if (!list) return
    const prefix = list.name.slice(0, -list.local.length)
    const open = text.slice(list.start, list.contentStart).replace(/\s*\/>$/, '>')
    const entries = ids.map((id) => `<${prefix}sldId id="${id}"/>`).join('')
    result += `${text.slice(at, list.start)}${open}${entries}</${list.name}>`
    at = list.end
  })
  return result + text.slice(at)
}

function sectionIds(section: XmlElement): number[] {
  return childrenNamed(childAt(section, ['sldIdLst']), 'sldId').map((each) => Number(attribute(each, 'id')))
}

/** The whole order from one that names only some slides: those come first, the others follow as they were. */
export function completeOrder(named: readonly number[], count: number): number[] {
  const seen = new Set<number>()
  for (const number of named) {
    if (number < 1 || number > count) {
      throw new AppError('invalid_request', `No slide ${number}: the presentation has ${count}.`)
    }
    if (seen.has(number)) throw new AppError('invalid_request', `Slide ${number} appears twice in the order.`)
    seen.add(number)
  }
  const rest = Array.from({ length: count }, (_, index) => index + 1).filter((number) => !seen.has(number))
  return [...named, ...rest]
}
