import { AppError } from '../../contract/errors.ts'
import { attribute, childAt } from '../archives/xml-tree.ts'
import type { Presentation } from './presentation.ts'
import { isBody, isTitle, shapesOf, type SlideShape } from './slide-shapes.ts'

export interface Layout {
  readonly part: string
  readonly name: string
  /** The format's own word for what it is meant for, e.g. `twoObj`; empty when it says nothing. */
  readonly type: string
  readonly master: string
  readonly shapes: readonly SlideShape[]
}

/** Words for layouts that mean the same in every presentation and every language. */
export const layoutWords: Readonly<Record<string, string>> = {
  title: 'title',
  section: 'secHead',
  content: 'obj',
  two_content: 'twoObj',
  title_only: 'titleOnly',
  picture: 'picTx',
  blank: 'blank',
}

export interface LayoutNeeds {
  readonly title: boolean
  /** How many areas for text, tables or pictures. */
  readonly bodies: number
}

/** All layouts, in the order in which a program offers them. */
export async function layoutsOf(presentation: Presentation): Promise<Layout[]> {
  const { pack } = presentation
  const layouts: Layout[] = []
  for (const master of await mastersOf(presentation)) {
    for (const part of await listedParts(presentation, { part: master, list: 'sldLayoutIdLst' })) {
      const { root } = await pack.xml(part)
      layouts.push({
        part,
        name: attribute(childAt(root, ['cSld']), 'name') ?? '',
        type: attribute(root, 'type') ?? '',
        master,
        shapes: await shapesOf(presentation, part),
      })
    }
  }
  return layouts
}

export async function mastersOf(presentation: Presentation): Promise<string[]> {
  return listedParts(presentation, { part: presentation.part, list: 'sldMasterIdLst' })
}

/** The layout with this name, or for this word. */
export function layoutNamed(layouts: readonly Layout[], wanted: string): Layout {
  const plain = wanted.trim().toLowerCase()
  const found =
    layouts.find((layout) => layout.name.toLowerCase() === plain) ??
    layouts.find(
      (layout) => layout.type !== '' && layout.type === layoutWords[plain.replaceAll(/[\s-]+/g, '_')],
    )
  if (found) return found
  const names = [...new Set(layouts.map((layout) => `"${layout.name}"`))].join(', ')
  throw new AppError('invalid_request', `This presentation has no layout "${wanted}". It has: ${names}.`)
}

/** The layout that fits best: of the wanted type, else the one with the right places and the fewest others. */
export function layoutFor(
  layouts: readonly Layout[],
  { needs, type, near }: { needs: LayoutNeeds; type: string; near: Layout | undefined },
): Layout {
  const sameMaster = layouts.filter((layout) => near === undefined || layout.master === near.master)
  const candidates = sameMaster.length > 0 ? sameMaster : layouts
  const ofType = candidates.find((layout) => layout.type === type && surplus(layout, needs) >= 0)
  if (ofType) return ofType
  const fitting = candidates
    .filter((layout) => surplus(layout, needs) >= 0)
    .toSorted((one, other) => surplus(one, needs) - surplus(other, needs))
  const found = fitting[0] ?? near ?? candidates[0]
  if (!found)
    throw new AppError(
      'invalid_request',
      'This presentation has no slide layouts. Save it again in its own program.',
    )
  return found
}

/** Text areas of a layout in reading order. */
export function bodyShapes(layout: Layout): SlideShape[] {
  return layout.shapes
    .filter((shape) => isBody(shape.placeholder) && shape.rect !== undefined)
    .toSorted((one, other) => one.rect!.x - other.rect!.x || one.rect!.y - other.rect!.y)
}

export function titleShape(layout: Layout): SlideShape | undefined {
  return layout.shapes.find((shape) => isTitle(shape.placeholder))
}

/** How many places it has too many; negative when one is missing. */
function surplus(layout: Layout, needs: LayoutNeeds): number {
  const titles = (titleShape(layout) ? 1 : 0) - (needs.title ? 1 : 0)
  const bodies = bodyShapes(layout).length - needs.bodies
  return titles < 0 || bodies < 0 ? -1 : titles + bodies
}

async function listedParts(
  { pack }: Presentation,
  { part, list }: { part: string; list: string },
): Promise<string[]> {
  const { root } = await pack.xml(part)
  const targets = new Map((await pack.relationships(part)).map((each) => [each.id, each.target]))
  return (childAt(root, [list])?.children ?? [])
    .map((each) => targets.get(attribute(each, 'id', '/relationships') ?? ''))
    .filter((target) => target !== undefined && pack.find(target) !== undefined) as string[]
}
