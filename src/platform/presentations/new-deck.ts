import { OoxmlPackage } from '../archives/ooxml-package.ts'
import { escapeXml } from '../archives/xml-tree.ts'
import { ZipEditor } from '../archives/zip-editor.ts'
import { deckLayouts, deckSize, layoutXml, masterXml } from './deck-layouts.ts'
import type { DeckThemeName } from './deck-theme-names.ts'
import { deckThemes, tableStylesXml, themeXml } from './deck-themes.ts'
import { presentationTypes, relationshipType, rootNamespaces, transitional } from './dialect.ts'
import { Presentation } from './presentation.ts'
import { xmlDeclaration } from './slide-xml.ts'

const officeTypes = 'application/vnd.openxmlformats-officedocument'
const contentTypes =
  `${xmlDeclaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/></Types>'
const corePropertiesType =
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties'
const firstLayoutId = 2_147_483_649

/** A presentation with a master, its layouts and no slides. */
export async function newDeck({
  title,
  theme,
  now,
}: {
  title: string
  theme: DeckThemeName
  now: Date
}): Promise<Presentation> {
  const pack = new OoxmlPackage(ZipEditor.empty(), { label: `"${title}"`, contentTypes })
  // Readers look for it first, some only there.
  pack.zip.write('[Content_Types].xml', contentTypes)
  const part = 'ppt/presentation.xml'
  await relate(pack, { from: '', kind: 'officeDocument', to: part })
  pack.write(part, presentationXml(), `${officeTypes}.presentationml.presentation.main+xml`)
  await addMaster(pack, { part, theme })
  await addSettings(pack, part)
  await addProperties(pack, { title, now })
  return Presentation.of(pack)
}

function presentationXml(): string {
  return (
    `${xmlDeclaration}<p:presentation ${rootNamespaces(transitional)} saveSubsetFonts="1">` +
    '<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>' +
    `<p:sldSz cx="${deckSize.width}" cy="${deckSize.height}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`
  )
}

async function addMaster(
  pack: OoxmlPackage,
  { part, theme }: { part: string; theme: DeckThemeName },
): Promise<void> {
  const master = 'ppt/slideMasters/slideMaster1.xml'
  const themePart = 'ppt/theme/theme1.xml'
  await relate(pack, { from: part, kind: 'slideMaster', to: master })
  const ids = deckLayouts.map(
    (_, index) => `<p:sldLayoutId id="${firstLayoutId + index}" r:id="rId${index + 1}"/>`,
  )
  pack.write(master, masterXml(deckThemes[theme], ids.join('')), presentationTypes.slideMaster)
  for (const [index, layout] of deckLayouts.entries()) {
    const layoutPart = `ppt/slideLayouts/slideLayout${index + 1}.xml`
    pack.write(layoutPart, layoutXml(layout, deckThemes[theme]), presentationTypes.slideLayout)
    await relate(pack, { from: layoutPart, kind: 'slideMaster', to: master })
    await relate(pack, { from: master, kind: 'slideLayout', to: layoutPart })
  }
  pack.write(themePart, themeXml(theme), presentationTypes.theme)
  await relate(pack, { from: master, kind: 'theme', to: themePart })
  await relate(pack, { from: part, kind: 'theme', to: themePart })
}

async function addSettings(pack: OoxmlPackage, part: string): Promise<void> {
  const namespaces = rootNamespaces(transitional)
  pack.write(
    'ppt/presProps.xml',
    `${xmlDeclaration}<p:presentationPr ${namespaces}/>`,
    `${officeTypes}.presentationml.presProps+xml`,
  )
  await relate(pack, { from: part, kind: 'presProps', to: 'ppt/presProps.xml' })
  pack.write('ppt/tableStyles.xml', tableStylesXml(), `${officeTypes}.presentationml.tableStyles+xml`)
  await relate(pack, { from: part, kind: 'tableStyles', to: 'ppt/tableStyles.xml' })
}

async function addProperties(
  pack: OoxmlPackage,
  { title, now }: { title: string; now: Date },
): Promise<void> {
  const time = `${now.toISOString().slice(0, 19)}Z`
  const core =
    `${xmlDeclaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
    `<dc:title>${escapeXml(title)}</dc:title><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created>` +
    `<dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`
  pack.write('docProps/core.xml', core, 'application/vnd.openxmlformats-package.core-properties+xml')
  await pack.addRelationship('', { type: corePropertiesType, target: 'docProps/core.xml' })
  const application = `${xmlDeclaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Deskhand</Application></Properties>`
  pack.write('docProps/app.xml', application, `${officeTypes}.extended-properties+xml`)
  await relate(pack, { from: '', kind: 'extended-properties', to: 'docProps/app.xml' })
}

function relate(
  pack: OoxmlPackage,
  { from, kind, to }: { from: string; kind: string; to: string },
): Promise<string> {
  return pack.addRelationship(from, { type: relationshipType(transitional, kind), target: to })
}
