import { appendChild, attribute, childrenNamed, standaloneText } from '../archives/xml-tree.ts'
import type { Presentation } from './presentation.ts'

/** Styles of tables are defined once for the whole presentation: those that the target lacks are added. */
export async function mergeTableStyles(target: Presentation, source: Presentation): Promise<void> {
  const sourcePart = await source.pack.related(source.part, 'tableStyles')
  const targetPart = await target.pack.related(target.part, 'tableStyles')
  if (!sourcePart) return
  if (!targetPart) {
    const part = target.pack.freeName('ppt/tableStyles', 'xml')
    target.pack.copyPart(source.pack, { from: sourcePart, to: part })
    await target.relate(target.part, { kind: 'tableStyles', to: part })
    return
  }
  const { text, root } = await source.pack.xml(sourcePart)
  for (const style of childrenNamed(root, 'tblStyle')) {
    const own = await target.pack.xml(targetPart)
    const id = attribute(style, 'styleId')
    const isKnown = childrenNamed(own.root, 'tblStyle').some((each) => attribute(each, 'styleId') === id)
    if (isKnown) continue
    target.pack.write(targetPart, appendChild(own.text, own.root, standaloneText(text, style)))
  }
}
