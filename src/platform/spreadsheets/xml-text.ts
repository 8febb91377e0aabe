/** The most characters that a cell can hold. */
export const maxCellTextLength = 32_767

// oxlint-disable-next-line no-control-regex -- XML has no way to write these characters
const special = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '\r',
}
// oxlint-disable-next-line no-control-regex -- see above
const specialInCell = /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x[0-9a-f]{4}_/i

/** Text for an attribute or an element; what XML cannot hold is left out. */
export function escapeXml(text: string): string {
  return text.replace(special, (character) => escapes[character] ?? '')
}

/** Text of a cell. Excel reads `_x0041_` as an escaped character, so such text must be escaped itself. */
export function cellTextXml(text: string): string {
  if (!specialInCell.test(text)) return text
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  return escapeXml(lines.includes('_x') ? lines.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_') : lines)
}

/** Cut to what a cell can hold, never through a character. */
export function cutCellText(text: string): string {
  if (text.length <= maxCellTextLength) return text
  const last = text.charCodeAt(maxCellTextLength - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splitsPair ? maxCellTextLength - 1 : maxCellTextLength)
}

/** An XML parser may drop white space at the ends unless told to keep it. */
export function spaceAttribute(text: string): string {
  return /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export const namespaces = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  relationships: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  packageRelationships: 'http://schemas.openxmlformats.org/package/2006/relationships',
  contentTypes: 'http://schemas.openxmlformats.org/package/2006/content-types',
  drawing: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  spreadsheetDrawing: 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing',
  chart: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
} as const
