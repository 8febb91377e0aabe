import { ZipEditor } from '../src/platform/archives/zip-editor.ts'

const usual = {
  p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
}
const strict = {
  p: 'http://purl.oclc.org/ooxml/presentationml/main',
  a: 'http://purl.oclc.org/ooxml/drawingml/main',
  r: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  c: 'http://purl.oclc.org/ooxml/drawingml/chart',
}
const officeTypes = 'application/vnd.openxmlformats-officedocument'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

export interface SampleDeckOptions {
  readonly strict?: boolean
  /** Replaces or adds parts, by name; undefined removes one. */
  readonly parts?: Readonly<Record<string, string | Buffer | undefined>>
}

/**
 * A presentation as PowerPoint writes them, made by hand and not by the code under test: three slides whose files are
 * numbered otherwise than they are shown, sections, an animation, alternatives, a chart with its workbook, notes,
 * comments, a custom table style, a slide without a prefix for its namespace, and no document properties.
 */
export async function writeSampleDeck(path: string, options: SampleDeckOptions = {}): Promise<void> {
  await using zip = ZipEditor.empty()
  const parts = { ...sampleParts(options.strict ? strict : usual), ...options.parts }
  for (const [name, content] of Object.entries(parts)) if (content !== undefined) zip.write(name, content)
  await zip.save(path)
}

type Namespaces = typeof usual

function sampleParts(ns: Namespaces): Record<string, string | Buffer> {
  const xmlns = `xmlns:a="${ns.a}" xmlns:r="${ns.r}" xmlns:p="${ns.p}"`
  return {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationships([['rId1', `${ns.r}/officeDocument`, 'ppt/presentation.xml']]),
    'ppt/presentation.xml': presentation(xmlns),
    'ppt/_rels/presentation.xml.rels': relationships([
      ['rId1', `${ns.r}/slideMaster`, 'slideMasters/slideMaster1.xml'],
      ['rId2', `${ns.r}/slide`, 'slides/slide3.xml'],
      ['rId3', `${ns.r}/slide`, '/ppt/slides/slide1.xml'],
      ['rId4', `${ns.r}/slide`, 'slides/slide2.xml'],
      ['rId5', `${ns.r}/tableStyles`, 'tableStyles.xml'],
      ['rId6', `${ns.r}/notesMaster`, 'notesMasters/notesMaster1.xml'],
    ]),
    'ppt/tableStyles.xml': `${declaration}<a:tblStyleLst xmlns:a="${ns.a}" def="{11111111-2222-3333-4444-555555555555}"><a:tblStyle styleId="{11111111-2222-3333-4444-555555555555}" styleName="House style"><a:wholeTbl><a:tcTxStyle><a:schemeClr val="dk1"/></a:tcTxStyle><a:tcStyle><a:tcBdr/></a:tcStyle></a:wholeTbl></a:tblStyle></a:tblStyleLst>`,
    ...masterParts(ns, xmlns),
    ...slideParts(ns, xmlns),
  }
}

const contentTypes =
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="xlsx" ContentType="${officeTypes}.spreadsheetml.sheet"/>` +
  [
    ['presentation', 'presentationml.presentation.main'],
    ['slideMasters/slideMaster1', 'presentationml.slideMaster'],
    ['slideLayouts/slideLayout1', 'presentationml.slideLayout'],
    ['slideLayouts/slideLayout2', 'presentationml.slideLayout'],
    ['slides/slide1', 'presentationml.slide'],
    ['slides/slide2', 'presentationml.slide'],
    ['slides/slide3', 'presentationml.slide'],
    ['notesMasters/notesMaster1', 'presentationml.notesMaster'],
    ['notesSlides/notesSlide1', 'presentationml.notesSlide'],
    ['comments/comment1', 'presentationml.comments'],
    ['charts/chart1', 'drawingml.chart'],
    ['theme/theme1', 'theme'],
    ['theme/theme2', 'theme'],
    ['tableStyles', 'presentationml.tableStyles'],
  ]
    .map(([name, type]) => `<Override PartName="/ppt/${name}.xml" ContentType="${officeTypes}.${type}+xml"/>`)
    .join('') +
  '</Types>'

function presentation(xmlns: string): string {
  return (
    `${declaration}<p:presentation ${xmlns}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>` +
    '<p:notesMasterIdLst><p:notesMasterId r:id="rId6"/></p:notesMasterIdLst>\n' +
    '<p:sldIdLst>\n<p:sldId id="260" r:id="rId2"/>\n<p:sldId id="256" r:id="rId3"/>\n<p:sldId id="258" r:id="rId4"/>\n</p:sldIdLst>' +
    '<p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/>' +
    '<p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main">' +
    '<p14:section name="Start" id="{0B3B2C39-4A1D-4E15-9A7B-1D7A5B0C1D01}"><p14:sldIdLst><p14:sldId id="260"/><p14:sldId id="256"/></p14:sldIdLst></p14:section>' +
    '<p14:section name="End" id="{0B3B2C39-4A1D-4E15-9A7B-1D7A5B0C1D02}"><p14:sldIdLst><p14:sldId id="258"/></p14:sldIdLst></p14:section>' +
    '</p14:sectionLst></p:ext></p:extLst></p:presentation>'
  )
}

const group =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'

function placeholder(id: number, ph: string, { place = '', text = '' } = {}): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Placeholder ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${ph}/></p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p>${text && `<a:r><a:rPr lang="en-US"/><a:t>${text}</a:t></a:r>`}</a:p></p:txBody></p:sp>`
}

