import type { OoxmlPackage, Relationship } from '../archives/ooxml-package.ts'
import { extensionOf } from '../archives/part-names.ts'

/** What becomes of a part that a copied part points to. */
export type CopyRule = 'copy' | 'drop' | { readonly use: string }

export interface CopyJob {
  readonly from: OoxmlPackage
  readonly to: OoxmlPackage
  /** Decides about a relationship's target; asked once for each target. */
  readonly rule: (relationship: Relationship) => CopyRule | Promise<CopyRule>
  /** Copies made so far, so that what is shared stays shared and what points back finds its copy. */
  readonly copies: Map<string, string>
  readonly signal?: AbortSignal | undefined
}

/**
 * Copies a part with everything that it needs. Relationship ids stay the same, so the part itself is copied as it lies in
 * the archive, without being unpacked.
 */
export async function copyPart(job: CopyJob, part: string): Promise<string> {
  job.signal?.throwIfAborted()
  const known = job.copies.get(part)
  if (known) return known
  const name = newName(job.to, part)
  job.copies.set(part, name)
  job.to.copyPart(job.from, { from: part, to: name })
  const relationships: Relationship[] = []
  for (const relationship of await job.from.relationships(part)) {
    const target = await copiedTarget(job, relationship)
    if (target !== undefined) relationships.push({ ...relationship, target })
  }
  if (relationships.length > 0) job.to.writeRelationships(name, relationships)
  return name
}

async function copiedTarget(job: CopyJob, relationship: Relationship): Promise<string | undefined> {
  if (relationship.external) return relationship.target
  const copied = job.copies.get(relationship.target)
  if (copied !== undefined) return copied
  const rule = await job.rule(relationship)
  if (rule === 'drop') return undefined
  if (rule !== 'copy') return rule.use
  // A target that the file lacks is kept as it is: broken before, not more broken after.
  return job.from.find(relationship.target) ? copyPart(job, relationship.target) : relationship.target
}

/** The same folder and the same kind of name with the next free number. */
function newName(pack: OoxmlPackage, part: string): string {
  const extension = extensionOf(part)
  const stem = part.slice(0, part.length - extension.length - 1).replace(/\d+$/, '')
  return pack.freeName(stem, extension)
}
