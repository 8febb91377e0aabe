import type { Chart } from '../write/workbook.ts'
import { escapeXml } from '../xml-text.ts'

const quiet = '595959'
const categoryId = 111111111
const valueId = 222222222

/** The two axes of a chart that has any. */
export function axesXml(chart: Chart): string {
  return `${categoryAxisXml(chart)}${valueAxisXml(chart)}`
}

export function titleXml(text: string, size: number): string {
  const look = `sz="${size}" b="${size > 1000 ? 1 : 0}"`
  const ink = `<a:solidFill><a:srgbClr val="${size > 1000 ? '404040' : quiet}"/></a:solidFill>`
  return (
    '<c:title><c:tx><c:rich><a:bodyPr/><a:lstStyle/>' +
    `<a:p><a:pPr><a:defRPr ${look}>${ink}</a:defRPr></a:pPr><a:r><a:rPr lang="en-US" ${look}>${ink}</a:rPr>` +
    `<a:t>${escapeXml(text)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`
  )
}

export function textXml(size: number, color = quiet): string {
  const look = `<a:defRPr sz="${size}"><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></a:defRPr>`
  return `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr>${look}</a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>`
}

function categoryAxisXml(chart: Chart): string {
  const isLying = chart.type === 'bar'
  const isScatter = chart.type === 'scatter'
  const tag = isScatter ? 'valAx' : chart.categoryAxis === 'date' ? 'dateAx' : 'catAx'
  const rest = {
    valAx: '<c:crossBetween val="midCat"/>',
    dateAx: '<c:auto val="0"/><c:lblOffset val="100"/><c:baseTimeUnit val="days"/>',
    catAx: '<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/>',
  }[tag]
  return [
    `<c:${tag}><c:axId val="${categoryId}"/>`,
    // Lying bars are read from top to bottom, like the rows they come from.
    `<c:scaling><c:orientation val="${isLying ? 'maxMin' : 'minMax'}"/></c:scaling><c:delete val="0"/>`,
    `<c:axPos val="${isLying ? 'l' : 'b'}"/>`,
    isScatter ? gridXml : '',
    chart.categoryTitle === undefined ? '' : titleXml(chart.categoryTitle, 1000),
    formatXml(chart.categoryFormat),
    '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>',
    `<c:spPr>${lineXml('BFBFBF')}</c:spPr>${textXml(900)}`,
    `<c:crossAx val="${valueId}"/><c:crosses val="autoZero"/>${rest}</c:${tag}>`,
  ].join('')
}

function valueAxisXml(chart: Chart): string {
  const isLying = chart.type === 'bar'
  const between = chart.type === 'scatter' || chart.type === 'area' ? 'midCat' : 'between'
  return [
    `<c:valAx><c:axId val="${valueId}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>`,
    `<c:axPos val="${isLying ? 'b' : 'l'}"/>${gridXml}`,
    chart.valueTitle === undefined ? '' : titleXml(chart.valueTitle, 1000),
    formatXml(chart.valueFormat),
    '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>',
    `<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${textXml(900)}`,
    `<c:crossAx val="${categoryId}"/><c:crosses val="${isLying ? 'max' : 'autoZero'}"/>`,
    `<c:crossBetween val="${between}"/></c:valAx>`,
  ].join('')
}

const gridXml = `<c:majorGridlines><c:spPr>${lineXml('E3E3E3')}</c:spPr></c:majorGridlines>`

function lineXml(color: string): string {
  return `<a:ln w="9525"><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></a:ln>`
}

function formatXml(format: string | undefined): string {
  return format === undefined
    ? '<c:numFmt formatCode="General" sourceLinked="1"/>'
    : `<c:numFmt formatCode="${escapeXml(format)}" sourceLinked="0"/>`
}
