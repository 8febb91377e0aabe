import { AppError } from '../../contract/errors.ts'
import type { Relationship } from '../archives/ooxml-package.ts'
import { copyPart, type CopyJob, type CopyRule } from './copy-parts.ts'
import { isComment } from './duplicate-slide.ts'
import { copyMaster, sameMaster } from './merge-masters.ts'
import { storedMedia } from './media.ts'
import { enterNotesMaster, notesMasterOf } from './notes.ts'
import type { Presentation } from './presentation.ts'
import { fittingInto, scaledXml, type Fitting } from './scale-slide.ts'
import { enterSlide } from './slide-list.ts'
import { appendChild, attribute, childrenNamed, standaloneText } from '../archives/xml-tree.ts'

export interface Merged {
  readonly slides: number
  /** Slides that had comments, which stay behind. */
  readonly commentedSlides: number
  /** The slides had another size and were fitted into that of the target. */
  readonly scaled: boolean
}

/** Appends all slides of `source` with their own look: masters, layouts, themes, media, charts and notes. */
export async function appendPresentation(
  target: Presentation,
  source: Presentation,
  options: { signal?: AbortSignal } = {},
): Promise<Merged> {
  if (target.dialect !== source.dialect) {
    throw new AppError(
      'unsupported_media_type',
      `${source.label} and ${target.label} use different dialects (strict and transitional Open XML). Save both as .pptx in one program first.`,
    )
  }
  const job: CopyJob = {
    from: source.pack,
    to: target.pack,
    copies: new Map(),
    rule: (relationship) => ruleFor({ target, source }, relationship),
    signal: options.signal,
  }
  const entries = (await source.slides()).filter((entry) => source.pack.find(entry.part))
  const fitting = fittingInto(await target.size(), await source.size())
  // All of them first: a slide that links to a later one brings that one along, with all it points to.
  for (const entry of entries) await bringMaster({ target, source, job, fitting }, entry.part)
  let commentedSlides = 0
  for (const entry of entries) {
    const part = await copyPart(job, entry.part)
    await enterSlide(target, { part, position: (await target.slides()).length + 1 })
    const kinds = (await source.pack.relationships(entry.part)).map((each) => each.kind)
    if (kinds.some(isComment)) commentedSlides += 1
  }
  await adoptNotesMaster({ target, source, job })
  await mergeTableStyles(target, source)
  if (fitting) await scaleCopies(target, { copies: job.copies, fitting })
  return { slides: entries.length, commentedSlides, scaled: fitting !== undefined }
}

interface Merge {
  readonly target: Presentation
  readonly source: Presentation
}

/** The master behind a slide goes first, because everything else points to it. */
async function bringMaster(
  { target, source, job, fitting }: Merge & { job: CopyJob; fitting: Fitting | undefined },
  slidePart: string,
): Promise<void> {
  const layout = await source.pack.related(slidePart, 'slideLayout')
  const master = layout && (await source.pack.related(layout, 'slideMaster'))
  if (!master || job.copies.has(master)) return
  const known = fitting ? undefined : await sameMaster(target, { source, master })
  if (known) {
    for (const [from, to] of known) job.copies.set(from, to)
    return
  }
  await copyMaster(target, { job, master })
}

async function scaleCopies(
  { pack }: Presentation,
  { copies, fitting }: { copies: ReadonlyMap<string, string>; fitting: Fitting },
): Promise<void> {
  for (const part of copies.values()) {
    if (!/\/slide(s|Layouts|Masters)\/[^/]+\.xml$/i.test(part)) continue
    pack.write(part, scaledXml(await pack.xml(part), fitting))
  }
}

async function ruleFor({ target, source }: Merge, { kind, target: part }: Relationship): Promise<CopyRule> {
  if (isComment(kind)) return 'drop'
  if (kind === 'notesMaster') {
    const known = await notesMasterOf(target)
    return known ? { use: known } : 'copy'
  }
  const declared = /\/media\//i.test(part)
    ? source.pack.zip.declared(source.pack.find(part) ?? part)
    : undefined
  if (!declared) return 'copy'
  const known = await storedMedia(target.pack, { ...declared, read: () => source.pack.zip.readBytes(part) })
  return known ? { use: known } : 'copy'
}

/** Notes that were copied into a presentation without a notes master brought theirs. */
async function adoptNotesMaster({ target, source, job }: Merge & { job: CopyJob }): Promise<void> {
  const master = await notesMasterOf(source)
  const copy = master && job.copies.get(master)
  if (copy && !(await notesMasterOf(target))) await enterNotesMaster(target, copy)
}

/** Styles of tables are defined once for the whole presentation: those that the target lacks are added. */
async function mergeTableStyles(target: Presentation, source: Presentation): Promise<void> {
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
