import type { Theme } from './themes.ts'
import { namespaces, xmlDeclaration } from '../xml-text.ts'

/** The workbook's theme. Without this part LibreOffice draws pie charts blank, and user-made charts have no colours. */
export function themePartXml({ palette }: Theme): string {
  const accents = palette.map(
    (color, index) => `<a:accent${index + 1}><a:srgbClr val="${color}"/></a:accent${index + 1}>`,
  )
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
  const line = (width: number) =>
    `<a:ln w="${width}" cap="flat" cmpd="sng" algn="ctr">${fill}<a:prstDash val="solid"/></a:ln>`
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>'
  const font = (face: string) => `<a:latin typeface="${face}"/><a:ea typeface=""/><a:cs typeface=""/>`
  return `${xmlDeclaration}<a:theme xmlns:a="${namespaces.drawing}" name="Office Theme"><a:themeElements>${[
    '<a:clrScheme name="Office">',
    '<a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>',
    '<a:dk2><a:srgbClr val="44546A"/></a:dk2><a:lt2><a:srgbClr val="E7E6E6"/></a:lt2>',
    ...accents,
    '<a:hlink><a:srgbClr val="0563C1"/></a:hlink><a:folHlink><a:srgbClr val="954F72"/></a:folHlink></a:clrScheme>',
    `<a:fontScheme name="Office"><a:majorFont>${font('Calibri Light')}</a:majorFont>`,
    `<a:minorFont>${font('Calibri')}</a:minorFont></a:fontScheme>`,
    `<a:fmtScheme name="Office"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst>`,
    `<a:lnStyleLst>${line(6350)}${line(12700)}${line(19050)}</a:lnStyleLst>`,
    `<a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst>`,
    `<a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme>`,
  ].join('')}</a:themeElements><a:objectDefaults/><a:extraClrSchemeLst/></a:theme>`
}
