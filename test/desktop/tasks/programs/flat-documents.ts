/** Documents of LibreOffice in one file of plain text, which every test can write and read. */

const spaces = ['office', 'table', 'text'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
)

export function flatSheet(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`
      : `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`
  const lines = rows.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`)
  const table = `<table:table table:name="Sheet1">${lines.join('')}</table:table>`
  return flat('spreadsheet', table)
}

export function flatText(paragraphs: readonly string[]): string {
  return flat('text', paragraphs.map((words) => `<text:p>${words}</text:p>`).join(''))
}

function flat(kind: 'spreadsheet' | 'text', body: string): string {
  const type = `application/vnd.oasis.opendocument.${kind}`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${spaces.join(' ')} office:version="1.3" office:mimetype="${type}"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>\n`
}
