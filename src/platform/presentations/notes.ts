import { attribute, insertAt, missingDeclarations } from '../archives/xml-tree.ts'
import { presentationTypes, rootNamespaces } from './dialect.ts'
import { mastersOf } from './layouts.ts'
import { paragraphXml } from './paragraphs.ts'
import type { Presentation } from './presentation.ts'
import { groupRoot, xmlDeclaration } from './slide-xml.ts'

/** Gives a new slide its speaker notes. */
export async function addNotes(
  presentation: Presentation,
  { slidePart, notes }: { slidePart: string; notes: string },
): Promise<void> {
  const { pack } = presentation
  const master = (await notesMasterOf(presentation)) ?? (await addNotesMaster(presentation))
  const part = pack.freeName('ppt/notesSlides/notesSlide', 'xml')
  const paragraphs = notes
    .split(/\r\n|\r|\n/)
    .map((text) => paragraphXml({ text, level: 0, bullet: true }))
    .join('')
  const text =
    `${xmlDeclaration}<p:notes ${rootNamespaces(presentation.dialect)}><p:cSld><p:spTree>${groupRoot}` +
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image Placeholder 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr/></p:sp>' +
    '<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes Placeholder 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr/>' +
    `<p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</p:txBody></p:sp>` +
    '</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>'
  pack.write(part, text, presentationTypes.notesSlide)
  await presentation.relate(part, { kind: 'notesMaster', to: master })
  await presentation.relate(part, { kind: 'slide', to: slidePart })
  await presentation.relate(slidePart, { kind: 'notesSlide', to: part })
}

export async function notesMasterOf(presentation: Presentation): Promise<string | undefined> {
  return presentation.pack.related(presentation.part, 'notesMaster')
}

/** Enters a notes master in the presentation; there is at most one. */
export async function enterNotesMaster(presentation: Presentation, part: string): Promise<void> {
  const id = await presentation.relate(presentation.part, { kind: 'notesMaster', to: part })
  const { text, root } = await presentation.xml()
  const { p, r } = presentation.dialect.namespaces
  const list =
    `<p:notesMasterIdLst${missingDeclarations(root, { p, r })}>` +
    `<p:notesMasterId r:id="${id}"/></p:notesMasterIdLst>`
  const masters = root.children.find((child) => child.local === 'sldMasterIdLst')
  presentation.pack.write(presentation.part, insertAt(text, masters?.end ?? root.contentStart, list))
}

async function addNotesMaster(presentation: Presentation): Promise<string> {
  const { pack } = presentation
  const part = pack.freeName('ppt/notesMasters/notesMaster', 'xml')
  const size = await notesSize(presentation)
  pack.write(part, notesMasterXml(presentation, size), presentationTypes.notesMaster)
  const [master] = await mastersOf(presentation)
  const theme = master && (await pack.related(master, 'theme'))
  if (theme) {
    const copy = pack.freeName('ppt/theme/theme', 'xml')
    pack.copyPart(pack, { from: theme, to: copy })
    await presentation.relate(part, { kind: 'theme', to: copy })
  }
  await enterNotesMaster(presentation, part)
  return part
}

async function notesSize(presentation: Presentation): Promise<{ width: number; height: number }> {
  const { root } = await presentation.xml()
  const element = root.children.find((child) => child.local === 'notesSz')
  return {
    width: Number(attribute(element, 'cx')) || 6_858_000,
    height: Number(attribute(element, 'cy')) || 9_144_000,
  }
}

function notesMasterXml({ dialect }: Presentation, page: { width: number; height: number }): string {
  const box = (top: number, height: number): string =>
    `<a:xfrm><a:off x="${Math.round(page.width * 0.1)}" y="${Math.round(page.height * top)}"/>` +
    `<a:ext cx="${Math.round(page.width * 0.8)}" cy="${Math.round(page.height * height)}"/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
  return (
    `${xmlDeclaration}<p:notesMaster ${rootNamespaces(dialect)}><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>` +
    `<p:spTree>${groupRoot}<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image Placeholder 1"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr>` +
    `<p:spPr>${box(0.08, 0.36)}<a:noFill/><a:ln w="12700"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:ln></p:spPr></p:sp>` +
    `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes Placeholder 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" sz="quarter" idx="3"/></p:nvPr></p:nvSpPr>` +
    `<p:spPr>${box(0.48, 0.42)}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:pPr lvl="0"/><a:r><a:rPr lang="en-US"/><a:t>Notes</a:t></a:r></a:p></p:txBody></p:sp>` +
    '</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>' +
    '<p:notesStyle><a:lvl1pPr marL="0" algn="l" rtl="0"><a:defRPr sz="1200"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/><a:ea typeface="+mn-ea"/><a:cs typeface="+mn-cs"/></a:defRPr></a:lvl1pPr></p:notesStyle></p:notesMaster>'
  )
}
