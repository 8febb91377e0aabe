import { copyPart } from './copy-parts.ts'
import type { Presentation } from './presentation.ts'
import { enterSlide } from './slide-list.ts'

/** Parts that many slides share; a copy points to the same ones. */
const shared = new Set([
  'slideLayout',
  'slideMaster',
  'notesMaster',
  'theme',
  'image',
  'video',
  'audio',
  'media',
  'slide',
  'hyperlink',
  'font',
])

/** Comments belong to the slide they were made on. */
export function isComment(kind: string): boolean {
  return /^comments?(authors)?$/i.test(kind)
}

/** Copies a slide so that it becomes number `position`; charts and notes get copies of their own. */
export async function duplicateSlide(
  presentation: Presentation,
  { slideNumber, position }: { slideNumber: number; position: number },
): Promise<void> {
  const { pack } = presentation
  const { part } = await presentation.slide(slideNumber)
  const copy = await copyPart(
    {
      from: pack,
      to: pack,
      copies: new Map(),
      rule: ({ kind, target }) => {
        if (isComment(kind)) return 'drop'
        return shared.has(kind) ? { use: target } : 'copy'
      },
    },
    part,
  )
  await enterSlide(presentation, { part: copy, position })
}