function place(...[x, y, cx, cy]: [number, number, number, number]): string {
  return `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`
}

const titlePlace = place(838_200, 365_125, 10_515_600, 1_325_563)
const bodyPlace = place(838_200, 1_825_625, 10_515_600, 4_351_338)

function masterParts(ns: Namespaces, xmlns: string): Record<string, string> {
  const map =
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
  const layout = (name: string, type: string, shapes: string): string =>
    `${declaration}<p:sldLayout ${xmlns} type="${type}" preserve="1"><p:cSld name="${name}"><p:spTree>${group}${shapes}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`
  const title = placeholder(2, 'type="title"', { place: titlePlace, text: 'Title' })
  const body = placeholder(3, 'type="body" idx="1"', { place: bodyPlace, text: 'Text' })
  const number = placeholder(4, 'type="sldNum" sz="quarter" idx="12"', {
    place: place(8_610_600, 6_356_350, 2_743_200, 365_125),
  })
  const toMaster = relationships([['rId1', `${ns.r}/slideMaster`, '../slideMasters/slideMaster1.xml']])
  return {
    'ppt/slideMasters/slideMaster1.xml': `${declaration}<p:sldMaster ${xmlns}><p:cSld><p:spTree>${group}${title}${body}${number}</p:spTree></p:cSld>${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/><p:sldLayoutId id="2147483650" r:id="rId2"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr><a:defRPr sz="4400"/></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr marL="228600" indent="-228600"><a:buFont typeface="Arial"/><a:buChar char="•"/><a:defRPr sz="2800"/></a:lvl1pPr></p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationships([
      ['rId1', `${ns.r}/slideLayout`, '../slideLayouts/slideLayout1.xml'],
      ['rId2', `${ns.r}/slideLayout`, '../slideLayouts/slideLayout2.xml'],
      ['rId3', `${ns.r}/theme`, '../theme/theme1.xml'],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': layout(
      'House content',
      'obj',
      placeholder(2, 'type="title"') +
        placeholder(3, 'idx="1"') +
        placeholder(4, 'type="sldNum" sz="quarter" idx="12"'),
    ),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': toMaster,
    'ppt/slideLayouts/slideLayout2.xml': layout(
      'House title only',
      'titleOnly',
      placeholder(2, 'type="title"'),
    ),
    'ppt/slideLayouts/_rels/slideLayout2.xml.rels': toMaster,
    'ppt/theme/theme1.xml': theme(ns),
    'ppt/theme/theme2.xml': theme(ns),
    'ppt/notesMasters/notesMaster1.xml': `${declaration}<p:notesMaster ${xmlns}><p:cSld><p:spTree>${group}</p:spTree></p:cSld>${map}</p:notesMaster>`,
    'ppt/notesMasters/_rels/notesMaster1.xml.rels': relationships([
      ['rId1', `${ns.r}/theme`, '../theme/theme2.xml'],
    ]),
  }
}

function slideParts(ns: Namespaces, xmlns: string): Record<string, string | Buffer> {
  const opening =
    placeholder(2, 'type="title"', { text: 'Opening' }) +
    placeholder(3, 'idx="1"', { text: 'A first point &amp; more' }) +
    placeholder(7, 'type="sldNum" sz="quarter" idx="12"', { text: '1' }) +
    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" Requires="p14"><p:sp><p:nvSpPr><p:cNvPr id="9" name="New"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>newer</a:t></a:r></a:p></p:txBody></p:sp></mc:Choice><mc:Fallback><p:sp><p:nvSpPr><p:cNvPr id="9" name="Old"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>older</a:t></a:r></a:p></p:txBody></p:sp></mc:Fallback></mc:AlternateContent>' +
    '<p:extLst><p:ext uri="{house}"/></p:extLst>'
  const timing =
    '<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"/></p:par></p:tnLst></p:timing>'
  const chart = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Chart"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="838200" y="1825625"/><a:ext cx="5000000" cy="1500000"/></p:xfrm><a:graphic><a:graphicData uri="${ns.c}"><c:chart xmlns:c="${ns.c}" r:id="rId2"/></a:graphicData></a:graphic></p:graphicFrame>`
  const slide = (shapes: string, rest = ''): string =>
    `${declaration}<p:sld ${xmlns}><p:cSld><p:spTree>${group}${shapes}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>${rest}</p:sld>`
  return {
    'ppt/slides/slide3.xml': slide(opening, timing),
    'ppt/slides/_rels/slide3.xml.rels': relationships([
      ['rId1', `${ns.r}/slideLayout`, '../slideLayouts/slideLayout1.xml'],
    ]),
    'ppt/slides/slide1.xml': slide(placeholder(2, 'type="title"', { text: 'Figures' }) + chart),
    'ppt/slides/_rels/slide1.xml.rels': relationships([
      ['rId1', `${ns.r}/slideLayout`, '../slideLayouts/slideLayout2.xml'],
      ['rId2', `${ns.r}/chart`, '../charts/chart1.xml'],
      ['rId3', `${ns.r}/notesSlide`, '../notesSlides/notesSlide1.xml'],
      ['rId4', `${ns.r}/comments`, '../comments/comment1.xml'],
    ]),
    // No prefix for the main namespace, other prefixes for the rest, and no relationships at all.
    'ppt/slides/slide2.xml': `${declaration}<sld xmlns="${ns.p}" xmlns:d="${ns.a}"><cSld><spTree><nvGrpSpPr><cNvPr id="1" name=""/><cNvGrpSpPr/><nvPr/></nvGrpSpPr><grpSpPr/><sp><nvSpPr><cNvPr id="2" name="T"/><cNvSpPr/><nvPr><ph type="title"/></nvPr></nvSpPr><spPr/><txBody><d:bodyPr/><d:p><d:r><d:t>Closing</d:t></d:r></d:p></txBody></sp></spTree></cSld></sld>`,
    'ppt/charts/chart1.xml': `${declaration}<c:chartSpace xmlns:c="${ns.c}" xmlns:a="${ns.a}" xmlns:r="${ns.r}"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Growth</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numLit><c:ptCount val="2"/><c:pt idx="0"><c:v>3</c:v></c:pt><c:pt idx="1"><c:v>5</c:v></c:pt></c:numLit></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart><c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>`,
    'ppt/charts/_rels/chart1.xml.rels': relationships([
      ['rId1', `${ns.r}/package`, '../embeddings/Microsoft_Excel_Worksheet.xlsx'],
    ]),
    'ppt/embeddings/Microsoft_Excel_Worksheet.xlsx': Buffer.from('the workbook behind the chart'),
    'ppt/notesSlides/notesSlide1.xml': `${declaration}<p:notes ${xmlns}><p:cSld><p:spTree>${group}${placeholder(2, 'type="sldImg"')}${placeholder(3, 'type="body" idx="1"', { text: 'Explain the growth.' })}</p:spTree></p:cSld></p:notes>`,
    'ppt/notesSlides/_rels/notesSlide1.xml.rels': relationships([
      ['rId1', `${ns.r}/notesMaster`, '../notesMasters/notesMaster1.xml'],
      ['rId2', `${ns.r}/slide`, '../slides/slide1.xml'],
    ]),
    'ppt/comments/comment1.xml': `${declaration}<p:cmLst ${xmlns}/>`,
  }
}

function theme(ns: Namespaces): string {
  const colors = ['dk1:101010', 'lt1:FFFFFF', 'dk2:203040', 'lt2:E0E0E0', 'accent1:7A1FA2', 'accent2:2E7D32']
  const others = ['accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink'].map(
    (name) => `${name}:1565C0`,
  )
  const scheme = [...colors, ...others]
    .map((entry) => entry.split(':'))
    .map(([name, color]) => `<a:${name}><a:srgbClr val="${color}"/></a:${name}>`)
    .join('')
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>'
  return `${declaration}<a:theme xmlns:a="${ns.a}" name="House"><a:themeElements><a:clrScheme name="House">${scheme}</a:clrScheme><a:fontScheme name="House"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="House"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln>${fill}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
}

function relationships(entries: readonly (readonly [string, string, string])[]): string {
  const lines = entries.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`
}
