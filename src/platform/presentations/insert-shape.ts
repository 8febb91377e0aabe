import { AppError } from '../../contract/errors.ts'
import {
  attribute,
  childAt,
  childrenNamed,
  descendants,
  insertAt,
  missingDeclarations,
  type XmlElement,
} from '../archives/xml-tree.ts'
import type { Presentation } from './presentation.ts'

/** What a new shape needs to know about the slide it goes on. */
export interface ShapePlace {
  readonly id: number
  /** Declarations of the prefixes p, a and r that the slide does not have under these names. */
  readonly declarations: string
}

const maxId = 2_147_483_647

/** Puts a shape on top of all others. The slide's other characters stay exactly as they are. */
export async function insertShape(
  presentation: Presentation,
  part: string,
  make: (place: ShapePlace) => string,
): Promise<number> {
  const { text, root } = await presentation.pack.xml(part)
  const tree = childAt(root, ['cSld', 'spTree'])
  if (!tree || tree.selfClosing) {
    throw new AppError(
      'invalid_request',
      `${presentation.label} is damaged: one of its slides has no shapes at all.`,
    )
  }
  const id = freeShapeId(root)
  const shape = make({ id, declarations: missingDeclarations(tree, presentation.dialect.namespaces) })
  const extensions = childrenNamed(tree, 'extLst')[0]
  presentation.pack.write(part, insertAt(text, extensions?.start ?? tree.contentEnd, shape))
  return id
}

/** One more than the largest, so that no animation or link can mean the new shape by mistake. */
function freeShapeId(root: XmlElement): number {
  const used = new Set<number>()
  for (const element of descendants(root)) {
    if (element.local === 'cNvPr') used.add(Number(attribute(element, 'id')))
  }
  let id = 2
  for (const each of used) if (each >= id && each < maxId) id = each + 1
  while (used.has(id)) id -= 1
  return id
}
