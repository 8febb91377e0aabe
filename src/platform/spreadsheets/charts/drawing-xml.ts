import type { Chart } from '../write/workbook.ts'
import { escapeXml, namespaces, xmlDeclaration } from '../xml-text.ts'

const unitsPerPixel = 9525

/** Where the charts of one sheet lie. */
export function drawingXml(charts: readonly Chart[]): string {
  const anchors = charts.map(anchorXml).join('')
  return `${xmlDeclaration}<xdr:wsDr xmlns:xdr="${namespaces.spreadsheetDrawing}" xmlns:a="${namespaces.drawing}">${anchors}</xdr:wsDr>`
}

function anchorXml({ place, title }: Chart, index: number): string {
  const name = title === undefined ? '' : ` descr="${escapeXml(title)}"`
  return [
    '<xdr:oneCellAnchor>',
    `<xdr:from><xdr:col>${place.column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${place.row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>`,
    `<xdr:ext cx="${Math.round(place.width * unitsPerPixel)}" cy="${Math.round(place.height * unitsPerPixel)}"/>`,
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="Chart ${index + 1}"${name}/>`,
    '<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>',
    '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>',
    `<a:graphic><a:graphicData uri="${namespaces.chart}">`,
    `<c:chart xmlns:c="${namespaces.chart}" xmlns:r="${namespaces.relationships}" r:id="rId${index + 1}"/>`,
    '</a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>',
  ].join('')
}
