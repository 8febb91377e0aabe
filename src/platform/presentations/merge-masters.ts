import { createHash } from 'node:crypto'
import {
  appendChild,
  attribute,
  childAt,
  childrenNamed,
  insertAt,
  missingDeclarations,
} from '../archives/xml-tree.ts'
import { copyPart, type CopyJob } from './copy-parts.ts'
import { mastersOf } from './layouts.ts'
import type { Presentation } from './presentation.ts'

/** Masters and layouts share one range of numbers. */
const firstMasterId = 2_147_483_648

/** Copies a master with its layouts and theme, and enters it. */
export async function copyMaster(
  target: Presentation,
  { job, master }: { job: CopyJob; master: string },
): Promise<void> {
  const used = await usedIds(target)
  let next = Math.max(firstMasterId - 1, ...used) + 1
  const part = await copyPart(job, master)
  const relationshipId = await target.relate(target.part, { kind: 'slideMaster', to: part })
  await enterMaster(target, { id: next, relationshipId })
  const { text, root } = await target.pack.xml(part)
  let result = ''
  let at = 0
  for (const entry of childrenNamed(childAt(root, ['sldLayoutIdLst']), 'sldLayoutId')) {
    next += 1
    result += text.slice(at, entry.start) + withId(text.slice(entry.start, entry.end), next)
    at = entry.end
  }
  target.pack.write(part, result + text.slice(at))
}

/**
 * Two presentations made from one template have the same master, which is not needed twice: the parts of the source by
 * the parts of the target that stand for them, or undefined.
 */
export async function sameMaster(
  target: Presentation,
  { source, master }: { source: Presentation; master: string },
): Promise<Map<string, string> | undefined> {
  const wanted = await describeMaster(source, master)
  for (const candidate of await mastersOf(target)) {
    const found = await describeMaster(target, candidate)
    if (found.fingerprint !== wanted.fingerprint) continue
    return new Map(wanted.parts.map((part, index) => [part, found.parts[index]!]))
  }
  return undefined
}

async function describeMaster(
  { pack }: Presentation,
  master: string,
): Promise<{ fingerprint: string; parts: string[] }> {
  const relationships = (await pack.relationships(master)).filter((each) => !each.external)
  const layouts = relationships.filter((each) => each.kind === 'slideLayout').map((each) => each.target)
  const others = relationships.filter((each) => each.kind !== 'slideLayout').map((each) => each.target)
  const hash = createHash('sha256')
  const { text } = await pack.xml(master)
  hash.update(text.replaceAll(/(<(?:[\w.-]+:)?sldLayoutId\b[^>]*?\bid=["'])\d+/g, '$1'))
  const layoutTargets: string[] = []
  for (const layout of layouts) {
    const below = (await pack.relationships(layout)).filter((each) => each.kind !== 'slideMaster')
    layoutTargets.push(...below.map((each) => each.target))
  }
  for (const part of [...layouts, ...others, ...layoutTargets]) {
    const name = pack.find(part)
    hash.update(JSON.stringify(name ? (pack.zip.declared(name) ?? null) : part))
  }
  return { fingerprint: hash.digest('hex'), parts: [master, ...layouts, ...others] }
}

async function enterMaster(
  presentation: Presentation,
  { id, relationshipId }: { id: number; relationshipId: string },
): Promise<void> {
  const { text, root } = await presentation.xml()
  const { p, r } = presentation.dialect.namespaces
  const list = childAt(root, ['sldMasterIdLst'])
  const entry = `<p:sldMasterId${missingDeclarations(list ?? root, { p, r })} id="${id}" r:id="${relationshipId}"/>`
  const changed = list
    ? appendChild(text, list, entry)
    : insertAt(
        text,
        root.contentStart,
        `<p:sldMasterIdLst${missingDeclarations(root, { p })}>${entry}</p:sldMasterIdLst>`,
      )
  presentation.pack.write(presentation.part, changed)
}

async function usedIds(presentation: Presentation): Promise<number[]> {
  const { root } = await presentation.xml()
  const ids = childrenNamed(childAt(root, ['sldMasterIdLst']), 'sldMasterId').map((each) =>
    attribute(each, 'id'),
  )
  for (const master of await mastersOf(presentation)) {
    const list = childAt((await presentation.pack.xml(master)).root, ['sldLayoutIdLst'])
    ids.push(...childrenNamed(list, 'sldLayoutId').map((each) => attribute(each, 'id')))
  }
  return ids.map(Number).filter(Number.isFinite)
}

/** The id without a prefix; `r:id` is another one. */
function withId(entry: string, id: number): string {
  return entry.replace(/(\sid=)(["'])\d*\2/, `$1$2${id}$2`)
}
